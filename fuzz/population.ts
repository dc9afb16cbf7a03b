import type { Random } from '../test/kernel/random.js';

/** An input with new coverage or traits. */
export interface Individual {
  readonly input: Uint8Array;
  /** True if the input is already kept in a file. */
  readonly known: boolean;
  /** Number of batches made from this input, and number of these with new coverage or traits. */
  picks: number;
  finds: number;
}

export class Population {
  readonly individuals: Individual[] = [];
  readonly traits = new Set<string>();

  add(input: Uint8Array, known: boolean): void {
    this.individuals.push({ input: input.slice(), known, picks: 0, finds: 0 });
  }

  /**
   * Returns the best of three random inputs: the input that was picked least often. New inputs are picked
   * soon, and successful inputs a little more often.
   */
  pick(random: Random): Individual {
    let best = random.pick(this.individuals);
    for (let i = 0; i < 2; i++) {
      const other = random.pick(this.individuals);
      if (merit(other) > merit(best)) best = other;
    }
    return best;
  }

  any(random: Random): Uint8Array {
    return random.pick(this.individuals).input;
  }

  /** True if one of these traits is new; records all of them as known. */
  isFresh(traits: Iterable<string>): boolean {
    const before = this.traits.size;
    for (const trait of traits) if (this.traits.size < MAX_TRAITS) this.traits.add(trait);
    return this.traits.size > before;
  }
}

/** Limit for targets with endless traits, which would keep every input. */
const MAX_TRAITS = 20_000;

/** Rates an input. Short inputs are preferred, because a change more often affects an important byte. */
function merit({ input, picks, finds }: Individual): number {
  return (finds > 0 ? 1.5 : 1) / (1 + picks) / Math.log2(16 + input.length);
}
