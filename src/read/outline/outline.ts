import { ProtomdlError } from '../../base/diagnostics/error.js';
import type { Source } from '../../base/source/source.js';
import { lastUpTo, SparseBytes } from './sparse.js';

/**
 * Outlines of real files take less than 100 KB; the outline of a hostile file could take all available
 * memory.
 */
export const MAX_OUTLINE_BYTES = 256 * 1024 * 1024;

const FIRST_SIZE = 1 << 16;

/** Overhead in bytes of a stretch of kept bytes. */
const STRETCH_COST = 24;

/** Kept bytes that are adjacent in the file. */
export interface KeptRange {
  readonly bytes: Uint8Array;
  /** Absolute offset of the first byte. */
  readonly base: number;
  readonly isLast: boolean;
}

/**
 * A message without its large blobs: the kept bytes in one array, in file order, and their offsets in the
 * file. As a source it answers from memory, except for the bytes that were left out.
 */
export class Outline implements Source {
  readonly randomAccess = true;
  #bytes: Uint8Array;
  #used = 0;
  // A stretch of bytes that are adjacent in the file: its position in the array, and its offset in the file.
  readonly #positions: number[] = [];
  readonly #offsets: number[] = [];

  /**
   * @param source source of the file, from which bytes that are not kept are read on request
   * @param maxBytes limit for the kept bytes
   * @param expected number of bytes that will probably be kept
   */
  constructor(
    readonly source: Source,
    readonly maxBytes = MAX_OUTLINE_BYTES,
    expected = 0,
  ) {
    this.#bytes = new Uint8Array(Math.max(FIRST_SIZE, expected));
  }

  get size(): number | undefined {
    return this.source.size;
  }

  get kept(): number {
    return this.#used;
  }

  close(): void | Promise<void> {
    return this.source.close();
  }

  /**
   * Keeps a copy of bytes that lie after all kept bytes.
   * @throws ProtomdlError `model-too-large`
   */
  keep(offset: number, bytes: Uint8Array): void {
    const last = this.#positions.length - 1;
    const isNext =
      last >= 0 &&
      (this.#offsets[last] as number) + this.#used - (this.#positions[last] as number) === offset;
    const used = this.#used + bytes.length;
    const cost = used + (isNext ? last + 1 : last + 2) * STRETCH_COST;
    if (cost > this.maxBytes) throw tooLarge(this.maxBytes, offset);
    if (!isNext) {
      this.#positions.push(this.#used);
      this.#offsets.push(offset);
    }
    if (used > this.#bytes.length) {
      const grown = new Uint8Array(2 * used);
      grown.set(this.#bytes.subarray(0, this.#used));
      this.#bytes = grown;
    }
    this.#bytes.set(bytes, this.#used);
    this.#used = used;
  }

  /** Returns the stretch that contains `[offset, offset + need)`; undefined if not all of it is kept. */
  stretch(offset: number, need: number): KeptRange | undefined {
    const at = this.#stretchAt(offset);
    if (at < 0) return undefined;
    const base = this.#offsets[at] as number;
    const start = this.#positions[at] as number;
    const end = this.#positions[at + 1] ?? this.#used;
    if (offset + need > base + end - start) return undefined;
    return { bytes: this.#bytes.subarray(start, end), base, isLast: at === this.#offsets.length - 1 };
  }

  /** Converts a position in the kept bytes to an offset in the file. */
  offsetOf(position: number): number {
    const at = lastUpTo(this.#positions, position);
    return (this.#offsets[at] ?? 0) + position - (this.#positions[at] ?? 0);
  }

  /** Returns the position of a kept byte, or of the end. @param offset in the file */
  positionOf(offset: number): number {
    const at = this.#stretchAt(offset);
    return (this.#positions[at] ?? 0) + offset - (this.#offsets[at] ?? 0);
  }

  /**
   * Returns the kept bytes and the gaps between them.
   * @param least maximum size of a payload that is sure to be whole
   */
  sparse(least: number): SparseBytes {
    const sparse = new SparseBytes(this.#bytes.subarray(0, this.#used), least);
    for (let at = 1; at < this.#positions.length; at++) {
      const position = this.#positions[at] as number;
      const offset = (this.#offsets[at - 1] as number) + position - (this.#positions[at - 1] as number);
      sparse.addGap(position, { offset, length: (this.#offsets[at] as number) - offset });
    }
    return sparse;
  }

  /** This source with zeros in place of omitted bytes, for readers that skip blobs. */
  get withoutBlobs(): Source {
    const { size } = this;
    return {
      size,
      randomAccess: true,
      read: (offset, target) => this.#fill(offset, target, 0, true),
      close: () => this.close(),
    };
  }

  /** Fills `target` from `offset` on: from memory, and from the file for bytes that were left out. */
  read(offset: number, target: Uint8Array): number | Promise<number> {
    return this.#fill(offset, target, 0, false);
  }

  #fill(offset: number, target: Uint8Array, from: number, isBlank: boolean): number | Promise<number> {
    let done = from;
    while (done < target.length) {
      const at = this.#stretchAt(offset + done);
      const start = (this.#positions[at] ?? 0) + offset + done - (this.#offsets[at] ?? 0);
      const end = this.#positions[at + 1] ?? this.#used;
      if (at >= 0 && start < end) {
        const count = Math.min(end - start, target.length - done);
        target.set(this.#bytes.subarray(start, start + count), done);
        done += count;
        continue;
      }
      const wanted =
        Math.min(target.length, (this.#offsets[at + 1] ?? Number.POSITIVE_INFINITY) - offset) - done;
      // The header before the outline can be read, except from a stream.
      const isInside = at >= 0 || !this.source.randomAccess;
      if (isBlank && isInside && at + 1 < this.#offsets.length) {
        target.fill(0, done, done + wanted);
        done += wanted;
        continue;
      }
      const answer = this.readFile(offset + done, target.subarray(done, done + wanted));
      const before = done;
      if (typeof answer !== 'number') {
        return answer.then((read) =>
          read < wanted ? before + read : this.#fill(offset, target, before + read, isBlank),
        );
      }
      done += answer;
      if (answer < wanted) break;
    }
    return done;
  }

  /** Fills `target` from the file. @throws ProtomdlError `source-not-seekable` for a stream */
  readFile(offset: number, target: Uint8Array): number | Promise<number> {
    const { source } = this;
    if (!source.randomAccess && offset < (source.size ?? Number.POSITIVE_INFINITY)) {
      const text = 'the bytes of a stream are gone once they have passed; save it to a file first';
      throw new ProtomdlError('source-not-seekable', text, offset);
    }
    return offset >= (source.size ?? Number.POSITIVE_INFINITY) ? 0 : source.read(offset, target);
  }

  /** Returns the last stretch that begins at or before an offset; -1 before the first stretch. */
  #stretchAt(offset: number): number {
    return lastUpTo(this.#offsets, offset);
  }
}

function tooLarge(maxBytes: number, offset: number): ProtomdlError {
  const text = `the model without its blobs takes more than ${maxBytes} bytes (maxSkeletonBytes)`;
  return new ProtomdlError('model-too-large', text, offset);
}
