import type { SparseBytes } from '../../read/outline/sparse.js';
import type { ReverseWriter } from './reverse-writer.js';

/**
 * Tracks the unchanged stretches of the open messages, by level. A stretch is only written, as a whole, when
 * something before the stretch changes. Messages are processed from their end.
 */
export class KeptStretches {
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  /** True if the open message inside this message has written bytes. */
  readonly #isBegun: boolean[] = [];
  /** Number of bytes written before the inner message. */
  readonly #mark: number[] = [];

  constructor(private readonly writer: ReverseWriter) {}

  /** Begins a message at its end. */
  begin(level: number, end: number): void {
    this.#from[level] = end;
    this.#to[level] = end;
    this.#isBegun[level] = false;
  }

  /** Enters a message inside; the stretch after the inner message, down to `end`, is kept. */
  enter(level: number, end: number): void {
    this.#from[level] = end;
    this.#isBegun[level] = false;
  }

  /** Returns the number of bytes written for the message entered last. */
  innerSize(level: number): number {
    return this.writer.size - (this.#mark[level] as number);
  }

  /**
   * Announces a change of this level, so that the kept stretches after this message in the enclosing messages
   * are written.
   */
  change(message: SparseBytes, level: number): void {
    for (let outer = 0; outer < level; outer++) {
      if (this.#isBegun[outer] === true) continue;
      this.#write(message, outer);
      this.#mark[outer] = this.writer.size;
      this.#isBegun[outer] = true;
    }
  }

  /**
   * Announces a change, and writes the level's own stretch from `end` on. From now on, the stretch before
   * `start` is kept.
   */
  changeOwn(message: SparseBytes, level: number, start: number, end: number): void {
    this.change(message, level);
    this.#from[level] = end;
    this.#write(message, level);
    this.#from[level] = start;
    this.#to[level] = start;
  }

  /** Starts to keep the stretch before an inner message that was written. */
  resume(level: number, start: number): void {
    this.#from[level] = start;
    this.#to[level] = start;
  }

  /** Writes the stretch before the first change. */
  finish(message: SparseBytes, level: number, start: number): void {
    this.#from[level] = start;
    this.#write(message, level);
  }

  #write(message: SparseBytes, level: number): void {
    const [from, to] = [this.#from[level] as number, this.#to[level] as number];
    if (to > from) this.writer.sparse(message, from, to);
    this.#to[level] = from;
  }
}
