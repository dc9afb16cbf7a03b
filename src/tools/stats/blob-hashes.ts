import type { Checksum, ChecksumProvider } from '../../base/container/checksum.js';

/** Smaller blobs are ignored: a reference to an equal blob would save too little. */
export const LEAST_BLOB = 32;
/** Limit for the different blobs that are tracked: about 16 MB. */
const MAX_TRACKED = 100_000;
const MAX_LISTED = 100;

/** Blobs with the same bytes. */
export interface EqualBlobs {
  /** MD5, in hexadecimal. */
  readonly hash: string;
  /** Size of each of the equal blobs in bytes. */
  readonly length: number;
  /** Number of equal blobs. */
  readonly count: number;
  /** Total size of the equal blobs except the first. */
  readonly repeated: number;
  /** Absolute offset of the first blob's first byte. */
  readonly offset: number;
  /** Path of the first blob. */
  readonly path: string;
}

/** Blobs of a file that occur more than once. */
export interface BlobComparison {
  /** Number of blobs read: those of at least 32 bytes. */
  readonly compared: number;
  /** Number of different blobs among the blobs read. */
  readonly distinct: number;
  /** Total size of blobs that repeat an earlier blob. */
  readonly repeatedBytes: number;
  /** The sets that repeat the most bytes first; at most 100. */
  readonly sets: readonly EqualBlobs[];
  /** True if there were more different blobs than can be tracked, so that some equal blobs may be missing. */
  readonly capped: boolean;
}

interface Tracked {
  readonly length: number;
  readonly offset: number;
  readonly path: string;
  count: number;
}

/** Finds blobs that occur more than once. */
export class BlobHashes {
  readonly #seen = new Map<string, Tracked>();
  #compared = 0;
  #capped = false;

  constructor(private readonly checksums: ChecksumProvider) {}

  begin(): Checksum | Promise<Checksum> {
    return this.checksums('md5');
  }

  add(hash: string, length: number, offset: number, path: () => string): void {
    this.#compared++;
    const found = this.#seen.get(hash);
    if (found !== undefined) found.count++;
    else if (this.#seen.size < MAX_TRACKED) this.#seen.set(hash, { length, offset, path: path(), count: 1 });
    else this.#capped = true;
  }

  result(): BlobComparison {
    const sets = [...this.#seen]
      .filter(([, { count }]) => count > 1)
      .map(([hash, { length, offset, path, count }]) => ({
        hash,
        length,
        count,
        repeated: length * (count - 1),
        offset,
        path,
      }))
      .sort((a, b) => b.repeated - a.repeated || a.offset - b.offset);
    const repeatedBytes = sets.reduce((sum, { repeated }) => sum + repeated, 0);
    const repeats = sets.reduce((sum, { count }) => sum + count - 1, 0);
    return {
      compared: this.#compared,
      distinct: this.#compared - repeats,
      repeatedBytes,
      sets: sets.slice(0, MAX_LISTED),
      capped: this.#capped,
    };
  }
}
