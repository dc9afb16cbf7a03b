/** Statements that are remembered; a loader with more of them prints what is in files. */
const MAX_KNOWN = 20_000;
/** Runs over which it is judged whether novelty means anything. */
const WINDOW_RUNS = 256;
/** Above this share of runs with something new, what is new is noise. */
const NOISE = 0.25;

export interface NoveltyState {
  readonly known: readonly string[];
  readonly isNoisy: boolean;
  /** Since it was last judged whether novelty is noise, and how many of them showed something new. */
  readonly runs: number;
  readonly surprises: number;
}

/**
 * Knows what loaders have been seen to do. Programs that print what is in their files show something new each
 * time; once that is plain, only how they end counts as new.
 */
export class Novelty {
  readonly #known: Set<string>;
  #isNoisy: boolean;
  #runs: number;
  #surprises: number;

  constructor(state: NoveltyState = { known: [], isNoisy: false, runs: 0, surprises: 0 }) {
    this.#known = new Set(state.known);
    this.#isNoisy = state.isNoisy;
    this.#runs = state.runs;
    this.#surprises = state.surprises;
  }

  get size(): number {
    return this.#known.size;
  }

  /** Takes note of what a run showed; how many statements of it were new. */
  note(behaviour: readonly string[]): number {
    const told = this.#isNoisy ? behaviour.slice(0, 1) : behaviour;
    let novel = 0;
    for (const statement of told) {
      if (this.#known.has(statement) || this.#known.size >= MAX_KNOWN) continue;
      this.#known.add(statement);
      novel++;
    }
    this.#runs++;
    if (novel > 0) this.#surprises++;
    if (this.#runs >= WINDOW_RUNS) {
      if (this.#surprises > NOISE * this.#runs) this.#isNoisy = true;
      this.#runs = 0;
      this.#surprises = 0;
    }
    return novel;
  }

  /** Plain data to go on from. */
  toState(): NoveltyState {
    return {
      known: [...this.#known],
      isNoisy: this.#isNoisy,
      runs: this.#runs,
      surprises: this.#surprises,
    };
  }
}
