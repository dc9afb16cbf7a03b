import type { Span } from '../../base/diagnostics/diagnostic.js';
import type { ByteTaker } from './rewriting.js';
import type { SpanReader } from './span-reader.js';

/** Minimum size of the chunks that are passed on, except for the last chunk. */
const CHUNK = 64 * 1024;

/** Receives bytes and spans of a file, and passes them on in chunks. */
export class WritingSink {
  readonly #chunk = new Uint8Array(2 * CHUNK);
  #filled = 0;

  constructor(
    private readonly reader: SpanReader,
    private readonly take: ByteTaker,
  ) {}

  /** Takes bytes, which may change after the call has returned or its promise has resolved. */
  add(bytes: Uint8Array): void | Promise<void> {
    if (bytes.length > CHUNK) return this.#straight(bytes);
    this.#chunk.set(bytes, this.#filled);
    this.#filled += bytes.length;
    if (this.#filled >= CHUNK) return this.flush();
  }

  copy(span: Span): void | Promise<void> {
    const held = span.length <= CHUNK ? this.reader.held(span) : undefined;
    return held === undefined ? this.#read(span) : this.add(held);
  }

  async #read(span: Span): Promise<void> {
    if (span.length <= CHUNK) {
      await this.add(await this.reader.read(span));
      return;
    }
    await this.flush();
    await this.reader.copy(span, this.take);
  }

  /** Call this after the last bytes. */
  flush(): void | Promise<void> {
    const piece = this.#chunk.subarray(0, this.#filled);
    this.#filled = 0;
    if (piece.length > 0) return this.take(piece);
  }

  async #straight(bytes: Uint8Array): Promise<void> {
    await this.flush();
    await this.take(bytes);
  }
}
