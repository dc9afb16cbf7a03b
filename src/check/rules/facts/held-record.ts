import { joinPath } from '../../../base/schema/path.js';
import { type TypedView, type ViewType, viewOf } from '../../../read/model/typed-view.js';
import type { Place, Reference } from './place.js';

/** A record that is kept to be read again. Plain data: it crosses from a worker. */
export interface HeldFields {
  readonly offset: number;
  readonly length: number;
  /** Its payload is `bytes[start, end)`, and ends where the record does. */
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** Path of the list it is in, and where in it. */
  readonly list: string;
  readonly index: number;
  /** Levels around it. */
  readonly depth: number;
}

/**
 * A layer that rules across records need: its bytes, read again when asked for. Views are made at each
 * call, for thousands of them take more memory than thousands of records.
 */
export abstract class HeldRecord<V extends TypedView> implements Place, HeldFields {
  readonly offset: number;
  readonly length: number;
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  readonly list: string;
  readonly index: number;
  readonly depth: number;
  /** Its path, once it was asked for. No private field: what comes from a worker has none. */
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

/**
 * A scalar of a message and its record; where it is absent, and so 0, the message's.
 * @param number of the field, which is called `name`
 */
export function scalarOf(view: TypedView, number: number, value: number, name: string): Reference {
  const own = view.fieldSpan(number);
  const { offset, length } = own ?? view.span;
  const { path } = view;
  return { offset, length, path: own === undefined ? path : joinPath(path, name), value };
}
