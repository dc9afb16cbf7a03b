import type { Span } from '../../base/diagnostics/diagnostic.js';
import type { SparseBytes } from '../../read/outline/sparse.js';

const FIRST_SIZE = 1 << 16;

/** Stretches of at least this size are not copied: the message keeps them in memory. */
const LONG = 4096;

/**
 * Writes records from the last byte to the first: the length before a payload is known by the time that it is
 * written.
 */
export class ReverseWriter {
  #bytes = new Uint8Array(FIRST_SIZE);
  /** Position of the first byte written; the last byte is at the end of the array. */
  #start = FIRST_SIZE;

  /**
   * Pieces that were not copied into memory, the last piece first. Each is followed by `size` bytes in
   * memory.
   */
  readonly #copied: { readonly size: number; readonly piece: Uint8Array | Span }[] = [];
  #copiedBytes = 0;

  get size(): number {
    return this.#inMemory + this.#copiedBytes;
  }

  get #inMemory(): number {
    return this.#bytes.length - this.#start;
  }

  /** Yields the result from the first byte to the last: bytes, and spans of the file. */
  *pieces(): Generator<Uint8Array | Span> {
    let at = this.#start;
    for (const { size, piece } of this.#copied.toReversed()) {
      const next = this.#bytes.length - size;
      if (next > at) yield this.#bytes.subarray(at, next);
      yield piece;
      at = next;
    }
    if (at < this.#bytes.length) yield this.#bytes.subarray(at);
  }

  /** Writes a stretch of a message, from the file where bytes are missing in memory. */
  sparse(message: SparseBytes, from: number, to: number): void {
    if (to - from < LONG && !message.hasGap(from, to)) {
      this.raw(message.bytes, from, to);
      return;
    }
    for (const stretch of message.backwards(from, to)) {
      if (stretch.to - stretch.from < LONG) this.raw(message.bytes, stretch.from, stretch.to);
      else this.#leave(message.bytes.subarray(stretch.from, stretch.to));
      if (stretch.gap !== undefined) this.#leave(stretch.gap);
    }
  }

  #leave(piece: Uint8Array | Span): void {
    this.#copied.push({ size: this.#inMemory, piece });
    this.#copiedBytes += piece.length;
  }

  raw(bytes: Uint8Array, from: number, to: number): void {
    const length = to - from;
    this.#need(length);
    this.#start -= length;
    const target = this.#bytes;
    if (length > 32) {
      target.set(bytes.subarray(from, to), this.#start);
      return;
    }
    // Few bytes are copied one by one, because creating a view costs more.
    let at = this.#start;
    for (let i = from; i < to; i++) target[at++] = bytes[i] as number;
  }

  /** @param value unsigned, up to 32 bits */
  varint(value: number): void {
    if (value < 0x80) {
      this.#need(1);
      this.#bytes[--this.#start] = value;
      return;
    }
    this.varint64(value | 0, 0);
  }

  /** Writes 64 bits from their halves, signed or not. */
  varint64(lo: number, hi: number): void {
    this.#need(10);
    let size = 1;
    let low = lo >>> 0;
    let high = hi >>> 0;
    let l = low;
    let h = high;
    while (h !== 0 || l >= 0x80) {
      l = ((l >>> 7) | (h << 25)) >>> 0;
      h >>>= 7;
      size++;
    }
    const bytes = this.#bytes;
    this.#start -= size;
    const last = this.#start + size - 1;
    for (let at = this.#start; at < last; at++) {
      bytes[at] = (low & 0x7f) | 0x80;
      low = ((low >>> 7) | (high << 25)) >>> 0;
      high >>>= 7;
    }
    bytes[last] = low;
  }

  #need(count: number): void {
    if (count <= this.#start) return;
    const size = this.#inMemory;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, size + count));
    grown.set(this.#bytes.subarray(this.#start), grown.length - size);
    this.#start = grown.length - size;
    this.#bytes = grown;
  }
}
