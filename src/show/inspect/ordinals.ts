import type { Entry } from '../../read/outline/entries.js';

/**
 * Counts records of the same name in the open messages. Records of a repeated singular message continue the
 * numbering, and packed lists have elements without records: for both, the index is unknown.
 */
export class Ordinals {
  /** By depth. */
  readonly #counts: number[] = [0];
  readonly #isKnown: boolean[] = [true];
  /** Messages that may occur once, and have occurred. */
  readonly #seen: Entry[][] = [[]];

  /** Begins a message whose records are at this depth. */
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

  /** Counts a record; returns undefined if its index is unknown. */
  next(depth: number, isPacked: boolean): number | undefined {
    if (isPacked) this.#isKnown[depth] = false;
    const ordinal = this.#counts[depth] as number;
    this.#counts[depth] = ordinal + 1;
    return this.#isKnown[depth] === true ? ordinal : undefined;
  }
}
