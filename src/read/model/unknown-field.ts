import type { Span } from '../../base/diagnostics/diagnostic.js';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import { OK } from '../../base/wire/problem.js';
import { fieldNumberOf, tagWireType, WIRE_LEN } from '../../base/wire/tag.js';
import { BlobHandle } from './blob.js';
import type { MessageLayout } from './layout.js';
import type { MessageView } from './message-view.js';
import type { Walker } from './walker.js';
import { Part, type Window } from './window.js';

/** A record that the schema does not know. */
export interface UnknownField {
  /** Number of the field. */
  readonly number: number;
  /** Wire type from the tag: 0 VARINT, 1 I64, 2 LEN, 3 SGROUP, 5 I32. */
  readonly wireType: number;
  /** The record, tag included; for a group, with its end tag. */
  readonly span: Span;
  /** The bytes of the record, tag included. */
  readonly record: BlobHandle;
  /** The bytes of the value: the payload of a LEN record, the records within a group. */
  readonly value: BlobHandle;
  /**
   * Reads the payload of a LEN record as a message, for fields that a later schema knows.
   * @throws ProtomdlError `schema-wrong-type` when the record is of another wire type
   */
  as(layout: MessageLayout): MessageView;
}

/** The unknown fields of a message; each iteration searches for them again. */
export class UnknownFields implements Iterable<UnknownField> {
  constructor(readonly owner: MessageView) {}

  *[Symbol.iterator](): Iterator<UnknownField> {
    const { owner } = this;
    const walker = owner.walk();
    while (walker.next()) if (owner.layout.slotOf(walker.tag) < 0) yield new UnknownRecord(owner, walker);
    if (walker.problem !== OK) throw owner.malformed(walker);
  }
}

class UnknownRecord implements UnknownField {
  readonly number: number;
  readonly wireType: number;
  readonly span: Span;
  readonly record: BlobHandle;
  readonly value: BlobHandle;
  readonly #owner: MessageView;
  readonly #part: Part;

  constructor(owner: MessageView, walker: Walker) {
    const { window, valuePos, valueLength, recordOffset: offset, recordLength: length } = walker;
    this.number = fieldNumberOf(walker.tag);
    this.wireType = tagWireType(walker.tag);
    this.span = { offset, length };
    this.record = handle(window, offset, length);
    this.value = handle(window, walker.absolute(valuePos), valueLength);
    this.#owner = owner;
    this.#part = new Part(window, 0, 0, 0, null);
    walker.payload(this.#part);
  }

  as(layout: MessageLayout): MessageView {
    const name = `#${this.number}`;
    if (this.wireType !== WIRE_LEN) {
      throw new ProtomdlError(
        'schema-wrong-type',
        `field ${name} is not a LEN record`,
        this.span.offset,
        name,
      );
    }
    return this.#owner.foreign(this.#part, layout, name);
  }
}

/** Makes a handle for bytes that may begin before the window or continue after it. */
function handle(window: Window, offset: number, length: number): BlobHandle {
  const start = offset - window.base;
  const held = start >= 0 && start + length <= window.bytes.length ? window : undefined;
  return new BlobHandle(offset, length, window.store, held);
}
