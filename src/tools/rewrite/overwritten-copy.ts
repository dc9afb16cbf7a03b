import type { Span } from '../../base/diagnostics/diagnostic.js';
import type { Source } from '../../base/source/source.js';
import type { ByteTaker } from './rewriting.js';
import { SpanReader, WINDOW } from './span-reader.js';

/**
 * Copies a stretch of a source from front to back, and lets the caller overwrite bytes on the way. A window
 * is in memory as one array: in a hostile file, creating a view for each value takes longer than processing
 * the value.
 */
export class OverwrittenCopy {
  /** The window, which the caller may overwrite. */
  bytes = new Uint8Array(WINDOW);
  /** Offset of the window's first byte. All bytes before this offset have been passed on. */
  base: number;
  #filled = 0;
  readonly #end: number;
  readonly #reader: SpanReader;

  constructor(
    source: Source,
    { offset, length }: Span,
    private readonly take: ByteTaker,
  ) {
    this.#reader = new SpanReader(source);
    this.base = offset;
    this.#end = offset + length;
  }

  /** True if these bytes are in the window and have not been passed on. */
  holds(offset: number, length: number): boolean {
    return offset + length <= this.base + this.#filled;
  }

  /** Moves the window to bytes that are not in the window. */
  async hold(offset: number, length: number): Promise<void> {
    await this.#handOnTo(offset);
    if (length > this.bytes.length) {
      const grown = new Uint8Array(length);
      grown.set(this.bytes);
      this.bytes = grown;
    }
    const next = { offset: offset + this.#filled, length: this.bytes.length - this.#filled };
    await this.#reader.copy({ ...next, length: Math.min(next.length, this.#end - next.offset) }, (piece) => {
      this.bytes.set(piece, this.#filled);
      this.#filled += piece.length;
    });
  }

  /** Passes on other bytes in place of the same number of bytes, which need not fit in the window. */
  async replace(offset: number, length: number, write: (take: ByteTaker) => Promise<void>): Promise<void> {
    await this.#handOnTo(offset);
    await write(this.take);
    this.#drop(Math.min(length, this.#filled));
    this.base = offset + length;
  }

  /** Passes on the remaining bytes. */
  finish(): Promise<void> {
    return this.#handOnTo(this.#end);
  }

  async #handOnTo(offset: number): Promise<void> {
    const { base } = this;
    const held = Math.min(offset - base, this.#filled);
    if (held > 0) await this.take(this.bytes.subarray(0, held));
    await this.#reader.copy({ offset: base + held, length: offset - base - held }, this.take);
    this.#drop(held);
    this.base = offset;
  }

  #drop(count: number): void {
    this.bytes.copyWithin(0, count, this.#filled);
    this.#filled -= count;
  }
}
