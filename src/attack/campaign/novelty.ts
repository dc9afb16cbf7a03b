/** Statements that are remembered; a loader with more of them prints what is in files. */
const MAX_KNOWN = 20_000;
/** Runs over which it is decided whether novelty means anything. */
const WINDOW_RUNS = 256;
/** Above this share of runs with something new, what is new is noise. */
const NOISE = 0.25;
/** Edges that loaders tell apart (fuzz/harness/persistent.c). */
const EDGES = 65_536;
/** What a file with many new edges is worth at most: those after the first few follow from them. */
const MOST_NEW_EDGES = 5;

export interface NoveltyState {
  readonly known: readonly string[];
  readonly isNoisy: boolean;
  /** Since it was last decided whether novelty is noise, and how many of them showed something new. */
  readonly runs: number;
  readonly surprises: number;
  /** Of each loader that reports its edges: for each edge a bit for each class of how often, in Base64. */
  readonly edges?: readonly string[];
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
  readonly #edges: Uint8Array[];
  #edgesKnown = 0;

  constructor(state: NoveltyState = { known: [], isNoisy: false, runs: 0, surprises: 0 }) {
    this.#known = new Set(state.known);
    this.#isNoisy = state.isNoisy;
    this.#runs = state.runs;
    this.#surprises = state.surprises;
    this.#edges = (state.edges ?? []).map((text) => {
      const map = new Uint8Array(EDGES);
      map.set(Buffer.from(text, 'base64').subarray(0, EDGES));
      this.#edgesKnown += map.filter((bits) => bits !== 0).length;
      return map;
    });
  }

  /** Statements that are known, and edges that have been gone along. */
  get size(): number {
    return this.#known.size + this.#edgesKnown;
  }

  /**
   * Takes note of what a run showed; how much of it was new.
   * @param edges of each loader that reports them
   */
  note(behaviour: readonly string[], edges: readonly (Uint32Array | undefined)[] = []): number {
    let newEdges = 0;
    for (const [loader, some] of edges.entries())
      if (some !== undefined) newEdges += this.#noteEdges(loader, some);
    return this.#noteStatements(behaviour) + Math.min(newEdges, MOST_NEW_EDGES);
  }

  #noteEdges(loader: number, edges: Uint32Array): number {
    while (this.#edges.length <= loader) this.#edges.push(new Uint8Array(EDGES));
    const map = this.#edges[loader] as Uint8Array;
    let novel = 0;
    for (const edge of edges) {
      const at = (edge >>> 3) % EDGES;
      const bit = 1 << (edge & 7);
      const bits = map[at] as number;
      if ((bits & bit) !== 0) continue;
      if (bits === 0) this.#edgesKnown++;
      map[at] = bits | bit;
      novel++;
    }
    return novel;
  }

  #noteStatements(behaviour: readonly string[]): number {
    const counted = this.#isNoisy ? behaviour.slice(0, 1) : behaviour;
    let novel = 0;
    for (const statement of counted) {
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
      ...(this.#edges.length === 0
        ? {}
        : { edges: this.#edges.map((map) => Buffer.from(map).toString('base64')) }),
    };
  }
}
