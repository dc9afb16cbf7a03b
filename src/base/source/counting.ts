import { memorySource } from './memory.js';
import type { Source } from './source.js';

interface CountingSource extends Source {
  readonly bytesRead: number;
  readonly reads: number;
}

interface CountingOptions {
  /**
   * True to hide `bytes`, so that readers have to call `read`. This option measures the laziness of readers
   * for bytes in memory.
   */
  readonly hideBytes?: boolean;
}

/**
 * Counts the bytes taken from a source.
 *
 * - Random access: all bytes that reads returned. Bytes that are read twice count twice.
 * - Stream: all bytes up to the last byte read, because skipped bytes also have to arrive.
 * - `bytes`: a caller that takes this property has the whole content and makes no further reads, so the first
 * access counts the whole size, once, and later reads count nothing. A test whether the property exists also
 * counts as access.
 */
export function countingSource(source: Source, options: CountingOptions = {}): CountingSource {
  return new Counter(source, options.hideBytes ?? false);
}

const BYTES = 0;
const READS = 1;

class Counter implements CountingSource {
  /** A counter that always exists, so that V8 keeps the compiled code of its readers: see FileSource. */
  static readonly specimen = new Counter(memorySource(new Uint8Array(0)), true);

  /**
   * The counts are in a typed array: in it, large numbers are not objects, and all counters have one shape.
   */
  readonly #counts = new Float64Array(2);
  #handedOut = false;

  constructor(
    readonly source: Source,
    readonly hideBytes: boolean,
    readonly randomAccess = source.randomAccess,
  ) {}

  get bytesRead(): number {
    return this.#counts[BYTES] as number;
  }

  get reads(): number {
    return this.#counts[READS] as number;
  }

  get size(): number | undefined {
    return this.source.size;
  }

  // The property may be undefined, although the type does not say so: for readers, undefined is the same as
  // an absent property.
  get bytes(): Uint8Array {
    const bytes = this.hideBytes ? undefined : this.source.bytes;
    if (bytes !== undefined && !this.#handedOut) {
      this.#handedOut = true;
      this.#counts[BYTES] = bytes.length;
    }
    return bytes as Uint8Array;
  }

  read(offset: number, target: Uint8Array): number | Promise<number> {
    this.#add(READS, 1);
    const answer = this.source.read(offset, target);
    if (typeof answer === 'number') return this.#count(offset, answer);
    return answer.then((length) => this.#count(offset, length));
  }

  close(): void | Promise<void> {
    return this.source.close();
  }

  #count(offset: number, length: number): number {
    if (this.#handedOut) return length;
    if (this.randomAccess) this.#add(BYTES, length);
    else {
      const arrived = Math.min(offset + length, this.source.size ?? Number.POSITIVE_INFINITY);
      this.#counts[BYTES] = Math.max(this.bytesRead, arrived);
    }
    return length;
  }

  #add(count: number, more: number): void {
    this.#counts[count] = (this.#counts[count] as number) + more;
  }
}
