import type { Observation } from './oracle.js';

/**
 * Maximum number of remembered statements. A loader with more different statements prints content of files.
 */
const MAX_KNOWN = 20_000;
/** Number of runs between two measurements of the share of runs with new behaviour. */
const WINDOW_RUNS = 256;
/** If more than this share of the runs show new behaviour, the loader's output is treated as noise. */
const NOISE = 0.25;
/** Number of edges that a loader can report (fuzz/harness/persistent.c). */
const EDGES = 65_536;
/** Maximum number of new edges that count for a file: further edges usually follow from the first. */
const MOST_NEW_EDGES = 5;

export interface NoveltyState {
  readonly known: readonly string[];
  readonly isNoisy: boolean;
  /** Number of runs since the last measurement, and the number of runs with new behaviour among them. */
  readonly runs: number;
  readonly surprises: number;
  /**
   * Known edges of each loader, in Base64: one byte for each edge, in which each bit stands for a range of
   * frequencies.
   */
  readonly edges?: readonly string[];
}

/**
 * Remembers the behaviour of loaders. A program that prints content of its files shows new behaviour in every
 * run; after this is detected, only new endings count.
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

  /** Number of known statements and edges. */
  get size(): number {
    return this.#known.size + this.#edgesKnown;
  }

  /** Registers the behaviour of a run; returns the amount of new behaviour. */
  note({ behaviour, endings }: Pick<Observation, 'behaviour' | 'endings'>): number {
    let newEdges = 0;
    for (const [loader, { edges }] of endings.entries()) {
      if (edges !== undefined) newEdges += this.#noteEdges(loader, edges);
    }
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
