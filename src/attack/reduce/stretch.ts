import { isUtf8 } from '../../base/wire/utf8.js';
import type { Attempt } from './attempt-queue.js';
import type { ReductionCandidate, Subject } from './subject.js';

/** Options for bytes that can be shortened: a payload, a section of a frame, a whole file. */
interface StretchOptions {
  readonly bytes: Uint8Array;
  /** Returns the file with `bytes` in place of the present bytes; undefined if that is impossible. */
  readonly write: (
    subject: Subject,
    bytes: Uint8Array,
  ) => Promise<ReductionCandidate | undefined> | ReductionCandidate | undefined;
  /** Start of each element of a list, ascending from 0; cuts are made only between elements. */
  readonly elements?: readonly number[];
  /** Filler byte, for content of which only the length matters. */
  readonly filler?: number;
  /** True if the result must be UTF-8. */
  readonly isText?: boolean;
}

type Interval = readonly [from: number, to: number];

/**
 * Makes attempts to shorten a range of bytes. The first attempt removes the range. The next attempts search
 * the shortest beginning by bisection, which is fast if only the length matters. Further attempts remove
 * parts by bisection, which finds the significant bytes. The last attempts replace bytes by filler.
 */
export function shorten(options: StretchOptions): Attempt[] {
  const stretch = new Stretch(options);
  if (stretch.count === 0) return [];
  return [stretch.attempt([], { failed: () => stretch.beginnings(0, stretch.count) })];
}

/** Maximum number of parts of a long range in one round, because the range is shorter in the next round. */
const PARTS = 64;
/** Maximum number of elements of a range in which each element is tried. */
const EACH_OF = 512;

class Stretch {
  readonly count: number;
  #kept: readonly Interval[];

  constructor(private readonly options: StretchOptions) {
    this.count = options.elements?.length ?? options.bytes.length;
    this.#kept = [[0, this.count]];
  }

  /** Makes an attempt to keep only the given intervals. */
  attempt(kept: readonly Interval[] | (() => readonly Interval[]), next: Partial<Attempt> = {}): Attempt {
    const intervals = () => (typeof kept === 'function' ? kept() : kept);
    return {
      weight: this.#sizeOf(this.#kept) - this.#sizeOf(intervals()),
      candidate: async (subject) => {
        const { isText = false, write } = this.options;
        const left = intervals();
        const bytes = this.#bytesOf(left);
        if (isText && !isUtf8(bytes, 0, bytes.length)) return undefined;
        const candidate = await write(subject, bytes);
        return (
          candidate && {
            bytes: candidate.bytes,
            adopt: async () => {
              await candidate.adopt();
              this.#kept = left;
            },
          }
        );
      },
      ...next,
    };
  }

  /**
   * Makes attempts to find the shortest interesting beginning: `enough` elements are interesting, `few` are
   * not.
   */
  beginnings(few: number, enough: number): Attempt[] {
    if (enough - few <= Math.max(1, this.count >> 8)) return this.#parts(enough);
    const middle = (few + enough) >> 1;
    return [
      this.attempt([[0, middle]], {
        worked: () => this.beginnings(few, middle),
        failed: () => this.beginnings(middle, enough),
      }),
    ];
  }

  #parts(length: number): Attempt[] {
    const least = length <= EACH_OF ? 1 : Math.ceil(length / PARTS);
    const [left, right] = halves([0, length]);
    const parts = length > 1 ? [this.#without(left, least), this.#without(right, least)] : [];
    return [...parts, ...this.#filled()];
  }

  #without(part: Interval, least: number): Attempt {
    return this.attempt(() => cut(this.#kept, part), {
      weight: this.#sizeOf([part]),
      failed: () => {
        if (part[1] - part[0] <= least) return [];
        return halves(part).map((half) => this.#without(half, least));
      },
    });
  }

  /** Makes the last attempt: all bytes are replaced by filler of the same length. */
  #filled(): Attempt[] {
    const { filler, write } = this.options;
    if (filler === undefined) return [];
    return [
      {
        weight: 0,
        candidate: (subject) => write(subject, this.#bytesOf(this.#kept).fill(filler)),
      },
    ];
  }

  #sizeOf(intervals: readonly Interval[]): number {
    return intervals.reduce((sum, [from, to]) => sum + this.#offset(to) - this.#offset(from), 0);
  }

  #bytesOf(intervals: readonly Interval[]): Uint8Array {
    const { bytes } = this.options;
    const result = new Uint8Array(this.#sizeOf(intervals));
    let at = 0;
    for (const [from, to] of intervals) {
      const part = bytes.subarray(this.#offset(from), this.#offset(to));
      result.set(part, at);
      at += part.length;
    }
    return result;
  }

  #offset(element: number): number {
    const { elements, bytes } = this.options;
    return elements === undefined ? element : (elements[element] ?? bytes.length);
  }
}

function halves([from, to]: Interval): [Interval, Interval] {
  const middle = (from + to + 1) >> 1;
  return [
    [from, middle],
    [middle, to],
  ];
}

/** Removes an interval from others. */
function cut(kept: readonly Interval[], [from, to]: Interval): Interval[] {
  return kept.flatMap(([start, end]): Interval[] => {
    const parts: Interval[] = [
      [start, Math.min(end, from)],
      [Math.max(start, to), end],
    ];
    return parts.filter(([a, b]) => a < b);
  });
}
