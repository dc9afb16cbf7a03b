import type { Source } from '../../base/source/source.js';
import { MAX_HEAD_BYTES } from '../../base/wire/limits.js';
import { type KeptRange, Outline } from '../outline/outline.js';

const WINDOW_SIZE = 256 * 1024;
/** Size of the first read, and of the first read after a hop: usually only the next head is needed. */
const FIRST_READ = 4096;
const HOP_READ = 512;
const MIN_WINDOW_SIZE = 64;
/** Maximum size of a last window whose bytes, zeros included, replace the bytes of the previous window. */
const SHORT_TAIL = 64;
/** Bytes in memory are seen through windows of this size, so that positions stay small integers. */
const MEMORY_WINDOW = 1 << 29;

/**
 * The stretch of a source that is in memory: it begins at `base`, and zeros for a record's head follow its
 * last byte.
 */
export class TapeWindow {
  bytes: Uint8Array;
  base: number;
  /** Number of the source's bytes in the buffer. */
  filled = 0;
  /** Up to this position, a record's head is sure to be whole, or followed by zeros. */
  safe = 0;
  /** True if the buffer reaches the end. */
  last = false;
  /** Position after the last existing byte of the stretch to read; infinite until the position is known. */
  existing = Number.POSITIVE_INFINITY;
  /** Position of the requested first byte. */
  start = 0;
  bytesRead = 0;
  #chunk = FIRST_READ;
  readonly #size: number;
  readonly #outline: Outline | undefined;
  /** The bytes in memory: all of the source, or the current stretch of its outline. */
  #memory: KeptRange | undefined;
  #tail: Uint8Array | undefined;

  constructor(
    private readonly source: Source,
    from: number,
    private end: number,
    windowSize = WINDOW_SIZE,
  ) {
    this.base = from;
    this.#size = Math.max(windowSize, MIN_WINDOW_SIZE);
    const { bytes } = source;
    if (source instanceof Outline) {
      this.#outline = source;
      this.#memory = { bytes: NO_BYTES, base: 0, isLast: true };
    } else if (windowSize === WINDOW_SIZE && bytes !== undefined) {
      this.#memory = { bytes, base: 0, isLast: true };
    }
    this.bytes = NO_BYTES;
    if (this.#memory !== undefined) this.#show(from, MAX_HEAD_BYTES);
    else this.#makeRoom(end - from);
  }

  /**
   * True if a payload that goes past the window can be brought into the window; false if an outline left it
   * out.
   */
  get reads(): boolean {
    return this.#outline === undefined;
  }

  /** Actual end of the source; infinite until the end is known. Reads after this end return no bytes. */
  get sourceEnd(): number {
    return this.last ? (this.source.size ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  }

  /** Starts with another stretch of the source. */
  restart(from: number, end: number): void {
    this.end = end;
    this.#makeRoom(end - from);
    this.hop(from);
    // A source outside memory may end earlier, even within a request for few bytes.
    if (this.#memory === undefined) this.last = false;
    this.#chunk = FIRST_READ;
  }

  /** Drops everything before `offset`, and moves to `offset` without reading. */
  hop(offset: number): void {
    this.base = offset;
    this.filled = 0;
    this.start = 0;
    this.safe = 0;
    this.last = offset >= this.end;
    this.existing = this.last ? 0 : Number.POSITIVE_INFINITY;
    this.#chunk = HOP_READ;
    if (this.#memory !== undefined) this.#show(offset, MAX_HEAD_BYTES);
  }

  /**
   * Moves to `pos`, and reads until `need` bytes from `pos` on are available, or until the end.
   * @returns a promise if the source has to be waited for
   */
  fill(pos: number, need: number): Promise<void> | undefined {
    if (this.#memory !== undefined) {
      this.#show(this.base + pos, need);
      return undefined;
    }
    const left = this.filled - pos;
    this.base += pos;
    this.start = 0;
    if (need + MAX_HEAD_BYTES > this.bytes.length) {
      const grown = new Uint8Array(need + 2 * MAX_HEAD_BYTES);
      grown.set(this.bytes.subarray(pos, this.filled));
      this.bytes = grown;
    } else if (pos > 0 && left > 0) this.bytes.copyWithin(0, pos, this.filled);
    this.filled = Math.max(0, left);
    return this.#read(need);
  }

  /**
   * Passes bytes that an outline left out to `take`, in pieces.
   * @returns true if all bytes exist
   */
  async copy(
    offset: number,
    length: number,
    take: (chunk: Uint8Array) => void | Promise<void>,
  ): Promise<boolean> {
    const chunk = new Uint8Array(Math.min(length, WINDOW_SIZE));
    for (let at = 0; at < length; ) {
      const wanted = Math.min(chunk.length, length - at);
      const read = await this.source.read(offset + at, chunk.subarray(0, wanted));
      await take(chunk.subarray(0, read));
      if (read < wanted) return false;
      at += read;
    }
    return true;
  }

  /** Allocates the buffer for all remaining bytes, but at most for a full window. */
  #makeRoom(length: number): void {
    if (this.#memory !== undefined) return;
    const room = Math.min(this.#size, Math.max(0, length)) + MAX_HEAD_BYTES;
    if (this.bytes.length < room) this.bytes = new Uint8Array(room);
  }

  #read(need: number): Promise<void> | undefined {
    while (!this.last) {
      const at = this.base + this.filled;
      const room = Math.min(this.bytes.length - MAX_HEAD_BYTES - this.filled, this.end - at);
      const asked = Math.min(Math.max(this.#chunk, need - this.filled), room);
      if (asked <= 0) {
        this.last = at >= this.end;
        break;
      }
      const answer = this.source.read(at, this.bytes.subarray(this.filled, this.filled + asked));
      if (typeof answer !== 'number') {
        return answer.then((read) => {
          this.#took(read, asked);
          return this.filled < need ? this.#read(need) : this.#done();
        });
      }
      this.#took(answer, asked);
      if (this.filled >= need) break;
    }
    this.#done();
    return undefined;
  }

  #took(read: number, asked: number): void {
    this.filled += read;
    this.bytesRead += read;
    this.#chunk = Math.min(this.#chunk * 4, this.#size);
    this.last = read < asked || this.base + this.filled >= this.end;
  }

  #done(): undefined {
    if (this.last) this.bytes.fill(0, this.filled, this.filled + MAX_HEAD_BYTES);
    this.safe = this.last ? this.filled : Math.max(0, this.filled - MAX_HEAD_BYTES);
    this.existing = this.last ? this.filled : Number.POSITIVE_INFINITY;
    return undefined;
  }

  /** Uses bytes in memory as the window; only the last bytes are copied, to have zeros after them. */
  #show(offset: number, need: number): void {
    if (this.#outline !== undefined) {
      // No bytes are kept at this offset: reading ends.
      this.#memory = this.#outline.stretch(offset, 0) ?? { bytes: NO_BYTES, base: offset, isLast: true };
    }
    const { bytes: memory, base, isLast } = this.#memory as KeptRange;
    const stop = Math.min(this.end - base, memory.length);
    const from = Math.min(offset - base, stop);
    this.bytesRead = Math.max(this.bytesRead, from);
    this.start = 0;
    this.base = offset;
    const there = stop - from;
    this.existing = Math.min(this.end, this.source.size ?? this.end) - offset;
    const hasMore = !isLast && this.end > base + memory.length;
    if (hasMore || there > Math.max(need, MAX_HEAD_BYTES) + MAX_HEAD_BYTES) {
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

const NO_BYTES = new Uint8Array(0);
