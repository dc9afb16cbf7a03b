import { Closable, type ClosableSource, checkOffset, checkOpen, type Source } from './source.js';

/** Sizes in bytes for reading ahead, for a source whose requests are expensive. */
export interface Pace {
  /**
   * Size of the smallest request. Up to this size, a request takes as long as a request for a single byte.
   */
  readonly least: number;
  /** Size of the largest request that reads ahead. Reads of this length or more bypass the kept blocks. */
  readonly most: number;
  /**
   * Maximum size of a gap that a reader may skip and still count as continuing, because reading a small gap
   * takes less time than a request.
   */
  readonly reach: number;
}

/** Number of blocks to keep: a page that shows a tree beside bytes reads at several places alternately. */
const MAX_BLOCKS = 8;

interface Block {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/**
 * Returns a source that reads ahead, because its requests are expensive regardless of their length. Reads are
 * synchronous if the requests are synchronous. While a reader continues after the last request, the length of
 * requests doubles. After a jump, requests are small again. At most `MAX_BLOCKS * pace.most` bytes are held.
 *
 * @param fetch returns bytes from an offset on: at least one, at most the requested number
 * @param head the source's first bytes, if available
 */
export function readingAhead(
  size: number,
  pace: Pace,
  fetch: (offset: number, length: number) => Uint8Array | Promise<Uint8Array>,
  head: Uint8Array = new Uint8Array(0),
): ClosableSource {
  return new AheadSource(size, pace, fetch, head);
}

class AheadSource extends Closable implements Source {
  readonly randomAccess = true;
  /** Kept blocks, beginning with the most recently used block. */
  #blocks: Block[] = [];
  #length: number;
  /** End of the last request's bytes. */
  #end = 0;
  #closed = false;

  constructor(
    readonly size: number,
    readonly pace: Pace,
    readonly fetch: (offset: number, length: number) => Uint8Array | Promise<Uint8Array>,
    head: Uint8Array,
  ) {
    super();
    this.#length = pace.least;
    if (head.length > 0) this.#keep(0, head);
  }

  read(offset: number, target: Uint8Array): number | Promise<number> {
    checkOffset(offset);
    checkOpen(this.#closed);
    const length = Math.max(0, Math.min(target.length, this.size - offset));
    return this.#fill(offset, target.subarray(0, length), 0);
  }

  close(): void {
    this.#closed = true;
    this.#blocks = [];
  }

  #fill(offset: number, target: Uint8Array, already: number): number | Promise<number> {
    let filled = already;
    while (filled < target.length) {
      const at = offset + filled;
      const rest = target.subarray(filled);
      const taken = this.#takeKept(at, rest) || this.#take(at, rest);
      if (typeof taken !== 'number') {
        const before = filled;
        return taken.then((more) => this.#fill(offset, target, before + more));
      }
      filled += taken;
    }
    return filled;
  }

  /** Copies bytes from `offset` on from a kept block, if a block has these bytes. */
  #takeKept(offset: number, target: Uint8Array): number {
    const place = this.#blocks.findIndex(
      (block) => offset >= block.offset && offset < block.offset + block.bytes.length,
    );
    const block = this.#blocks[place];
    if (block === undefined) return 0;
    if (place > 0) {
      this.#blocks.splice(place, 1);
      this.#blocks.unshift(block);
    }
    return copy(block.bytes.subarray(offset - block.offset), target);
  }

  #take(offset: number, target: Uint8Array): number | Promise<number> {
    const { least, most, reach } = this.pace;
    const gap = offset - this.#end;
    this.#length = gap >= 0 && gap <= reach ? Math.min(this.#length * 2, most) : least;
    const keep = target.length < most;
    const wanted = keep ? Math.max(this.#length, target.length) : target.length;
    const took = (bytes: Uint8Array): number => {
      if (keep) this.#keep(offset, bytes);
      else this.#end = offset + bytes.length;
      return copy(bytes, target);
    };
    const answer = this.fetch(offset, Math.min(wanted, this.size - offset));
    return answer instanceof Promise ? answer.then(took) : took(answer);
  }

  #keep(offset: number, bytes: Uint8Array): void {
    this.#end = offset + bytes.length;
    this.#blocks.unshift({ offset, bytes });
    this.#blocks.length = Math.min(this.#blocks.length, MAX_BLOCKS);
  }
}

/** Copies as many bytes as fit in the target. */
function copy(from: Uint8Array, to: Uint8Array): number {
  const part = from.subarray(0, to.length);
  to.set(part);
  return part.length;
}
