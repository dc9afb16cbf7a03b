import type { Entry } from '../../read/tape/entries.js';

/**
 * How many records of one name came before in the messages that are open. Records of a message that is there more than
 * once count on from one to the next, and packed lists have elements without records: of those nothing is said.
 */
export class Ordinals {
  /** By depth. */
  readonly #counts: number[] = [0];
  readonly #isKnown: boolean[] = [true];
  /** Messages that are there once at most, and were. */
  readonly #seen: Entry[][] = [[]];

  /** A message begins, and its records are at this depth. */
  enter(depth: number, entry: Entry | undefined): void {
    const around = depth - 1;
    const seen = this.#seen[around] as Entry[];
    let isKnown = this.#isKnown[around] as boolean;
    if (entry !== undefined && !entry.field.repeated) {
      if (seen.includes(entry)) isKnown = false;
      else seen.push(entry);
    }
    this.#counts[depth] = 0;
    this.#isKnown[depth] = isKnown;
    this.#seen[depth] = [];
  }

  /** Counts one; undefined where its place in the list is not known. */
  next(depth: number, isPacked: boolean): number | undefined {
    if (isPacked) this.#isKnown[depth] = false;
    const ordinal = this.#counts[depth] as number;
    this.#counts[depth] = ordinal + 1;
    return this.#isKnown[depth] === true ? ordinal : undefined;
  }
}
