import type { Span } from '../diagnostics/diagnostic.js';
import type { Source } from '../source/source.js';
import { type Frame, paddingSpan } from './layout.js';

/**
 * Finds the first nonzero byte in the padding of a version 3 frame. The bytes of the file arrive in order.
 */
export class PaddingScan {
  /** Absolute offset of the first nonzero byte; undefined if none was found until now. */
  firstNonzero: number | undefined;
  readonly #span: Span;

  constructor(frame: Frame) {
    this.#span = paddingSpan(frame);
  }

  /** Reads the bytes of the file from `offset` on; ignores bytes outside of the padding. */
  update(offset: number, bytes: Uint8Array): void {
    const end = Math.min(bytes.length, this.#span.offset + this.#span.length - offset);
    for (let i = Math.max(0, this.#span.offset - offset); i < end; i++) {
      if (bytes[i] !== 0) {
        const found = offset + i;
        if (this.firstNonzero === undefined || found < this.firstNonzero) this.firstNonzero = found;
        return;
      }
    }
  }
}

/**
 * Size of one read in bytes. Longer padding is rare, because padding only moves the next section to the
 * beginning of a page.
 */
const WINDOW = 64 * 1024;

/**
 * Finds the first byte of the padding that is not zero, with bounded memory.
 * @returns its absolute offset, or undefined
 * @throws ProtomdlError from the source's `read`
 */
export async function findNonzeroPadding(frame: Frame, source: Source): Promise<number | undefined> {
  const { offset, length } = paddingSpan(frame, source.size);
  const scan = new PaddingScan(frame);
  const window = new Uint8Array(Math.min(length, WINDOW));
  for (let at = offset; at < offset + length && scan.firstNonzero === undefined; ) {
    const count = await source.read(at, window.subarray(0, Math.min(WINDOW, offset + length - at)));
    if (count === 0) break;
    scan.update(at, window.subarray(0, count));
    at += count;
  }
  return scan.firstNonzero;
}
