import { isUtf8 } from '../../base/wire/utf8.js';
import type { Attempt } from './attempt.js';
import type { Candidate, Subject } from './subject.js';

/** Bytes that can be shortened: a payload, a section of a frame, a whole file. */
export interface StretchOptions {
  readonly bytes: Uint8Array;
  /** The file with other bytes in its place; undefined where that makes none. */
  readonly write: (
    subject: Subject,
    bytes: Uint8Array,
  ) => Promise<Candidate | undefined> | Candidate | undefined;
  /** Offsets of the elements where it is a list, ascending from 0: cuts keep to them. */
  readonly elements?: readonly number[];
  /** What fills it where only its length counts. */
  readonly filler?: number;
  /** Whether what is left must be UTF-8. */
  readonly isText?: boolean;
}

type Interval = readonly [from: number, to: number];

/**
 * Attempts to shorten a stretch. First to nothing; then to a beginning of it, by halving, which is quick where the
 * length counts; then without parts of it, by halving, which finds the bytes that count; then to filler.
 */
export function shorten(options: StretchOptions): Attempt[] {
  const stretch = new Stretch(options);
  if (stretch.count === 0) return [];
  return [stretch.attempt([], { failed: () => stretch.beginnings(0, stretch.count) })];
}

/** A stretch of more elements is not searched for each of them at once: a next round sees a shorter one. */
const PARTS = 64;
/** As long as each element of a stretch is looked at. */
const EACH_OF = 512;

class Stretch {
  readonly count: number;
  /** What is left, in elements. */
  #kept: readonly Interval[];

  constructor(private readonly options: StretchOptions) {
    this.count = options.elements?.length ?? options.bytes.length;
    this.#kept = [[0, this.count]];
  }

  /** An attempt to keep no more than this. */
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

  /** Looks for the shortest beginning that is enough; one of `enough` is, one of `few` is not. */
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

  /** The same length, of nothing: to be tried last. */
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

/** Intervals without what lies in another. */
function cut(kept: readonly Interval[], [from, to]: Interval): Interval[] {
  return kept.flatMap(([start, end]): Interval[] => {
    const parts: Interval[] = [
      [start, Math.min(end, from)],
      [Math.max(start, to), end],
    ];
    return parts.filter(([a, b]) => a < b);
  });
}
