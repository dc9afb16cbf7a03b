import type { Span } from '../../base/diagnostics/span.js';
import type { Source } from '../../base/source/source.js';
import type { ByteTaker } from './rewriting.js';
import { SpanReader, WINDOW } from './span-reader.js';

/**
 * A stretch of a source that is handed on from front to back, with bytes written over in between. A window of it is in
 * memory, in one array: a view for each value of a hostile file takes longer than what is done to the values.
 */
export class OverwrittenCopy {
  /** The window, to be written over. */
  bytes = new Uint8Array(WINDOW);
  /** Offset of its first byte. What lies in front has been handed on. */
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

  /** Whether bytes that have not been handed on are in the window. */
  holds(offset: number, length: number): boolean {
    return offset + length <= this.base + this.#filled;
  }

  /** Moves the window to where bytes are that it does not hold. */
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

  /** Hands on other bytes in place of as many that may not fit in a window. */
  async replace(offset: number, length: number, write: (take: ByteTaker) => Promise<void>): Promise<void> {
    await this.#handOnTo(offset);
    await write(this.take);
    this.#drop(Math.min(length, this.#filled));
    this.base = offset + length;
  }

  /** Hands on what is left. */
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
