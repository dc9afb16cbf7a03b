import type { Source } from '../../base/source/source.js';

/** A stretch of a stream in memory, with its position in the whole. */
export class HeldPart implements Source {
  readonly randomAccess = true;
  readonly size: number;

  constructor(
    private readonly base: number,
    private readonly content: Uint8Array,
  ) {
    this.size = base + content.length;
  }

  read(offset: number, target: Uint8Array): number {
    const part = this.content.subarray(
      Math.max(0, offset - this.base),
      Math.max(0, offset - this.base + target.length),
    );
    target.set(part);
    return part.length;
  }

  close(): void {}
}
