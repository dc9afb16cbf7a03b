import type { Checksum, ChecksumProvider } from '../../base/container/checksum.js';

/** Blobs below this are not worth a reference to another place. */
export const LEAST_BLOB = 32;
/** Different blobs that are kept in mind: about 16 MB. */
const MAX_TRACKED = 100_000;
/** Sets of equal blobs that are listed. */
const MAX_LISTED = 100;

/** Blobs with the same bytes. */
export interface EqualBlobs {
  /** MD5, in hexadecimal. */
  readonly hash: string;
  /** Bytes of one of them. */
  readonly length: number;
  /** How many there are. */
  readonly count: number;
  /** Bytes of all but one. */
  readonly repeated: number;
  /** Absolute offset of the first one's first byte. */
  readonly offset: number;
  /** Of the first one. */
  readonly path: string;
}

/** Blobs of a file that are there more than once. */
export interface BlobComparison {
  /** Blobs that were read: those of at least 32 bytes. */
  readonly compared: number;
  /** Different ones among them. */
  readonly distinct: number;
  /** Bytes of blobs that an earlier one has too. */
  readonly repeatedBytes: number;
  /** The sets that repeat most bytes first; at most 100. */
  readonly sets: readonly EqualBlobs[];
  /** Whether there were more different blobs than are kept in mind: some that are equal may have been missed. */
  readonly capped: boolean;
}

interface Tracked {
  readonly length: number;
  readonly offset: number;
  readonly path: string;
  count: number;
}

/** Finds blobs that are there twice. */
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
