import { Closable, type ClosableSource, checkOffset, checkOpen, type Source } from './source.js';

/** Parameters in bytes for reading ahead, for a source whose requests are expensive. */
export interface Pace {
  /** Smallest request: up to this size a request costs the same as one for a single byte. */
  readonly least: number;
  /**
   * Largest request that reads ahead; reads of this length or more go straight to the reader and are not
   * kept.
   */
  readonly most: number;
  /**
   * A reader that skips a gap of up to this size still counts as continuing: reading a gap costs less than a
   * request.
   */
  readonly reach: number;
}

/** Blocks to keep: a page that shows a tree beside bytes reads several places in turn. */
const MAX_BLOCKS = 8;

interface Block {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/**
 * Returns a source whose requests are expensive whatever their length. It is synchronous if the requests are.
 * While a reader continues after the last request, the requests double in length; after a jump, they start
 * small again. At most `MAX_BLOCKS * pace.most` bytes are held.
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
  /** The most recently used block is the first. */
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

  /** Copies the bytes of a kept block from `offset` on. */
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

/** Copies the bytes that fit. */
function copy(from: Uint8Array, to: Uint8Array): number {
  const part = from.subarray(0, to.length);
  to.set(part);
  return part.length;
}
