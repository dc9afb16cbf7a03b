import { Random, scrambled } from '../random.js';
import { SEQUENCE } from './settings.js';

/**
 * Size of the random bytes from which all fillings are cut. The bytes are stored twice, so that a filling can
 * start at any offset.
 */
const PAGE = 1 << 16;

/** Content for the blobs of a model, always the same for one seed. */
export class Noise {
  readonly #bytes: Uint8Array;

  constructor(seed: number) {
    const random = Random.of(seed, SEQUENCE.blobs);
    const words = new DataView(new ArrayBuffer(PAGE));
    // A DataView, unlike a Uint32Array, has the same byte order on every machine.
    for (let i = 0; i < PAGE; i += 4) words.setUint32(i, random.bits(), true);
    this.#bytes = new Uint8Array(2 * PAGE);
    this.#bytes.set(new Uint8Array(words.buffer));
    this.#bytes.set(new Uint8Array(words.buffer), PAGE);
  }

  /** @param length number of bytes, at most 65536 */
  slice(start: number, length: number): Uint8Array {
    const at = start & (PAGE - 1);
    return this.#bytes.subarray(at, at + length);
  }
}

/** The content of a blob: a given beginning, followed by random bytes. */
export class Filling {
  constructor(
    readonly length: number,
    private readonly noise: Noise,
    private readonly start: number,
    private readonly head: Uint8Array = EMPTY,
  ) {}

  *pieces(): Iterable<Uint8Array> {
    yield this.head;
    for (let left = this.length - this.head.length, at = this.start; left > 0; left -= PAGE, at += 77) {
      yield this.noise.slice(at, Math.min(left, PAGE));
    }
  }
}

const EMPTY = new Uint8Array(0);

/** Bytes before the words of a configuration write. */
const HEAD = 8;

/**
 * The configuration writes of a model, in the message or after the message. The index of a write determines
 * its content, so that a write can be made again whenever it is needed. Every write has the layout that
 * loaders expect: the number of words minus one and their address, 32 bits each, then the words, padded to 8
 * bytes.
 */
export class Blobs {
  /**
   * @param last size of the last write, which adjusts the size of the file; 0 for the size of the other
   * writes
   */
  constructor(
    readonly count: number,
    readonly mean: number,
    private readonly seed: number,
    private readonly noise: Noise,
    private readonly last = 0,
  ) {}

  /** Returns the size of a write in bytes; a multiple of 8, at least 16. */
  size(index: number): number {
    if (index === this.count - 1 && this.last > 0) return this.last;
    const sixth = Math.floor(this.mean / 6);
    const spread = sixth === 0 ? 0 : scrambled(index ^ this.seed) % (2 * sixth + 1);
    return Math.max(16, Math.round((this.mean - sixth + spread) / HEAD) * HEAD);
  }

  get total(): number {
    let sum = 0;
    for (let index = 0; index < this.count; index++) sum += this.size(index);
    return sum;
  }

  filling(index: number): Filling {
    const length = this.size(index);
    const words = (length - HEAD) / 4;
    const head = new DataView(new ArrayBuffer(HEAD));
    // Some writes have one word fewer in the same size: the last four bytes are padding.
    const odd = words > 1 && scrambled(index) % 3 === 0 ? 1 : 0;
    head.setUint32(0, words - odd - 1, true);
    head.setUint32(4, (0x2000_0000 + 0x400 * index) >>> 0, true);
    return new Filling(length, this.noise, scrambled(index + 1), new Uint8Array(head.buffer));
  }
}
