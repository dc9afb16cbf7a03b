/** A file that others are made from. */
export interface PoolEntry {
  readonly id: number;
  readonly bytes: Uint8Array;
  /** A seed's name; for a mutant, that of the seed it comes from. */
  readonly name: string;
  /** The seed it comes from; its own id for a seed. */
  readonly seed: number;
  /** True if the loader refused it, or a seed shows a fault: most that is made of it ends at the same place. */
  isRefused: boolean;
  /** Full names of the types of messages whose change brought it in; none of a seed. */
  readonly changed: readonly string[];
  /** Runs spent on it, what they brought in, and how many only met a known fault. */
  runs: number;
  rewards: number;
  repeats: number;
}

/** How many files are kept, and how many bytes of mutants: what was new first stays longest useful. */
const MAX_ENTRIES = 1024;
const MAX_MUTANT_BYTES = 64 * 1024 * 1024;

const NO_RUNS = { runs: 0, rewards: 0, repeats: 0 };

/** Files to mutate: the seeds, and mutants that took a loader where no file had before. */
export class Pool {
  readonly #entries: PoolEntry[] = [];
  readonly #byId = new Map<number, PoolEntry>();
  #nextId = 0;
  #mutantBytes = 0;

  get entries(): readonly PoolEntry[] {
    return this.#entries;
  }

  get(id: number): PoolEntry | undefined {
    return this.#byId.get(id);
  }

  addSeed(name: string, bytes: Uint8Array): PoolEntry {
    const id = this.#nextId;
    return this.#add({ id, bytes, name, seed: id, isRefused: false, changed: [], ...NO_RUNS });
  }

  /** Adds a mutant of `parent`; undefined where there is no more room. */
  addMutant(
    parent: PoolEntry,
    bytes: Uint8Array,
    isRefused: boolean,
    changed: readonly string[],
  ): PoolEntry | undefined {
    if (this.#entries.length >= MAX_ENTRIES || this.#mutantBytes + bytes.length > MAX_MUTANT_BYTES)
      return undefined;
    this.#mutantBytes += bytes.length;
    const { name, seed } = parent;
    return this.#add({ id: this.#nextId, bytes, name, seed, isRefused, changed, ...NO_RUNS });
  }

  /** Notes that a seed ends in a fault as it is. */
  setBarren(id: number): void {
    const entry = this.#byId.get(id);
    if (entry !== undefined) entry.isRefused = true;
  }

  /** Brings back an entry as it was kept; ids must come in order. */
  restore(entry: PoolEntry): void {
    if (entry.id !== entry.seed) this.#mutantBytes += entry.bytes.length;
    this.#nextId = entry.id;
    this.#add(entry);
  }

  credit(id: number, reward: number, isRepeat: boolean): void {
    const entry = this.#byId.get(id);
    if (entry === undefined) return;
    entry.runs++;
    entry.rewards += reward;
    if (isRepeat) entry.repeats++;
  }

  #add(entry: PoolEntry): PoolEntry {
    this.#nextId = entry.id + 1;
    this.#entries.push(entry);
    this.#byId.set(entry.id, entry);
    return entry;
  }
}
