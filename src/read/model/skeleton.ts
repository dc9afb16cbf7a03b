import { ProtomdlError } from '../../base/diagnostics/error.js';
import type { Source } from '../../base/source/source.js';
import { requireAll } from './pages.js';
import { NO_BYTES, type Store, Window } from './window.js';

/** Kept bytes are put into pieces of memory of this size: growing one array would copy it again and again. */
const CHUNK = 1 << 20;

/** Overhead in bytes of a stretch of kept bytes. */
const STRETCH_COST = 24;

/**
 * Kept bytes of a message whose source is asynchronous or can be read only once: everything but the payloads
 * of blobs, in ordered stretches with gaps.
 */
export class Skeleton implements Store {
  declare cutAt?: number | undefined;
  declare maxText?: number | undefined;
  readonly #chunks: Uint8Array[] = [];
  /** Bytes used of the last chunk. */
  #used = CHUNK;
  // A stretch: its position in the message, and its chunk. A stretch lies within one chunk.
  readonly #bases: number[] = [];
  readonly #lengths: number[] = [];
  readonly #chunkOf: number[] = [];
  readonly #startOf: number[] = [];
  #size = 0;

  /** @param maxBytes most memory to use */
  constructor(
    readonly source: Source,
    readonly maxBytes: number,
  ) {}

  /**
   * Keeps a copy of bytes that lie after all that is kept already.
   * @throws ProtomdlError `model-too-large`
   */
  keep(offset: number, bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) {
      const last = this.#bases.length - 1;
      const goesOn =
        last >= 0 &&
        this.#used < CHUNK &&
        (this.#bases[last] as number) + (this.#lengths[last] as number) === offset + done;
      if (this.#used === CHUNK) {
        this.#chunks.push(new Uint8Array(CHUNK));
        this.#used = 0;
      }
      const count = Math.min(bytes.length - done, CHUNK - this.#used);
      this.#size += count + (goesOn ? 0 : STRETCH_COST);
      if (this.#size > this.maxBytes) throw tooLarge(this.maxBytes, offset + done);
      (this.#chunks.at(-1) as Uint8Array).set(bytes.subarray(done, done + count), this.#used);
      if (goesOn) this.#lengths[last] = (this.#lengths[last] as number) + count;
      else {
        this.#bases.push(offset + done);
        this.#lengths.push(count);
        this.#chunkOf.push(this.#chunks.length - 1);
        this.#startOf.push(this.#used);
      }
      this.#used += count;
      done += count;
    }
  }

  window(offset: number, need: number): Window {
    const at = this.#stretchAt(offset);
    const base = this.#bases[at] as number;
    if (offset + need <= base + (this.#lengths[at] as number))
      return new Window(this, this.#bytesOf(at), base);
    const bytes = new Uint8Array(need);
    this.#copy(offset, bytes);
    return new Window(this, bytes, offset);
  }

  async load(offset: number, target: Uint8Array): Promise<void> {
    if (!this.source.randomAccess) {
      const text = 'the bytes of a stream are gone once they have passed; save it to a file first';
      throw new ProtomdlError('source-not-seekable', text, offset);
    }
    requireAll(await this.source.read(offset, target), target.length, offset);
  }

  peek(offset: number, length: number): Uint8Array | undefined {
    const at = this.#stretchAt(offset);
    const start = offset - (this.#bases[at] as number);
    if (at < 0 || start + length > (this.#lengths[at] as number)) return undefined;
    return this.#bytesOf(at).subarray(start, start + length);
  }

  /** The last stretch that begins at or before an offset. */
  #stretchAt(offset: number): number {
    let low = 0;
    let high = this.#bases.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#bases[middle] as number) <= offset) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #bytesOf(at: number): Uint8Array {
    const start = this.#startOf[at] as number;
    const chunk = this.#chunks[this.#chunkOf[at] as number] ?? NO_BYTES;
    return chunk.subarray(start, start + (this.#lengths[at] as number));
  }

  /** Fills `target` from stretches that lie in different chunks. */
  #copy(offset: number, target: Uint8Array): void {
    let at = this.#stretchAt(offset);
    for (let done = 0; done < target.length; at++) {
      const start = offset + done - (this.#bases[at] ?? Number.NaN);
      const bytes = this.#bytesOf(at).subarray(start, start + target.length - done);
      if (!(start >= 0) || bytes.length === 0) {
        throw new Error(`bytes at offset ${offset + done} were not kept`); // a bug of ours
      }
      target.set(bytes, done);
      done += bytes.length;
    }
  }
}

function tooLarge(maxBytes: number, offset: number): ProtomdlError {
  const text = `the model without its blobs takes more than ${maxBytes} bytes (maxSkeletonBytes)`;
  return new ProtomdlError('model-too-large', text, offset);
}
