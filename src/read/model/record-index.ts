import type { ProtomdlError } from '../../base/diagnostics/error.js';
import { TYPE_MESSAGE } from '../../base/schema/table.js';
import { OK } from '../../base/wire/problem.js';
import type { FieldLayout, MessageLayout } from './layout.js';
import type { MessageView } from './message-view.js';
import { Walker } from './walker.js';
import { Part } from './window.js';

/**
 * Positions of a message's fields, found in one pass over its records: for messages too large to scan at
 * every read, and for all encodings that encoders do not write. Applies protobuf's rules: the last scalar
 * counts, occurrences of a singular message are chained, a member of a oneof clears the others.
 */
export class FieldOffsets {
  /**
   * By slot: the part with the effective record (for a list, with the first record); null without a record.
   */
  readonly parts: (Part | null)[];
  /** By slot: the start of the effective record, relative to its part's payload. */
  readonly places: number[];
  /** By slot: number of records; 0 for members of a oneof that have been overwritten. */
  readonly counts: number[];
  /** By slot of a singular message: the payloads that merge into the message. */
  readonly messages: (Part | null)[];
  /** By slot of a singular message: its view; undefined before the first access. */
  readonly views: (MessageView | undefined)[];
  /** By oneof: the slot of the member that is set, or -1. */
  readonly cases: number[];
  /** The walk that made this index, after its last record. `problem` is OK if the whole message was read. */
  readonly walk: Walker;
  /** The error for the walk's problem, made on first request. */
  error: ProtomdlError | undefined;

  constructor(first: Part, layout: MessageLayout, depth: number) {
    const size = layout.fields.length;
    this.parts = new Array(size).fill(null);
    this.places = new Array(size).fill(0);
    this.counts = new Array(size).fill(0);
    this.messages = new Array(size).fill(null);
    this.views = new Array(size).fill(undefined);
    this.cases = new Array(layout.table.oneofs.length).fill(-1);
    this.walk = new Walker(depth, layout);
    this.walk.start(first);
    this.#build(this.walk, layout);
  }

  /**
   * True if every record could be read. If a record could not be read, a later record could change the
   * result.
   */
  get complete(): boolean {
    return this.walk.problem === OK;
  }

  #build(walk: Walker, layout: MessageLayout): void {
    const lasts: (Part | null)[] = new Array(layout.fields.length).fill(null);
    while (walk.next()) {
      const slot = layout.slotOf(walk.tag);
      if (slot < 0) continue;
      const field = layout.fields[slot] as FieldLayout;
      if (field.oneof >= 0) this.#choose(field);
      const count = this.counts[slot] as number;
      this.counts[slot] = count + 1;
      if (count === 0 || !field.table.repeated) {
        const part = walk.part as Part;
        this.parts[slot] = part;
        this.places[slot] = walk.recordOffset - part.window.base - part.start;
      }
      if (field.type === TYPE_MESSAGE && !field.table.repeated) {
        const payload = new Part(walk.window, 0, 0, 0, null);
        walk.payload(payload);
        if (count === 0) this.messages[slot] = payload;
        else (lasts[slot] as Part).next = payload;
        lasts[slot] = payload;
      }
    }
  }

  #choose(field: FieldLayout): void {
    const before = this.cases[field.oneof] as number;
    if (before === field.slot) return;
    this.cases[field.oneof] = field.slot;
    if (before < 0) return;
    this.counts[before] = 0;
    this.parts[before] = null;
    this.messages[before] = null;
  }
}
