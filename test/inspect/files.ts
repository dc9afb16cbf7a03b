import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mutate } from '../../src/attack/mutate/mutate.js';
import type { Source } from '../../src/base/source/source.js';

const CORPUS = fileURLToPath(new URL('../../corpus', import.meta.url));

export interface CorpusFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export function corpusFiles(kind: 'valid' | 'invalid', most = 1 << 20): CorpusFile[] {
  return readdirSync(join(CORPUS, kind))
    .filter((name) => /\.(mdl|hef)$/.test(name))
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(CORPUS, kind, name))) }))
    .filter(({ bytes }) => bytes.length <= most);
}

/** Returns damaged files, a few for each file of the corpus; they are the same each time. */
export async function mutants(each: number): Promise<CorpusFile[]> {
  const made: CorpusFile[] = [];
  for (const [place, { name, bytes }] of corpusFiles('valid', 5000).entries()) {
    for (let i = 0; i < each; i++) {
      const { bytes: mutant } = await mutate(bytes, { seed: place * 100 + i, mutations: 3 });
      made.push({ name: `${name} #${i}`, bytes: mutant });
    }
  }
  return made;
}

/**
 * A file that is neither in memory nor on disk: its bytes, and ranges of zeros. Its source is synchronous,
 * and counts the reads.
 */
export class SparseSource implements Source {
  readonly randomAccess = true;
  readonly size: number;
  reads = 0;
  readonly #starts: number[] = [];

  constructor(private readonly pieces: readonly (Uint8Array | number)[]) {
    let at = 0;
    for (const piece of pieces) {
      this.#starts.push(at);
      at += typeof piece === 'number' ? piece : piece.length;
    }
    this.size = at;
  }

  read(offset: number, target: Uint8Array): number {
    this.reads++;
    const end = Math.min(offset + target.length, this.size);
    target.fill(0, 0, Math.max(0, end - offset));
    let low = 0;
    let high = this.pieces.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#starts[middle]! <= offset) low = middle + 1;
      else high = middle;
    }
    for (let i = low - 1; i >= 0 && i < this.pieces.length && this.#starts[i]! < end; i++) {
      const piece = this.pieces[i]!;
      if (typeof piece === 'number') continue;
      const start = this.#starts[i]! - offset;
      if (start >= 0) target.set(piece.subarray(0, target.length - start), start);
      else target.set(piece.subarray(-start, -start + target.length), 0);
    }
    return Math.max(0, end - offset);
  }

  close(): void {}
}
