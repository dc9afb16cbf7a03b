import { Random } from '../random.js';
import type { Pool, PoolEntry } from './pool.js';

/** Inputs of one run: equal plans give equal mutants. */
export interface RunPlan {
  /** Id of the file to mutate. */
  readonly entry: number;
  /** Ids of other files, from which content can be copied. */
  readonly splice: readonly number[];
  /** Seed for the mutator's own choices. */
  readonly seed: number;
  readonly mutations: number;
  readonly weights: readonly number[];
  /** Number of bytes by which the mutant may be larger than the file. */
  readonly growth: number;
  /** True to leave header and checksum unchanged, so that the loader's own checks are tested. */
  readonly keepChecksum: boolean;
  /** Full name of the message type to change. */
  readonly focus?: string | undefined;
  /** True to add only a field that occurs nowhere in the file. */
  readonly extend: boolean;
}

/** Properties of a run's result that influence the planning of later runs. */
interface Lesson {
  /** Number of statements and edges that no earlier run reached. */
  readonly novel: number;
  readonly isNewGroup: boolean;
  /** True if the run only repeated a known fault. */
  readonly isRepeat: boolean;
}

/** Values of `costlyBytes` for a loader that is started for each run, and for a persistent loader. */
export const STARTED_COSTLY_BYTES = 256 * 1024;
export const PERSISTENT_COSTLY_BYTES = 8 * 1024;

/** Number of runs and sum of rewards of a mutator. */
interface Account {
  runs: number;
  rewards: number;
}

/** Reward for a new group, in units of new statements. */
const GROUP_REWARD = 10;
/** Number of runs after which earlier rewards of a mutator or a file count half as much. */
const MEMORY_RUNS = 4000;
/** Limits of the factor by which success changes a mutator's weight. */
const MOST_FAVOUR = 4;
const LEAST_FAVOUR = 1 / 4;
/** Changed weights are multiplied by this factor, so that rounding them to whole numbers matters little. */
const UNIT = 16;
/**
 * One in `LARGE_EVERY` mutants may grow up to the size limit; the others may grow by `USUAL_GROWTH` bytes.
 * The mutants of one large file take as long as the mutants of a hundred small files.
 */
const LARGE_EVERY = 32;
const USUAL_GROWTH = 4096;
/**
 * One in this many mutants of a file with new behaviour changes messages of a type whose change led to the
 * new behaviour: the behaviour also depends on the other fields of this type, and a file has dozens of
 * message types.
 */
const FOCUS_EVERY = 2;
/**
 * One in this many mutants gets a field that does not occur in its parent, because the seeds do not cover all
 * fields.
 */
const EXTEND_EVERY = 8;
/** Same as `EXTEND_EVERY`, for mutants that change one message type, in which missing fields matter more. */
const EXTEND_FOCUSED_EVERY = 3;

/**
 * Chooses the file to mutate and the mutations. All choices depend only on the campaign's seed, the number of
 * the run, and the results of earlier runs, so that a campaign can be repeated and resumed.
 */
export class RunSchedule {
  readonly #seed: number;
  readonly #accounts: Account[];

  /**
   * @param weights the mutators' own weights
   * @param costlyBytes size of a file whose processing takes as long as the fixed part of a run
   */
  constructor(
    seed: number,
    private readonly weights: readonly number[],
    private readonly pool: Pool,
    private readonly costlyBytes = STARTED_COSTLY_BYTES,
  ) {
    this.#seed = Random.of(seed).bits();
    this.#accounts = weights.map(() => ({ runs: 0, rewards: 0 }));
  }

  plan(run: number): RunPlan {
    const random = Random.of((this.#seed & 0x1f_ffff) * 2 ** 32 + run);
    const entries = this.pool.entries;
    const entry = pickEntry(entries, random, this.costlyBytes);
    const splice: number[] = [];
    const focus =
      entry.changed.length > 0 && random.oneIn(FOCUS_EVERY) ? random.one(entry.changed) : undefined;
    if (entries.length > 1 && random.oneIn(3)) splice.push(random.one(entries).id);
    return {
      entry: entry.id,
      splice,
      seed: random.bits(),
      mutations: depthOf(random),
      weights: this.#favoured(),
      growth: random.oneIn(LARGE_EVERY) ? Number.MAX_SAFE_INTEGER : USUAL_GROWTH,
      keepChecksum: random.oneIn(50),
      focus,
      extend: random.oneIn(focus === undefined ? EXTEND_EVERY : EXTEND_FOCUSED_EVERY),
    };
  }

  /** @param mutators indexes of the mutators that made the mutant */
  learn(plan: RunPlan, mutators: readonly number[], lesson: Lesson): void {
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

  toState(): readonly (readonly [runs: number, rewards: number])[] {
    return this.#accounts.map(({ runs, rewards }) => [runs, rewards]);
  }

  fromState(state: readonly (readonly [number, number])[]): void {
    for (const [index, [runs, rewards]] of state.entries()) this.#accounts[index] = { runs, rewards };
  }

  /** Returns the mutators' weights, adjusted by their success. */
  #favoured(): readonly number[] {
    const total = this.#accounts.reduce((sum, { runs }) => sum + runs, 0);
    const rewards = this.#accounts.reduce((sum, { rewards }) => sum + rewards, 0);
    // Each mutator starts with 50 runs of average success, because a few runs prove nothing.
    const average = (rewards + 1) / (total + 100);
    return this.weights.map((weight, index) => {
      const { runs, rewards } = this.#accounts[index] as Account;
      const yielded = (rewards + 50 * average) / (runs + 50);
      const favour = Math.min(MOST_FAVOUR, Math.max(LEAST_FAVOUR, yielded / average));
      return weight <= 0 ? 0 : Math.max(1, Math.round(weight * UNIT * favour));
    });
  }
}

/**
 * Returns the number of mutations. Half of the runs have only one, so that its effect is not hidden by
 * others.
 */
function depthOf(random: Random): number {
  let depth = 1;
  while (depth < 8 && random.oneIn(2)) depth++;
  return depth;
}

/**
 * One in this many runs starts from a refused file, because most mutants of a refused file are refused for
 * the same reason. With this limit, 57 % of mutants are refused; without it, 90 % were refused after 3000
 * runs, and fewer kinds of faults were found.
 */
const REFUSED_EVERY = 8;

/** Chooses files with high rewards per run more often, and large files less often. */
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
