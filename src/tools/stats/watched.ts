import type { Source } from '../../base/source/source.js';

/** A stream that records its furthest read: a request past the end reveals the end. */
export class Watched implements Source {
  readonly randomAccess = false;
  furthest = 0;

  constructor(private readonly source: Source) {}

  get size(): number | undefined {
    return this.source.size;
  }

  read(offset: number, target: Uint8Array): number | Promise<number> {
    this.furthest = Math.max(this.furthest, offset + target.length);
    return this.source.read(offset, target);
  }

  close(): void | Promise<void> {
    return this.source.close();
  }
}
