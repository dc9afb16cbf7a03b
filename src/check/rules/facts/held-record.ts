import { joinPath } from '../../../base/schema/table.js';
import { type TypedView, type ViewType, viewOf } from '../../../read/model/typed-view.js';
import type { FactPlace, Reference } from './fact-place.js';

/** A record that is kept to be read again. The record is plain data, so that a worker can send it. */
export interface HeldFields {
  readonly offset: number;
  readonly length: number;
  /** The payload is `bytes[start, end)`, and ends with the record. */
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** Path of the record's list, and the record's index in the list. */
  readonly list: string;
  readonly index: number;
  /** Number of levels around the record. */
  readonly depth: number;
}

/**
 * The bytes of a layer for rules across records. The bytes are parsed again on demand: a view is created at
 * each call, because thousands of views take more memory than thousands of records.
 */
export abstract class HeldRecord<V extends TypedView> implements FactPlace, HeldFields {
  readonly offset: number;
  readonly length: number;
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  readonly list: string;
  readonly index: number;
  readonly depth: number;
  /**
   * The record's path, cached at the first use. The member is not `#private`, because data from a worker
   * cannot have such members.
   */
  private known: string | undefined = undefined;

  protected constructor({ offset, length, bytes, start, end, list, index, depth }: HeldFields) {
    this.offset = offset;
    this.length = length;
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    this.list = list;
    this.index = index;
    this.depth = depth;
  }

  abstract get view(): V;

  get path(): string {
    this.known ??= `${this.list}[${this.index}]`;
    return this.known;
  }

  protected open(type: ViewType<V>): V {
    const { bytes, start, end, offset, length, path, depth } = this;
    return viewOf(type, bytes, start, end, offset + length - end, { offset, length }, path, depth);
  }
}

/** Returns a scalar of a message with the scalar's record or, for an absent scalar (0), the message's record. */
export function scalarOf(view: TypedView, number: number, value: number): Reference {
  const own = view.fieldSpan(number);
  const { offset, length } = own ?? view.span;
  const { path } = view;
  return {
    offset,
    length,
    path: own === undefined ? path : joinPath(path, view.view.layout.field(number).table.name),
    value,
  };
}
