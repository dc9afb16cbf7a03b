import type { Span } from '../../base/diagnostics/diagnostic.js';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import type { Source } from '../../base/source/source.js';
import type { ByteTaker } from './rewriting.js';

/** Size of a read that anticipates the next requests. */
export const WINDOW = 64 * 1024;
/** Size of the pieces that are copied. */
const COPY = 256 * 1024;

/** Reads stretches of a source with random access: small ones into memory, large ones in pieces. */
export class SpanReader {
  #window = new Uint8Array(0);
  #base = 0;
  #filled = 0;
  #copying: Uint8Array | undefined;

  constructor(readonly source: Source) {}

  /**
   * Returns all bytes of a span. Valid until the next call. @throws ProtomdlError if the source ends before
   * the span
   */
  async read(span: Span): Promise<Uint8Array> {
    const held = this.held(span);
    if (held !== undefined) return held;
    const { offset, length } = span;
    const { bytes } = this.source;
    if (bytes !== undefined) throw ended(bytes.length);
    const size = Math.max(length, WINDOW);
    if (this.#window.length < size) this.#window = new Uint8Array(size);
    this.#base = offset;
    this.#filled = 0;
    this.#filled = await this.source.read(offset, this.#window.subarray(0, size));
    if (this.#filled < length) throw ended(offset + this.#filled);
    return this.#window.subarray(0, length);
  }

  held({ offset, length }: Span): Uint8Array | undefined {
    const { bytes } = this.source;
    const base = bytes === undefined ? this.#base : 0;
    const filled = bytes === undefined ? this.#filled : bytes.length;
    if (offset < base || offset + length > base + filled) return undefined;
    return (bytes ?? this.#window).subarray(offset - base, offset - base + length);
  }

  /**
   * Returns the joined bytes of several spans, as a copy if there is more than one. Valid until the next
   * call.
   */
  async readAll(spans: readonly Span[]): Promise<Uint8Array> {
    const [only] = spans;
    if (spans.length === 1 && only !== undefined) return this.read(only);
    const joined = new Uint8Array(spansLength(spans));
    let at = 0;
    for (const span of spans) {
      joined.set(await this.read(span), at);
      at += span.length;
    }
    return joined;
  }

  /**
   * Passes on the bytes of a span in pieces, which are valid until the taker returns or its promise resolves.
   */
  async copy({ offset, length }: Span, take: ByteTaker): Promise<void> {
    const { bytes } = this.source;
    this.#copying ??= new Uint8Array(bytes === undefined ? COPY : 0);
    for (let at = 0; at < length; ) {
      const size = Math.min(COPY, length - at);
      let piece: Uint8Array;
      if (bytes === undefined) {
        piece = this.#copying.subarray(0, size);
        const answer = this.source.read(offset + at, piece);
        const read = typeof answer === 'number' ? answer : await answer;
        if (read < size) throw ended(offset + at + read);
      } else {
        piece = bytes.subarray(offset + at, offset + at + size);
        if (piece.length < size) throw ended(bytes.length);
      }
      const taken = take(piece);
      if (taken !== undefined) await taken;
      at += size;
    }
  }
}

export function spansLength(spans: readonly Span[]): number {
  let length = 0;
  for (const span of spans) length += span.length;
  return length;
}

function ended(offset: number): ProtomdlError {
  return new ProtomdlError('source-changed', `ended at ${offset} while it was read`, offset);
}
