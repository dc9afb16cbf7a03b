import type { Source } from '../../base/source/source.js';
import type { TextPlace } from './parse-error.js';

const FIRST_SIZE = 256 * 1024;
/** Shorter tokens are read whole, because error messages show their beginnings. */
const LEAST_PIECE = 64;

/**
 * The part of a text that is in memory, from the current token on. It grows only for a token that does not
 * fit and cannot be read in pieces.
 */
export class TextWindow {
  bytes: Uint8Array;
  /** Position of the next token. */
  pos = 0;
  end = 0;
  /** True if the window reaches the end of the text. */
  isLast = false;
  line = 1;
  /** Absolute offset of the current line. */
  #lineStart = 0;
  /** Absolute offset of the window's first byte. */
  #base = 0;

  /** @param size initial size in bytes */
  constructor(
    private readonly source: Source,
    size = FIRST_SIZE,
  ) {
    const { bytes } = source;
    this.bytes = bytes ?? new Uint8Array(size);
    if (bytes !== undefined) {
      this.end = bytes.length;
      this.isLast = true;
    }
  }

  /** Loads more bytes after `pos`: at least as many again as are there, or all that are left. */
  async more(): Promise<void> {
    const kept = this.end - this.pos;
    if (kept > this.bytes.length / 2) {
      const grown = new Uint8Array(this.bytes.length * 2);
      grown.set(this.bytes.subarray(this.pos, this.end));
      this.bytes = grown;
    } else this.bytes.copyWithin(0, this.pos, this.end);
    this.#base += this.pos;
    this.pos = 0;
    this.end = kept;
    while (this.end < this.bytes.length) {
      const read = await this.source.read(this.#base + this.end, this.bytes.subarray(this.end));
      if (read === 0) {
        this.isLast = true;
        return;
      }
      this.end += read;
    }
  }

  /** True if a token that begins at `pos` and does not end in the window would make the window grow. */
  get isFull(): boolean {
    const kept = this.end - this.pos;
    return kept > this.bytes.length / 2 && kept >= LEAST_PIECE;
  }

  /** Bytes from `pos` to the end of the text; 0 if the size is unknown. */
  get rest(): number {
    return Math.max(0, (this.source.size ?? 0) - this.#base - this.pos);
  }

  /** Call this for each line break passed, in order. @param at position of the line break in the window */
  newLine(at: number): void {
    this.line++;
    this.#lineStart = this.#base + at + 1;
  }

  /** Returns the place of a position in the current line. @param at position in the window */
  placeOf(at: number): TextPlace {
    const offset = this.#base + at;
    const from = this.#lineStart - this.#base;
    let column = offset - this.#lineStart + 1;
    // Each character has exactly one first byte; in a line longer than the window, columns are counted in
    // bytes.
    for (let i = Math.max(0, from); i < at; i++) if (((this.bytes[i] as number) & 0xc0) === 0x80) column--;
    return { line: this.line, column, offset };
  }

  /** Skips a byte order mark at the very beginning. */
  skipMark(): void {
    const { bytes } = this;
    if (this.end >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
      this.pos = 3;
      this.#lineStart = 3;
    }
  }
}
