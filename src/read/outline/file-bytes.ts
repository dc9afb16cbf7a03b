import { requireAll, type Source } from '../../base/source/source.js';
import type { Reading } from './reading.js';

/** A read of this size takes hardly longer than a read of a single byte: 0.4 to 1 ms in a web page. */
const BLOCK = 16 * 1024;
/** Size of a read when reading sequentially: 1.8 ms for 256 KiB in a web page. */
const MAX_BLOCKS = 16;
/** Blocks include this many of the following bytes, so that every record's head is in one piece. */
const OVERLAP = 32;
const MAX_KEPT = 8 << 20;
/** Longer stretches are read without caching. */
const MAX_WINDOW = 1 << 20;

/** A stretch of the file in memory, which never changes. */
export interface CachedBlock {
  readonly bytes: Uint8Array;
  /** Absolute offset of the first byte. */
  readonly base: number;
}

/** Reads the bytes of a file on demand, in blocks, and caches the most recent blocks. */
export class FileBytes {
  readonly size: number;
  readonly #memory: CachedBlock | undefined;
  readonly #blocks = new Map<number, CachedBlock>();
  /** Content of `#blocks`, oldest first. */
  #kept: CachedBlock[] = [];
  #bytesKept = 0;
  /** The block after the most recent read, and the number of blocks in that read. */
  #following = -1;
  #ahead = 1;
  #last: CachedBlock = { bytes: new Uint8Array(0), base: 0 };

  /**
   * @param source must have a known size and random access
   * @param block size of the smallest read; with any other size than the default, bytes in memory are also
   * read in blocks
   */
  constructor(
    readonly source: Source,
    private readonly block = BLOCK,
  ) {
    this.size = source.size ?? 0;
    const bytes = block === BLOCK ? source.bytes : undefined;
    if (bytes !== undefined) {
      this.#memory = { bytes, base: 0 };
      this.#last = this.#memory;
    }
  }

  /**
   * Returns the bytes [offset, offset + need) in one piece if they are in memory, limited to the file's size;
   * undefined if they have to be loaded.
   */
  held(offset: number, need: number): CachedBlock | undefined {
    const end = Math.min(offset + need, this.size);
    const last = this.#last;
    if (offset >= last.base && end <= last.base + last.bytes.length) return last;
    if (this.#memory !== undefined) return this.#memory;
    const found = this.#blocks.get(Math.floor(offset / this.block));
    if (found === undefined || end > found.base + found.bytes.length) return undefined;
    this.#last = found;
    return found;
  }

  /** Returns the same bytes as `held`, and loads them if necessary. @throws ProtomdlError from the source */
  *load(offset: number, need: number): Reading<CachedBlock> {
    const held = this.held(offset, need);
    if (held !== undefined) return held;
    const { block } = this;
    const first = Math.floor(offset / block);
    this.#ahead = first === this.#following ? Math.min(this.#ahead * 4, MAX_BLOCKS) : 1;
    const base = first * block;
    const wanted = Math.max(this.#ahead * block + OVERLAP, offset + need - base);
    const bytes = new Uint8Array(Math.min(wanted, this.size - base));
    yield* this.#read(base, bytes);
    const loaded = { bytes, base };
    this.#keep(loaded);
    return loaded;
  }

  /** Copies bytes, limited to the file's size. */
  *copy(offset: number, length: number): Reading<Uint8Array> {
    const wanted = Math.max(0, Math.min(length, this.size - offset));
    if (wanted > MAX_WINDOW && this.#memory === undefined) {
      const copy = new Uint8Array(wanted);
      yield* this.#read(offset, copy);
      return copy;
    }
    const { bytes, base } = yield* this.load(offset, wanted);
    return bytes.slice(offset - base, offset - base + wanted);
  }

  *#read(offset: number, target: Uint8Array): Reading<void> {
    const answer = this.source.read(offset, target);
    let count = 0;
    if (typeof answer === 'number') count = answer;
    else {
      yield answer.then((read) => {
        count = read;
      });
    }
    requireAll(count, target.length, offset);
  }

  #keep(loaded: CachedBlock): void {
    const { bytes, base } = loaded;
    if (bytes.length > MAX_WINDOW) return;
    const first = base / this.block;
    const isLast = base + bytes.length === this.size;
    const whole = isLast
      ? Math.ceil(bytes.length / this.block)
      : Math.floor((bytes.length - OVERLAP) / this.block);
    for (let i = 0; i < whole; i++) this.#blocks.set(first + i, loaded);
    this.#following = first + whole;
    this.#last = loaded;
    this.#kept.push(loaded);
    this.#bytesKept += bytes.length;
    while (this.#bytesKept > MAX_KEPT && this.#kept.length > 1) this.#drop(this.#kept.shift() as CachedBlock);
  }

  #drop(old: CachedBlock): void {
    this.#bytesKept -= old.bytes.length;
    const first = old.base / this.block;
    for (let i = 0; i <= old.bytes.length / this.block; i++) {
      if (this.#blocks.get(first + i) === old) this.#blocks.delete(first + i);
    }
  }
}
