import { MAX_HEAD_BYTES } from '../../base/wire/limits.js';
import type { FileBytes } from './file-bytes.js';
import { type GroupEnd, groupEnd } from './group-end.js';
import { countElements } from './packed-elements.js';
import type { Reading } from './reading.js';
import { BLOB, GROUP, type Level, PACKED, RecordHead, UNREADABLE } from './record-head.js';
import { type RecordShape, shapeOf } from './record-shape.js';

/** A place between two records of a message. */
export interface RecordPlace {
  readonly offset: number;
  /** Records in front of it. */
  readonly ordinal: number;
  /** Elements of the repeated fields in front of it, by their place in the table; those merged into it count. */
  readonly counts: readonly number[];
}

const STEPPED = 0;
export const OVER = 1;
/** Something has to be read first: `supply`. */
export const WANTS = 2;

/** Packed lists up to this size are as good as read. */
const LONG = 4096;

/** Goes through the records of a message, one after another, whatever they are. */
export class RecordWalk {
  readonly head: RecordHead;
  /** Of the record that was come to. */
  ordinal: number;
  /** Which element of its field it is, or the first in it is; 0 of what is not repeated. */
  index = 0;
  /** After the record. */
  at: number;
  /** What has been counted, the record included. */
  readonly counts: number[];
  readonly #shape: RecordShape;
  // What was found out about what is in the record at `at`.
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

  /** Reads what is wanted. */
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

  /** @returns whether there is another record */
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
    // As reports count: a message that lies too deep to be read, or is cut, is none.
    const isNone = kind === UNREADABLE || (problem !== null && (kind === BLOB || kind === PACKED));
    if (!isNone) this.counts[place] = before + elements;
    return before;
  }

  /** Elements of the packed list that was come to. */
  get elements(): number {
    return this.#elements;
  }

  /** Whether what is wanted takes going through a list or group to its end. To be asked where `step` wants. */
  get isLong(): boolean {
    const { kind, offset, valueOffset, end } = this.head;
    if (offset !== this.at) return false;
    return kind === GROUP || (kind === PACKED && end - valueOffset > LONG);
  }
}
