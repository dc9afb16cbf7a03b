import { MAX_HEAD_BYTES } from '../../base/wire/limits.js';
import type { FileBytes } from './file-bytes.js';
import { type GroupEnd, groupEnd } from './group-end.js';
import { countElements } from './packed-elements.js';
import type { Reading } from './reading.js';
import { BLOB, GROUP, type Level, PACKED, RecordHead, UNREADABLE } from './record-head.js';
import { type RecordShape, shapeOf } from './record-shape.js';

/** A position between two records of a message. */
export interface RecordPlace {
  readonly offset: number;
  /** Number of records before it. */
  readonly ordinal: number;
  /** Number of elements of each repeated field before it, by index in the table; including merged records. */
  readonly counts: readonly number[];
}

const STEPPED = 0;
export const OVER = 1;
/** Bytes have to be loaded first: call `supply`. */
export const WANTS = 2;

/** Packed lists up to this size are cheap to read. */
const LONG = 4096;

/** Walks over all records of a message, readable or not. */
export class RecordWalk {
  readonly head: RecordHead;
  /** Index of the current record. */
  ordinal: number;
  /** Index of its first element in the field; 0 if the field is not repeated. */
  index = 0;
  /** Position after the record. */
  at: number;
  /** Counts up to and including the current record. */
  readonly counts: number[];
  readonly #shape: RecordShape;
  // Results for the content of the record at `at`.
  #groupAt = -1;
  #group: GroupEnd | undefined;
  #packedAt = -1;
  #elements = 0;

  constructor(
    private readonly file: FileBytes,
    private readonly level: Level,
    from: RecordPlace,
  ) {
    this.at = from.offset;
    this.ordinal = from.ordinal - 1;
    this.counts = [...from.counts];
    this.#shape = shapeOf(level.table);
    this.head = new RecordHead(this.#shape);
  }

  step(): typeof STEPPED | typeof OVER | typeof WANTS {
    const { at, head, level } = this;
    if (at >= level.end) return OVER;
    const held = this.file.held(at, MAX_HEAD_BYTES);
    if (held === undefined) return WANTS;
    head.read(held, at, level);
    let elements = 1;
    if (head.kind === GROUP) {
      if (this.#groupAt !== at) return WANTS;
      const { valueEnd, end, problem } = this.#group as GroupEnd;
      head.endGroup(valueEnd, end, problem);
    } else if (head.kind === PACKED && head.problem === null) {
      if (this.#packedAt !== at) return WANTS;
      elements = this.#elements;
    }
    this.ordinal++;
    this.at = head.end;
    this.index = this.#count(elements);
    return STEPPED;
  }

  /** Loads the required bytes. */
  *supply(): Reading<void> {
    const { at, head, level, file } = this;
    const held = yield* file.load(at, MAX_HEAD_BYTES);
    head.read(held, at, level);
    if (head.kind === GROUP) {
      this.#group = yield* groupEnd(file, head.valueOffset, level.end, head.number, level.depth + 1);
      this.#groupAt = at;
    } else if (head.kind === PACKED && head.problem === null && head.field !== undefined) {
      this.#elements = yield* countElements(file, head.valueOffset, head.end, head.field.type);
      this.#packedAt = at;
    }
  }

  /** @returns true if there is another record */
  *next(): Reading<boolean> {
    for (;;) {
      const step = this.step();
      if (step !== WANTS) return step === STEPPED;
      yield* this.supply();
    }
  }

  #count(elements: number): number {
    const { field, kind, problem } = this.head;
    if (field?.repeated !== true) return 0;
    const place = this.#shape.place(field);
    const before = this.counts[place] as number;
    // As in reports: a message that is too deep, or truncated, does not count.
    const isNone = kind === UNREADABLE || (problem !== null && (kind === BLOB || kind === PACKED));
    if (!isNone) this.counts[place] = before + elements;
    return before;
  }

  /** Number of elements in the current packed list. */
  get elements(): number {
    return this.#elements;
  }

  /** True if `supply` would read a list or group to its end. Call this only when `step` returned WANTS. */
  get isLong(): boolean {
    const { kind, offset, valueOffset, end } = this.head;
    if (offset !== this.at) return false;
    return kind === GROUP || (kind === PACKED && end - valueOffset > LONG);
  }
}
