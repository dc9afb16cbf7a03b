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
  readonly gap = new Float64Array(TYPE_COUNT);
  /** Messages of types that hold themselves: bytes of the outermost ones, without tag and length. */
  readonly payload = new Float64Array(TYPE_COUNT);
  readonly kindCount = new Float64Array(KIND_COUNT);
  readonly kindBytes = new Float64Array(KIND_COUNT);
  /** By slot × SIZE_CLASSES + size class. */
  readonly blobCount = new Float64Array(BLOB_SLOTS.length * SIZE_CLASSES);
  readonly blobBytes = new Float64Array(BLOB_SLOTS.length * SIZE_CLASSES);

  #all(): readonly Float64Array[] {
    return [
      this.count,
      this.bytes,
      this.head,
      this.gap,
      this.payload,
      this.kindCount,
      this.kindBytes,
      this.blobCount,
      this.blobBytes,
    ];
  }

  add(other: Counters): void {
    const theirs = other.#all();
    this.#all().forEach((own, which) => {
      const more = theirs[which] as Float64Array;
      for (let i = 0; i < own.length; i++) own[i] = (own[i] as number) + (more[i] as number);
    });
  }

  clear(): void {
    for (const array of this.#all()) array.fill(0);
  }
}

/** The class of a blob's size. */
export function sizeClass(length: number): number {
  return Math.min(SIZE_CLASSES - 1, 32 - Math.clz32(length));
}
