import type { Source } from '../../base/source/source.js';
import { MAX_HEAD_BYTES } from '../../base/wire/limits.js';
import { type KeptRange, Outline } from './outline.js';

/** Maximum size of a last window whose bytes, zeros included, replace the bytes of the previous window. */
const SHORT_TAIL = 64;
/** Bytes in memory are seen through windows of this size, so that positions stay small integers. */
const MEMORY_WINDOW = 1 << 29;

/** The stretch of a source that a tape sees: it begins at `base`, and zeros for a record's head follow its last byte. */
export interface TapeWindow {
  readonly bytes: Uint8Array;
  readonly base: number;
  /** Number of the source's bytes in the window. */
  readonly filled: number;
  /** Up to this position, a record's head is sure to be whole, or followed by zeros. */
  readonly safe: number;
  /** True if the window reaches the end. */
  readonly last: boolean;
  /** Position after the last existing byte of the stretch to read; infinite until the position is known. */
  readonly existing: number;
  /** Actual end of the source; infinite until the end is known. */
  readonly sourceEnd: number;
  /** Moves the beginning of the window to an offset. */
  show(offset: number): void;
}

/** Shows an outline, or bytes in memory. */
export class KeptWindow implements TapeWindow {
  bytes = NO_BYTES;
  base = 0;
  filled = 0;
  safe = 0;
  last = false;
  existing = 0;
  readonly #outline: Outline | undefined;
  /** The bytes in memory: all of the source, or the current stretch of its outline. */
  #memory: KeptRange;
  #tail: Uint8Array | undefined;

  /** @throws Error if the source is neither an outline nor in memory */
  constructor(
    private readonly source: Source,
    from: number,
    private end: number,
  ) {
    const { bytes } = source;
    this.#outline = source instanceof Outline ? source : undefined;
    if (this.#outline === undefined && bytes === undefined) {
      throw new Error('a tape needs an outline, or bytes in memory');
    }
    this.#memory = { bytes: bytes ?? NO_BYTES, base: 0, isLast: true };
    this.show(from);
  }

  get sourceEnd(): number {
    return this.last ? (this.source.size ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  }

  /** Starts with another stretch of the source. */
  restart(from: number, end: number): void {
    this.end = end;
    this.show(from);
  }

  /** Uses bytes in memory as the window; only the last bytes are copied, to have zeros after them. */
  show(offset: number): void {
    if (this.#outline !== undefined) {
      // No bytes are kept at this offset: reading ends.
      this.#memory = this.#outline.stretch(offset, 0) ?? { bytes: NO_BYTES, base: offset, isLast: true };
    }
    const { bytes: memory, base, isLast } = this.#memory;
    const stop = Math.min(this.end - base, memory.length);
    const from = Math.min(offset - base, stop);
    this.base = offset;
    const there = stop - from;
    this.existing = Math.min(this.end, this.source.size ?? this.end) - offset;
    const hasMore = !isLast && this.end > base + memory.length;
    if (hasMore || there > 2 * MAX_HEAD_BYTES) {
      const shown = Math.min(there, MEMORY_WINDOW);
      this.bytes = memory.subarray(from, from + shown);
      this.filled = shown;
      this.last = false;
      // A stretch followed by others ends in a blob, so every head in the stretch is whole.
      this.safe = hasMore && shown === there ? shown : shown - MAX_HEAD_BYTES;
      return;
    }
    const tail = this.#tailOf(there + MAX_HEAD_BYTES);
    // Loops are used, because there are mostly few bytes: making a view or calling `fill` costs more.
    for (let i = 0; i < there; i++) tail[i] = memory[from + i] as number;
    for (let i = there; i < there + MAX_HEAD_BYTES; i++) tail[i] = 0;
    this.bytes = tail;
    this.filled = there;
    this.last = true;
    this.safe = there;
  }

  /**
   * Returns memory for the tail of a window. Short tails reuse the same memory, because a file may have tens
   * of thousands of short tails.
   */
  #tailOf(length: number): Uint8Array {
    if (length > SHORT_TAIL) return new Uint8Array(length);
    this.#tail ??= new Uint8Array(SHORT_TAIL);
    return this.#tail;
  }
}

const NO_BYTES: Uint8Array = new Uint8Array(0);
