import { type IdStore, type IdTally, MAX_ID_WORDS, type Told } from '../scan/id-store.js';
import * as layout from './layout.js';
import type { KernelExports } from './module.js';

/** State of a set, as its 32-bit halves. */
type State = readonly number[];

const FRESH_STATE: State = fresh();

/** The ids in the kernel's memory: those that passes note, and those of the scanner between them. */
export class KernelIds implements IdStore {
  /** Per set the states around the innermost scope. */
  readonly #around: State[][] = [];

  /**
   * @param sets at most MAX_DISTINCT
   * @param tablesAt where there is room for as many tables
   * @param mostWords at most MAX_ID_WORDS
   */
  constructor(
    private readonly exports: KernelExports,
    private readonly sets: number,
    tablesAt: number,
    mostWords = MAX_ID_WORDS,
  ) {
    const memory = this.#memory();
    memory[layout.DISTINCT_COUNT >> 2] = sets;
    memory[layout.TABLES >> 2] = tablesAt;
    memory[layout.MOST_WORDS >> 2] = mostWords;
    // Drawn anew, so that nobody writes a file whose ids all fall on one place. Odd.
    memory[layout.HASH_FACTOR >> 2] = Math.floor(Math.random() * 2 ** 31) * 2 + 1;
    this.start();
  }

  start(): void {
    for (let set = 0; set < this.sets; set++) {
      this.exports.forget(set, 0);
      this.#around[set] = [];
      this.#become(set, FRESH_STATE);
    }
  }

  enter(set: number): void {
    const around = this.#around[set] as State[];
    around.push(this.#state(set));
    const inside = [...FRESH_STATE];
    inside[layout.STATE_WORDS >> 2] = this.#words(set);
    inside[layout.STATE_SCOPE >> 2] = around.length;
    this.#become(set, inside);
  }

  leave(set: number): void {
    const state = (this.#around[set] as State[]).pop() as State;
    this.exports.forget(set, state[layout.STATE_WORDS >> 2] as number);
    this.#become(set, state);
  }

  note(set: number, id: number): Told {
    return this.exports.noteOne(set, id) as Told;
  }

  has(set: number, id: number): boolean {
    return this.exports.knows(set, id) !== 0;
  }

  tallyOf(set: number): IdTally {
    const state = this.#state(set);
    const at = (offset: number) => (state[offset >> 2] as number) >>> 0;
    const reach = at(layout.STATE_REACH) + at(layout.STATE_REACH + 4) * 2 ** 32;
    return {
      count: at(layout.STATE_COUNT),
      least: reach === 0 ? undefined : at(layout.STATE_LEAST),
      greatest: reach === 0 ? undefined : reach - 1,
      untracked: at(layout.STATE_UNTRACKED),
    };
  }

  #words(set: number): number {
    return this.#memory()[(layout.STATES + set * layout.STATE_SIZE + layout.STATE_WORDS) >> 2] as number;
  }

  #state(set: number): State {
    this.exports.update(set);
    const at = (layout.STATES + set * layout.STATE_SIZE) >> 2;
    return [...this.#memory().subarray(at, at + (layout.STATE_SIZE >> 2))];
  }

  /** The set goes on with a state, and with no word at hand. */
  #become(set: number, state: State): void {
    const memory = this.#memory();
    for (const states of [layout.STATES, layout.PENDING_STATES]) {
      const at = (states + set * layout.STATE_SIZE) >> 2;
      memory.set(state, at);
      memory[at + (layout.STATE_SLOT >> 2)] = 0;
    }
    for (const words of [layout.CURRENT, layout.PENDING_CURRENT]) {
      const at = (words + set * layout.CURRENT_SIZE) >> 2;
      memory.fill(-1, at, at + (layout.CURRENT_SIZE >> 2));
    }
  }

  /** Of memory that grows the views are replaced. */
  #memory(): Int32Array {
    return new Int32Array(this.exports.memory.buffer);
  }
}

function fresh(): State {
  const state = new Array<number>(layout.STATE_SIZE >> 2).fill(0);
  state[layout.STATE_LEAST >> 2] = -1;
  return state;
}
