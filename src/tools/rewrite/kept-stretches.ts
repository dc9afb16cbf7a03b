import type { ReverseWriter } from './reverse-writer.js';

/**
 * What stays as it is of the messages that are open, level by level: it is written, as one stretch, when something
 * after the stretch has changed, and never where nothing has. Messages are gone through from their end.
 */
export class KeptStretches {
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  /** Whether the message that is open in this one has something written. */
  readonly #isBegun: boolean[] = [];
  /** Bytes that had been written when it was begun. */
  readonly #mark: number[] = [];

  constructor(private readonly writer: ReverseWriter) {}

  /** A message whose bytes end here. */
  begin(level: number, end: number): void {
    this.#from[level] = end;
    this.#to[level] = end;
    this.#isBegun[level] = false;
  }

  /** A message in it is about to be gone into; what is after that, from here on, is kept so far. */
  enter(level: number, end: number): void {
    this.#from[level] = end;
    this.#isBegun[level] = false;
  }

  /** Bytes written of the message gone into last. */
  innerSize(level: number): number {
    return this.writer.size - (this.#mark[level] as number);
  }

  /** Everything in front of this level's own records is about to change: what is after them is written. */
  change(bytes: Uint8Array, level: number): void {
    for (let outer = 0; outer < level; outer++) {
      if (this.#isBegun[outer] === true) continue;
      this.#write(bytes, outer);
      this.#mark[outer] = this.writer.size;
      this.#isBegun[outer] = true;
    }
  }

  /** The same, and the stretch from `end` on of the level itself; what lies in front of `start` is kept again. */
  changeOwn(bytes: Uint8Array, level: number, start: number, end: number): void {
    this.change(bytes, level);
    this.#from[level] = end;
    this.#write(bytes, level);
    this.#from[level] = start;
    this.#to[level] = start;
  }

  /** What is in front of a message gone into, which was written, is kept again from here on. */
  resume(level: number, start: number): void {
    this.#from[level] = start;
    this.#to[level] = start;
  }

  /** Writes the stretch in front of everything that changed. */
  finish(bytes: Uint8Array, level: number, start: number): void {
    this.#from[level] = start;
    this.#write(bytes, level);
  }

  #write(bytes: Uint8Array, level: number): void {
    const [from, to] = [this.#from[level] as number, this.#to[level] as number];
    if (to > from) this.writer.raw(bytes, from, to);
    this.#to[level] = from;
  }
}
