import type { Source } from '../../base/source/source.js';
import type { TextPlace } from './parse-error.js';

const FIRST_SIZE = 256 * 1024;
/** Shorter tokens are read whole: messages show their beginnings. */
const LEAST_PIECE = 64;

/**
 * The part of a text that is in memory: from the token that is being read on. It grows only for a token that is
 * longer than it is and cannot be read in pieces.
 */
export class TextWindow {
  bytes: Uint8Array;
  /** Where the next token may begin. */
  pos = 0;
  end = 0;
  /** Whether the text ends where the window does. */
  isLast = false;
  line = 1;
  /** Absolute. */
  #lineStart = 0;
  /** Absolute offset of the window's first byte. */
  #base = 0;

  /** @param size that it begins with */
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

  /** Brings in more after `pos`, at least as much again as is there, or all that there is. */
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

  /** Whether a token from `pos` on that does not end in the window would make it grow. */
  get isFull(): boolean {
    const kept = this.end - this.pos;
    return kept > this.bytes.length / 2 && kept >= LEAST_PIECE;
  }

  /** Bytes from `pos` to the end of the text; 0 where its size is not known. */
  get rest(): number {
    return Math.max(0, (this.source.size ?? 0) - this.#base - this.pos);
  }

  /** Called with each line break that is passed, in order. @param at the break itself, in the window */
  newLine(at: number): void {
    this.line++;
    this.#lineStart = this.#base + at + 1;
  }

  /** Where something in the present line stands. @param at in the window */
  placeOf(at: number): TextPlace {
    const offset = this.#base + at;
    const from = this.#lineStart - this.#base;
    let column = offset - this.#lineStart + 1;
    // Characters have one first byte each; a line longer than the window is counted in bytes.
    for (let i = Math.max(0, from); i < at; i++) if (((this.bytes[i] as number) & 0xc0) === 0x80) column--;
    return { line: this.line, column, offset };
  }

  /** Passes over a byte order mark at the very beginning. */
  skipMark(): void {
    const { bytes } = this;
    if (this.end >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
      this.pos = 3;
      this.#lineStart = 3;
    }
  }
}
