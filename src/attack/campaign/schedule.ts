import { Random } from '../mutate/random.js';
import type { Pool, PoolEntry } from './pool.js';

/** What one run is made of: equal plans, equal mutants. */
export interface Plan {
  /** The file that is mutated. */
  readonly entry: number;
  /** Files that parts may be taken from. */
  readonly splice: readonly number[];
  /** For the mutator's own choices. */
  readonly seed: number;
  readonly mutations: number;
  /** Of the mutators, in their order. */
  readonly weights: readonly number[];
  /** Bytes that the mutant may have more than the file. */
  readonly growth: number;
  /** Leaves header and checksum as they were: a loader's check of them is code as well. */
  readonly keepChecksum: boolean;
  /** Type of the messages to change, by its full name. */
  readonly focus?: string | undefined;
  /** Only adds a field that the file has nowhere. */
  readonly extend: boolean;
}

/** What came of a run, as far as the choice of the next ones goes by it. */
export interface Lesson {
  /** Statements of the way through the loader that no file had shown before. */
  readonly novel: number;
  readonly isNewGroup: boolean;
  /** A fault that was known: more of its kind is time lost. */
  readonly isRepeat: boolean;
}

/** As `costlyBytes`, for a loader that is started for each run, and for one that stays. */
export const STARTED_COSTLY_BYTES = 256 * 1024;
export const PERSISTENT_COSTLY_BYTES = 8 * 1024;

/** How a mutator has done. */
interface Account {
  runs: number;
  rewards: number;
}

/** What a new group is worth, counted in new statements. */
const GROUP_REWARD = 10;
/** Runs after which what a mutator or a file has brought in counts half as much: what it had to give, it gave. */
const MEMORY_RUNS = 4000;
/** Bounds on how much a mutator can be favoured over its own weight, or held back. */
const MOST_FAVOUR = 4;
const LEAST_FAVOUR = 1 / 4;
/** Weights are whole numbers from here up to `MOST_FAVOUR` times it. */
const UNIT = 16;
/**
 * One mutant in so many may grow as far as mutants may at all; others by so many bytes. What is made of a large file takes as
 * long as all that is made of a hundred small ones.
 */
const LARGE_EVERY = 32;
const USUAL_GROWTH = 4096;
/**
 * One mutant in so many of a file that went a way of its own changes the messages whose change took it there: what a
 * loader does there depends on their other fields, and a file has dozens of kinds of messages.
 */
const FOCUS_EVERY = 2;
/** One mutant in so many has a field that the file it is made of has nowhere: what loaders do with it, no seed shows. */
const EXTEND_EVERY = 8;
/** The same where a kind of message is in focus: there it is these fields that are missing. */
const EXTEND_FOCUSED_EVERY = 3;

/**
 * Chooses what to mutate, and how. Everything depends on the campaign's seed, the number of the run, and the
 * lessons of runs before it, so that a campaign can be repeated and resumed.
 */
export class Schedule {
  readonly #seed: number;
  readonly #accounts: Account[];

  /**
   * @param weights the mutators' own
   * @param costlyBytes files of this size cost as much time as a run does by itself
   */
  constructor(
    seed: number,
    private readonly weights: readonly number[],
    private readonly pool: Pool,
    private readonly costlyBytes = STARTED_COSTLY_BYTES,
  ) {
    this.#seed = new Random(seed).word();
    this.#accounts = weights.map(() => ({ runs: 0, rewards: 0 }));
  }

  plan(run: number): Plan {
    const random = new Random((this.#seed & 0x1f_ffff) * 2 ** 32 + run);
    const entries = this.pool.entries;
    const entry = pickEntry(entries, random, this.costlyBytes);
    const splice: number[] = [];
    const focus =
      entry.changed.length > 0 && random.oneIn(FOCUS_EVERY) ? random.pick(entry.changed) : undefined;
    if (entries.length > 1 && random.oneIn(3)) splice.push(random.pick(entries).id);
    return {
      entry: entry.id,
      splice,
      seed: random.word(),
      mutations: depthOf(random),
      weights: this.#favoured(),
      growth: random.oneIn(LARGE_EVERY) ? Number.MAX_SAFE_INTEGER : USUAL_GROWTH,
      keepChecksum: random.oneIn(50),
      focus,
      extend: random.oneIn(focus === undefined ? EXTEND_EVERY : EXTEND_FOCUSED_EVERY),
    };
  }

  /** @param mutators that took part, by position */
  learn(plan: Plan, mutators: readonly number[], lesson: Lesson): void {
    const reward = lesson.novel + (lesson.isNewGroup ? GROUP_REWARD : 0);
    this.pool.credit(plan.entry, reward, lesson.isRepeat);
    for (const mutator of new Set(mutators)) {
      const account = this.#accounts[mutator];
      if (account === undefined) continue;
      account.runs++;
      account.rewards += reward;
      if (account.runs < MEMORY_RUNS) continue;
      account.runs = Math.ceil(account.runs / 2);
      account.rewards /= 2;
    }
  }

  /** Plain data to go on from. */
  toState(): readonly (readonly [runs: number, rewards: number])[] {
    return this.#accounts.map(({ runs, rewards }) => [runs, rewards]);
  }

  fromState(state: readonly (readonly [number, number])[]): void {
    for (const [index, [runs, rewards]] of state.entries()) this.#accounts[index] = { runs, rewards };
  }

  /** The mutators' weights, changed by how often each has brought something in. */
  #favoured(): readonly number[] {
    const total = this.#accounts.reduce((sum, { runs }) => sum + runs, 0);
    const rewards = this.#accounts.reduce((sum, { rewards }) => sum + rewards, 0);
    // As if each had been tried a while at the average: few runs prove nothing.
    const average = (rewards + 1) / (total + 100);
    return this.weights.map((weight, index) => {
      const { runs, rewards } = this.#accounts[index] as Account;
      const yielded = (rewards + 50 * average) / (runs + 50);
      const favour = Math.min(MOST_FAVOUR, Math.max(LEAST_FAVOUR, yielded / average));
      return weight <= 0 ? 0 : Math.max(1, Math.round(weight * UNIT * favour));
    });
  }
}

/** One mutation in half of the runs: what it does to a loader is not hidden by what others do. */
function depthOf(random: Random): number {
  let depth = 1;
  while (depth < 8 && random.oneIn(2)) depth++;
  return depth;
}

/**
 * One run in so many goes on from a file that was refused, as most mutants of such a file end where it ended. Chosen like
 * any other they were nearly all there were after 3000 runs, and 90 % of mutants were refused; now 57 % are (46 % of those
 * of the seeds are), and 163 kinds of faults are met instead of 155 and 162 (the validator as the loader, two seeds).
 */
const REFUSED_EVERY = 8;

/** Files that brought in much for the runs spent on them are chosen more often, large ones less. */
function pickEntry(all: readonly PoolEntry[], random: Random, costlyBytes: number): PoolEntry {
  const isRefused = random.oneIn(REFUSED_EVERY);
  const some = all.filter((entry) => entry.isRefused === isRefused);
  const entries = some.length > 0 ? some : all;
  const weights = entries.map((entry) => {
    const yielded = (entry.rewards + 2) / (entry.runs + 20);
    const tired = 1 + (4 * entry.repeats) / (entry.runs + 20);
    const costs = 1 + entry.bytes.length / costlyBytes;
    return Math.max(1, Math.round((100_000 * yielded) / tired / costs));
  });
  return entries[
    random.weighted(
      weights,
      weights.reduce((sum, weight) => sum + weight, 0),
    )
  ] as PoolEntry;
}
