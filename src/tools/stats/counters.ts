import { BLOB_SLOTS, ENTRY_COUNT, KIND_COUNT, SIZE_CLASSES, TYPE_COUNT } from './ids.js';

/**
 * Sums over a stretch of a file, in arrays by entry id: the loops that fill them do nothing but add. All are whole
 * numbers, exact up to 2^53.
 */
export class Counters {
  /** Records by entry, and after them unknown ones by the type that they are in. */
  readonly count = new Float64Array(ENTRY_COUNT + TYPE_COUNT);
  /** Bytes of them, tag and all; of records inside others of their field the outermost only. */
  readonly bytes = new Float64Array(ENTRY_COUNT + TYPE_COUNT);
  /** Bytes of tags and lengths; of fields that are numbers, what is beyond a tag of one byte. */
  readonly head = new Float64Array(ENTRY_COUNT);
  /** Bytes that no record is made of, by the type that they are in. */
  readonly gap = new FewSums(TYPE_COUNT);
  /** Messages of types that hold themselves: bytes of the outermost ones, without tag and length. */
  readonly payload = new FewSums(TYPE_COUNT);
  readonly kindCount = new Float64Array(KIND_COUNT);
  readonly kindBytes = new Float64Array(KIND_COUNT);
  /** By slot × SIZE_CLASSES + size class. */
  readonly blobCount = new Float64Array(BLOB_SLOTS.length * SIZE_CLASSES);
  readonly blobBytes = new Float64Array(BLOB_SLOTS.length * SIZE_CLASSES);

  /** Whether the dense loop was here, which takes no note of what it meets. */
  isDense = false;
  /** Otherwise: what was met, in the order in which `count` came to be more than nothing. */
  readonly #met: number[] = [];

  /** Whether an action or trigger was counted, or a blob: their sums are most of it, and few messages have either. */
  hasKinds = false;
  hasBlobs = false;

  /** One more of an entry, or of unknown records: before anything else of it is added. */
  meet(id: number): void {
    const before = this.count[id] as number;
    if (before === 0) this.#met.push(id);
    this.count[id] = before + 1;
  }

  /**
   * Takes over what another has, which is empty then. Files may have thousands of contexts with next to nothing in
   * them: only what was counted is gone through.
   */
  take(other: Counters): void {
    if (other.isDense) {
      for (let id = 0; id < other.count.length; id++) if (other.count[id] !== 0) this.#takeOne(other, id);
      this.isDense = true;
      other.isDense = false;
    } else {
      for (const id of other.#met) {
        if (this.count[id] === 0) this.#met.push(id);
        this.#takeOne(other, id);
      }
    }
    other.#met.length = 0;
    this.gap.take(other.gap);
    this.payload.take(other.payload);
    if (other.hasKinds) {
      moveAll(other.kindCount, this.kindCount);
      moveAll(other.kindBytes, this.kindBytes);
      this.hasKinds = true;
      other.hasKinds = false;
    }
    if (other.hasBlobs) {
      moveAll(other.blobCount, this.blobCount);
      moveAll(other.blobBytes, this.blobBytes);
      this.hasBlobs = true;
      other.hasBlobs = false;
    }
  }

  #takeOne(other: Counters, id: number): void {
    move(other.count, this.count, id);
    move(other.bytes, this.bytes, id);
    if (id < ENTRY_COUNT) move(other.head, this.head, id);
  }
}

/** Sums of which few are more than nothing: those are remembered. */
class FewSums {
  readonly sums: Float64Array;
  readonly #met: number[] = [];

  constructor(length: number) {
    this.sums = new Float64Array(length);
  }

  add(at: number, value: number): void {
    if (value === 0) return;
    if (this.sums[at] === 0) this.#met.push(at);
    this.sums[at] = (this.sums[at] as number) + value;
  }

  /** Takes over what another has, which is empty then. */
  take(other: FewSums): void {
    for (const at of other.#met) {
      this.add(at, other.sums[at] as number);
      other.sums[at] = 0;
    }
    if (other.#met.length > 0) other.#met.length = 0;
  }
}

function move(from: Float64Array, to: Float64Array, at: number): void {
  to[at] = (to[at] as number) + (from[at] as number);
  from[at] = 0;
}

function moveAll(from: Float64Array, to: Float64Array): void {
  for (let i = 0; i < from.length; i++) if (from[i] !== 0) move(from, to, i);
}

/** The class of a blob's size. */
export function sizeClass(length: number): number {
  return Math.min(SIZE_CLASSES - 1, 32 - Math.clz32(length));
}
