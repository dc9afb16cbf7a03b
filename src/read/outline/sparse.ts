import type { Span } from '../../base/diagnostics/diagnostic.js';
import type { Gaps } from '../../base/wire/record-cursor.js';

/**
 * A message in memory without some bytes of its blobs. The missing bytes of a gap belong directly before the
 * gap's position in memory. A gap lies inside a payload: some bytes of the payload before the gap are always
 * present.
 */
export class SparseBytes implements Gaps {
  readonly #positions: number[] = [];
  readonly #spans: Span[] = [];

  constructor(
    readonly bytes: Uint8Array,
    /** Payloads of up to this many bytes have no gaps. */
    readonly least = Number.POSITIVE_INFINITY,
  ) {}

  /** Adds a gap after all others. @param span missing bytes, by their offset in the file */
  addGap(position: number, span: Span): void {
    this.#positions.push(position);
    this.#spans.push(span);
  }

  end(value: number, length: number): number {
    let at = value;
    let left = length;
    for (let i = this.#after(value); i < this.#positions.length; i++) {
      const position = this.#positions[i] as number;
      if (position - at >= left) break;
      left -= position - at + (this.#spans[i] as Span).length;
      // A gap ends at the end of a blob or of a broken message: a payload that ends inside a gap is not
      // whole.
      if (left < 0) return Number.POSITIVE_INFINITY;
      at = position;
    }
    return at + left;
  }

  /** Returns the stretches of `[from, to)` and the gaps between them, from the last to the first. */
  *backwards(from: number, to: number): Generator<{ from: number; to: number; gap: Span | undefined }> {
    let end = to;
    for (let i = this.#after(to) - 1; i >= 0; i--) {
      const position = this.#positions[i] as number;
      if (position <= from) break;
      yield { from: position, to: end, gap: this.#spans[i] };
      end = position;
    }
    yield { from, to: end, gap: undefined };
  }

  /** True if bytes between two positions are missing. */
  hasGap(from: number, to: number): boolean {
    return this.#after(from) < this.#after(to);
  }

  join(stretches: readonly { readonly from: number; readonly to: number }[]): SparseBytes {
    const length = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
    const joined = new SparseBytes(new Uint8Array(length), this.least);
    let at = 0;
    for (const { from, to } of stretches) {
      joined.bytes.set(this.bytes.subarray(from, to), at);
      for (let i = this.#after(from); i < this.#after(to); i++) {
        joined.addGap(at + (this.#positions[i] as number) - from, this.#spans[i] as Span);
      }
      at += to - from;
    }
    return joined;
  }

  #after(position: number): number {
    return lastUpTo(this.#positions, position) + 1;
  }
}

/**
 * Returns the index of the last element that is at most `most`, in ascending numbers; -1 without such an
 * element.
 */
export function lastUpTo(ascending: readonly number[], most: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] as number) <= most) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
