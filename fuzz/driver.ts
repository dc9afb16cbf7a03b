import { Random } from '../test/kernel/random.js';
import type { Coverage } from './coverage.js';
import { type Failure, failureOf } from './failure.js';
import { mutatorFor } from './mutators/index.js';
import { Population } from './population.js';
import type { Lane, Outcome, Target } from './target.js';

export interface Seed {
  readonly input: Uint8Array;
  /** True if the input is one of the target's kept seeds, which are selected again with `--keep-seeds`. */
  readonly isKept: boolean;
}

export interface DriveOptions {
  /** A positive integer: the same seed and number of `runs` repeat a campaign exactly. */
  readonly seed: number;
  /** Number of runs, including those of the seeds; by default only the time is limited. */
  readonly runs?: number;
  readonly timeMs?: number;
  /**
   * Number of kinds of failure at which fuzzing stops, 25 by default: more kinds usually have a common cause,
   * which hides other failures.
   */
  readonly mostFailures?: number;
  readonly seeds: readonly Seed[];
  /** Coverage that was started before the target was loaded. Without it, only traits guide the mutations. */
  readonly coverage?: Coverage;
  /** Called with every input before it runs. */
  readonly enter?: (input: Uint8Array) => void;
  readonly progress?: (state: Progress) => void;
}

export interface Progress {
  readonly runs: number;
  /** Number of inputs that were kept for new coverage or traits. */
  readonly population: number;
  /** Characters of source that have run. */
  readonly reached: number;
  readonly traits: number;
  readonly failures: number;
}

export interface DriveResult extends Progress {
  readonly ms: number;
  readonly found: readonly Failure[];
  /** Inputs with new coverage or traits that are not in a file yet. */
  readonly novelties: readonly Uint8Array[];
}

/** Our code under test: the readers, without the code that makes inputs. */
export const READERS = /\/src\/(?!generated|read\/tree|attack\/mutate|attack\/smith)/;

const MAX_FAILURES = 25;

/** Input from which mutations start if there are no seeds. */
const FIRST = new Uint8Array(0);

/**
 * Fuzzes an open target.
 *
 * Inputs are run in batches, and coverage is read after each. If the coverage is new, the halves of the batch
 * are run again, and so on until the inputs that caused it are found: most batches have no new coverage, and
 * a reading costs as much as many runs. Batches grow while they have no new coverage.
 */
export async function drive(target: Target, lane: Lane, options: DriveOptions): Promise<DriveResult> {
  return new Driver(target, lane, options).drive();
}

class Driver {
  readonly #random: Random;
  readonly #population = new Population();
  readonly #coverage: Coverage | undefined;
  readonly #failures = new Map<string, Failure>();
  readonly #mutate;
  readonly #startedAt = performance.now();
  readonly #maxBatch: number;
  #runs = 0;
  #batch = 4;

  constructor(
    readonly target: Target,
    readonly lane: Lane,
    readonly options: DriveOptions,
  ) {
    this.#random = new Random(options.seed);
    this.#mutate = mutatorFor(target);
    this.#maxBatch = target.batch ?? 64;
    this.#coverage = options.coverage;
    this.#coverage?.begin(target.covers ?? READERS);
  }

  async drive(): Promise<DriveResult> {
    const { seeds } = this.options;
    // Short seeds run first: of two seeds with the same coverage, the longer seed is left out.
    const inputs = seeds.map(({ input }) => input).sort((a, b) => a.length - b.length);
    for (let at = 0; at < inputs.length && !this.#isOver(); ) {
      // Nearly all of the first seeds have new coverage, so each is a batch of its own; few of the others do.
      const size = at < 64 ? 1 : 8;
      await this.#explore(inputs.slice(at, at + size), true);
      at += size;
    }
    if (this.#population.individuals.length === 0) this.#population.add(FIRST, true);
    while (!this.#isOver()) await this.#generation();
    return {
      ...this.#state(),
      ms: performance.now() - this.#startedAt,
      found: [...this.#failures.values()],
      novelties: this.#population.individuals.filter(({ known }) => !known).map(({ input }) => input),
    };
  }

  #isOver(): boolean {
    const { runs = Number.POSITIVE_INFINITY, timeMs = Number.POSITIVE_INFINITY } = this.options;
    const { mostFailures = MAX_FAILURES } = this.options;
    if (this.#runs >= runs || this.#failures.size >= mostFailures) return true;
    return performance.now() - this.#startedAt >= timeMs;
  }

  async #generation(): Promise<void> {
    const parent = this.#population.pick(this.#random);
    const left = (this.options.runs ?? Number.POSITIVE_INFINITY) - this.#runs;
    const batch: Uint8Array[] = [];
    for (let i = Math.min(this.#batch, left); i > 0; i--) {
      batch.push(this.#mutate(parent.input, this.#random, this.#population.any(this.#random)));
    }
    parent.picks++;
    const reached = this.#coverage?.reached;
    const found = await this.#explore(batch, false);
    if (found) parent.finds++;
    // A batch becomes smaller only after new coverage, because new traits need no second runs.
    const isSearched = reached !== this.#coverage?.reached;
    this.#batch = isSearched ? Math.max(4, this.#batch >> 1) : Math.min(this.#maxBatch, this.#batch * 2);
    this.options.progress?.(this.#state());
  }

  /** @returns true if the batch had new coverage or traits */
  async #explore(batch: readonly Uint8Array[], known: boolean): Promise<boolean> {
    const kept = await this.#run(batch, known);
    if (this.#coverage === undefined || this.#coverage.look(batch.length === 1) === 0) return kept > 0;
    if (batch.length === 1) {
      if (kept === 0) this.#population.add(batch[0]!, known);
      return true;
    }
    const middle = batch.length >> 1;
    await this.#explore(batch.slice(0, middle), known);
    await this.#explore(batch.slice(middle), known);
    return true;
  }

  /** Runs a batch. @returns the number of inputs kept for a trait, which need no search */
  async #run(batch: readonly Uint8Array[], known: boolean): Promise<number> {
    const { lane, options } = this;
    const outcomes =
      lane.runAll !== undefined
        ? await lane.runAll(batch, options.enter ?? (() => {}))
        : await oneByOne(lane, batch, options.enter);
    this.#runs += batch.length;
    let kept = 0;
    outcomes.forEach((outcome, i) => {
      if ('failure' in outcome) this.#fail(batch[i]!, outcome.failure);
      else if (outcome.traits !== undefined && this.#population.isFresh(outcome.traits)) {
        this.#population.add(batch[i]!, known);
        kept++;
      }
    });
    return kept;
  }

  /** Keeps the shortest input of each kind of failure. */
  #fail(input: Uint8Array, thrown: unknown): void {
    const failure = failureOf(input, thrown);
    const known = this.#failures.get(failure.key);
    if (known === undefined || known.input.length > input.length) this.#failures.set(failure.key, failure);
  }

  #state(): Progress {
    return {
      runs: this.#runs,
      population: this.#population.individuals.length,
      reached: this.#coverage?.reached ?? 0,
      traits: this.#population.traits.size,
      failures: this.#failures.size,
    };
  }
}

async function oneByOne(
  lane: Lane,
  batch: readonly Uint8Array[],
  enter: ((input: Uint8Array) => void) | undefined,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const input of batch) {
    enter?.(input);
    outcomes.push(await outcomeOf(lane, input));
  }
  return outcomes;
}

export async function outcomeOf(lane: Lane, input: Uint8Array): Promise<Outcome> {
  try {
    return { traits: await lane.run(input) };
  } catch (failure) {
    return { failure };
  }
}
