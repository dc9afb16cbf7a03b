import type { FieldTable, MessageTable } from '../../base/schema/table.js';
import type { FileBytes } from './file-bytes.js';
import { lastInFront, STRIDE } from './places.js';
import type { Reading } from './reading.js';
import { type Level, MESSAGE } from './record-head.js';
import { shapeOf } from './record-shape.js';
import { OVER, type RecordPlace, RecordWalk, WANTS } from './record-walk.js';

/** Limit for the records between two remembered positions. */
const MAX_RECORDS = 8192;

/** Position of a list of records, with the message that contains it. */
export interface RecordRange extends Level {
  readonly from: number;
  /** Path of the message or group; empty for the root. */
  readonly path: string;
  /**
   * Number of elements of its repeated fields in earlier records of the same singular message; undefined for
   * none.
   */
  readonly before: readonly number[] | undefined;
}

/**
 * The records of a message or group, read only as far as required: only a position every few kilobytes is
 * remembered, so that a list of millions needs little memory.
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
  /** End of the part that has been read. */
  #frontier: RecordPlace;
  /** Offset of the first record of each singular message field, by number. */
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

  /** Number of known records. */
  get count(): number {
    return this.#frontier.ordinal;
  }

  get isComplete(): boolean {
    return this.#frontier.offset >= this.end;
  }

  /** Approximate memory in bytes. */
  get cost(): number {
    return this.#places.length * (64 + 8 * this.#frontier.counts.length);
  }

  /**
   * Returns the offset of the first record of a singular message. Only reliable for the part that has been
   * read.
   */
  firstOf(number: number): number | undefined {
    return this.#firstOf.get(number);
  }

  /** Reads one stride further. */
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
    // Another caller may have continued during the wait.
    if (this.#frontier !== from) return;
    this.#frontier = { offset: walk.at, ordinal: walk.ordinal + 1, counts: walk.counts };
    if (!this.isComplete) this.#places.push(this.#frontier);
  }

  /** Reads the list up to the record with the byte, if necessary. */
  *reach(offset: number): Reading<void> {
    while (this.#frontier.offset <= offset && !this.isComplete) yield* this.grow();
  }

  #meet(field: FieldTable | undefined, offset: number): void {
    if (field === undefined || field.repeated || this.#firstOf.has(field.number)) return;
    this.#firstOf.set(field.number, offset);
  }

  /** Returns a walk from the beginning. */
  walk(): RecordWalk {
    return new RecordWalk(this.file, this, this.#places[0] as RecordPlace);
  }

  /** Returns a walk whose next record is the given one, which must be known. */
  *walkTo(ordinal: number): Reading<RecordWalk> {
    const walk = this.#walkFrom((place) => place.ordinal <= ordinal);
    while (walk.ordinal + 1 < ordinal) {
      const step = walk.step();
      if (step === OVER) break;
      if (step === WANTS) yield* walk.supply();
    }
    return walk;
  }

  /** Returns a walk at the record with the byte; undefined if there is none. */
  *at(offset: number): Reading<RecordWalk | undefined> {
    if (offset < this.from || offset >= this.end) return undefined;
    yield* this.reach(offset);
    const walk = this.#walkFrom((place) => place.offset <= offset);
    while (walk.at <= offset) {
      if (walk.step() === WANTS) yield* walk.supply();
    }
    return walk;
  }

  /** Returns a walk at an element of a repeated field; undefined if there is none. */
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

  /** Starts from the last remembered position that is not too far. */
  #walkFrom(isInFront: (place: RecordPlace) => boolean): RecordWalk {
    return new RecordWalk(this.file, this, lastInFront(this.#places, isInFront));
  }
}
