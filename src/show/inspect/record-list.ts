import type { FieldTable, MessageTable } from '../../base/schema/table.js';
import type { FileBytes } from './file-bytes.js';
import { lastInFront, STRIDE } from './places.js';
import type { Reading } from './reading.js';
import { type Level, MESSAGE } from './record-head.js';
import { shapeOf } from './record-shape.js';
import { OVER, type RecordPlace, RecordWalk, WANTS } from './record-walk.js';

/** Records between two places that are kept. */
const MAX_RECORDS = 8192;

/** Where a list of records lies, and what it is the content of. */
export interface RecordRange extends Level {
  readonly from: number;
  /** Of the message or group; empty for the root. */
  readonly path: string;
  /** Elements of its repeated fields that earlier records of the same singular message had; undefined for none. */
  readonly before: readonly number[] | undefined;
}

/**
 * The records of a message or group, gone through only as far as was asked for: remembered is a place every
 * some thousand bytes, not each record, so that a list of millions costs next to nothing.
 */
export class RecordList implements RecordRange {
  readonly from: number;
  readonly end: number;
  readonly table: MessageTable | undefined;
  readonly depth: number;
  readonly path: string;
  readonly before: readonly number[] | undefined;
  /** Ascending; the first is the beginning. */
  readonly #places: RecordPlace[];
  /** As far as it has been gone through. */
  #frontier: RecordPlace;
  /** Offset of the first record of each field that holds one message, by number. */
  readonly #firstOf = new Map<number, number>();

  constructor(
    private readonly file: FileBytes,
    { from, end, table, depth, path, before }: RecordRange,
  ) {
    this.from = from;
    this.end = end;
    this.table = table;
    this.depth = depth;
    this.path = path;
    this.before = before;
    const counts = before ?? new Array<number>(shapeOf(table).repeated).fill(0);
    this.#frontier = { offset: from, ordinal: 0, counts };
    this.#places = [this.#frontier];
  }

  /** Records that are known. */
  get count(): number {
    return this.#frontier.ordinal;
  }

  get isComplete(): boolean {
    return this.#frontier.offset >= this.end;
  }

  /** Rough bytes of memory that it takes. */
  get cost(): number {
    return this.#places.length * (64 + 8 * this.#frontier.counts.length);
  }

  /** Where the records of a singular message begin. Sure for what has been gone through only. */
  firstOf(number: number): number | undefined {
    return this.#firstOf.get(number);
  }

  /** Goes a stride further. */
  *grow(): Reading<void> {
    const from = this.#frontier;
    const walk = new RecordWalk(this.file, this, from);
    const target = from.offset + STRIDE;
    while (walk.at < target && walk.ordinal < from.ordinal + MAX_RECORDS) {
      const step = walk.step();
      if (step === OVER) break;
      if (step === WANTS) yield* walk.supply();
      else if (walk.head.kind === MESSAGE) this.#meet(walk.head.field, walk.head.offset);
    }
    yield undefined;
    // Another caller may have read on while bytes were waited for.
    if (this.#frontier !== from) return;
    this.#frontier = { offset: walk.at, ordinal: walk.ordinal + 1, counts: walk.counts };
    if (!this.isComplete) this.#places.push(this.#frontier);
  }

  /** Goes through the list up to the record with the byte, where it has not been. */
  *reach(offset: number): Reading<void> {
    while (this.#frontier.offset <= offset && !this.isComplete) yield* this.grow();
  }

  #meet(field: FieldTable | undefined, offset: number): void {
    if (field === undefined || field.repeated || this.#firstOf.has(field.number)) return;
    this.#firstOf.set(field.number, offset);
  }

  /** A walk from the beginning. */
  walk(): RecordWalk {
    return new RecordWalk(this.file, this, this.#places[0] as RecordPlace);
  }

  /** A walk that comes to a record next, which must be known. */
  *walkTo(ordinal: number): Reading<RecordWalk> {
    const walk = this.#walkFrom((place) => place.ordinal <= ordinal);
    while (walk.ordinal + 1 < ordinal) {
      const step = walk.step();
      if (step === OVER) break;
      if (step === WANTS) yield* walk.supply();
    }
    return walk;
  }

  /** A walk that has come to the record with the byte; undefined where none has it. */
  *at(offset: number): Reading<RecordWalk | undefined> {
    if (offset < this.from || offset >= this.end) return undefined;
    yield* this.reach(offset);
    const walk = this.#walkFrom((place) => place.offset <= offset);
    while (walk.at <= offset) {
      if (walk.step() === WANTS) yield* walk.supply();
    }
    return walk;
  }

  /** A walk that has come to an element of a repeated field; undefined where there is none. */
  *element(field: FieldTable, index: number): Reading<RecordWalk | undefined> {
    const at = shapeOf(this.table).place(field);
    while ((this.#frontier.counts[at] as number) <= index && !this.isComplete) yield* this.grow();
    const walk = this.#walkFrom(({ counts }) => (counts[at] as number) <= index);
    if ((walk.counts[at] as number) > index) return undefined;
    while ((walk.counts[at] as number) <= index) {
      const step = walk.step();
      if (step === OVER) return undefined;
      if (step === WANTS) yield* walk.supply();
    }
    return walk;
  }

  /** From the last of the places that are not too far. */
  #walkFrom(isInFront: (place: RecordPlace) => boolean): RecordWalk {
    return new RecordWalk(this.file, this, lastInFront(this.#places, isInFront));
  }
}
