import type { Source } from '../../base/source/source.js';
import type { Origin } from './regular.js';

/** A stretch of a source: [from, end), absolute. */
export interface Stretch {
  readonly from: number;
  readonly end: number;
}

/** Stretches of a source joined together, as protobuf merges a message that comes in pieces. */
export class JoinedSource implements Source, Origin {
  readonly randomAccess = true;
  readonly size: number;
  readonly #starts: number[] = [];

  /** @param origin maps positions of `source` to the file */
  constructor(
    private readonly source: Source,
    private readonly stretches: readonly Stretch[],
    private readonly origin: Origin,
  ) {
    let size = 0;
    for (const { from, end } of stretches) {
      this.#starts.push(size);
      size += end - from;
    }
    this.size = size;
  }

  async read(offset: number, target: Uint8Array): Promise<number> {
    let done = 0;
    let i = this.#indexOf(offset);
    while (done < target.length && i < this.stretches.length) {
      const { from, end } = this.stretches[i] as Stretch;
      const at = from + offset + done - (this.#starts[i] as number);
      const wanted = Math.min(target.length - done, end - at);
      if (wanted > 0) {
        const read = await this.source.read(at, target.subarray(done, done + wanted));
        done += read;
        if (read < wanted) break;
      }
      i++;
    }
    return done;
  }

  offsetOf(position: number): number {
    const i = this.#indexOf(position);
    const from = this.stretches[i]?.from ?? 0;
    return this.origin.offsetOf(from + position - (this.#starts[i] ?? 0));
  }

  close(): void {}

  #indexOf(offset: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (low + 1 < high) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] as number) <= offset) low = middle;
      else high = middle;
    }
    return low;
  }
}
