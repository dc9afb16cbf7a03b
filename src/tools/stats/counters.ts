import { BLOB_SLOTS, ENTRY_COUNT, KIND_COUNT, SIZE_CLASSES, TYPE_COUNT } from './ids.js';

/**
 * Sums over a stretch of a file, in arrays by entry id, so that the counting loops only add. All are whole
 * numbers, exact up to 2^53.
 */
export class Counters {
  /** Number of records by entry, followed by unknown records by the type that contains them. */
  readonly count = new Float64Array(ENTRY_COUNT + TYPE_COUNT);
  /**
   * Size of these records, tags included; of records nested in others of the same field, only the outermost
   * counts.
   */
  readonly bytes = new Float64Array(ENTRY_COUNT + TYPE_COUNT);
  /** Size of tags and lengths; for number fields, without the first byte of the tag. */
  readonly head = new Float64Array(ENTRY_COUNT);
  /** Bytes outside of any record, by the type that contains them. */
  readonly gap = new FewSums(TYPE_COUNT);
  /** By recursive type: payload size of the outermost messages. */
  readonly payload = new FewSums(TYPE_COUNT);
  readonly kindCount = new Float64Array(KIND_COUNT);
  readonly kindBytes = new Float64Array(KIND_COUNT);
  /** Number of blobs, indexed by slot × SIZE_CLASSES + size class. */
  readonly blobCount = new Float64Array(BLOB_SLOTS.length * SIZE_CLASSES);
  readonly blobBytes = new Float64Array(BLOB_SLOTS.length * SIZE_CLASSES);

  /** The entries that occurred, in the order of their first record. */
  readonly #met: number[] = [];

  /**
   * True if an action, trigger or blob was counted. The sums of actions, triggers and blobs are the largest
   * part of the arrays, and few messages have such records.
   */
  hasKinds = false;
  hasBlobs = false;

  /** Counts a record of an entry, or an unknown record. @param head size of its tag and length */
  add(id: number, size: number, head: number): void {
    const before = this.count[id] as number;
    if (before === 0) this.#met.push(id);
    this.count[id] = before + 1;
    this.bytes[id]! += size;
    if (head > 0) this.head[id]! += head;
  }

  /**
   * Moves all sums from another object, which then has only zeros. Files may have thousands of nearly empty
   * contexts, so only the entries with a count are visited.
   */
  take(other: Counters): void {
    for (const id of other.#met) {
      if (this.count[id] === 0) this.#met.push(id);
      move(other.count, this.count, id);
      move(other.bytes, this.bytes, id);
      if (id < ENTRY_COUNT) move(other.head, this.head, id);
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
}

/** Sums of which only a few are nonzero. The indexes of the nonzero sums are remembered. */
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

  /** Moves all sums from another object, which then has only zeros. */
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

export function sizeClass(length: number): number {
  return Math.min(SIZE_CLASSES - 1, 32 - Math.clz32(length));
}

/**
 * Limits for groups and contexts with a row of their own; other groups and contexts are only counted and
 * summed.
 */
export const MAX_GROUPS = 256;
export const MAX_CONTEXT_ROWS = 4096;

const MAX_NAME = 200;

type ScopeKind = 'group' | 'context' | 'preliminary';

/** A stretch of the file that has a row of its own, with sums of its content. */
export class StatsScope {
  name = '';
  /** Words after the message to which the actions of this stretch point. */
  words = { count: 0, bytes: 0 };

  constructor(
    readonly kind: ScopeKind,
    readonly path: string,
    readonly depth: number,
    readonly offset: number,
    /** Counters of the scope without nested scopes; complete when the scope is closed. */
    readonly counters: Counters,
  ) {}

  rename(name: string): void {
    this.name = name.slice(0, MAX_NAME);
  }
}
