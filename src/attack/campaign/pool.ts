/** A parent of mutants. */
export interface PoolEntry {
  readonly id: number;
  readonly bytes: Uint8Array;
  /** Name of the seed, or of the mutant's original seed. */
  readonly name: string;
  /** Id of the mutant's original seed; for a seed, its own id. */
  readonly seed: number;
  /**
   * True if the loader refuses the file, or the file is a seed with a fault: most of its mutants only repeat
   * this result.
   */
  isRefused: boolean;
  /** Full names of the message types whose mutation gave the file new behaviour; empty for a seed. */
  readonly changed: readonly string[];
  /**
   * Number of runs of the file's mutants, sum of their rewards, and number of runs that repeated a known
   * fault.
   */
  runs: number;
  rewards: number;
  repeats: number;
}

/**
 * Maximum number of files, and of bytes of mutants. A full pool adds no more files, because the files with
 * the earliest new behaviour stay useful longest.
 */
const MAX_ENTRIES = 1024;
const MAX_MUTANT_BYTES = 64 * 1024 * 1024;

const NO_RUNS = { runs: 0, rewards: 0, repeats: 0 };

/** Files that mutants are made from: the seeds, and mutants with new behaviour. */
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

  /** Adds a mutant of `parent`; returns undefined if the pool is full. */
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

  /** Marks a seed that has a fault without mutation. */
  setBarren(id: number): void {
    const entry = this.#byId.get(id);
    if (entry !== undefined) entry.isRefused = true;
  }

  /** Restores a saved entry; ids must be ascending. */
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
