import { ProtomdlError } from '../../base/diagnostics/error.js';
import { messageAt } from '../../base/schema/lookup.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import { type Ending, fingerprintsOf } from './ending.js';
import { CampaignFindings, type FindsOptions } from './finds.js';
import type { Group, Groups } from './group.js';
import { Novelty } from './novelty.js';
import type { CampaignOracle, FindingKind, Observation } from './oracle.js';
import type { CampaignMutant, CampaignSeed, Mutagen } from './parts.js';
import { Pool, type PoolEntry } from './pool.js';
import { RunOrder, type RunSlot } from './run-order.js';
import { PERSISTENT_COSTLY_BYTES, type RunPlan, RunSchedule, STARTED_COSTLY_BYTES } from './schedule.js';
import { type CampaignState, type EndingCounts, type Setup, stateFor } from './state.js';

/** Interval between saves of the state. A resumed campaign repeats the runs since the last save. */
const SAVE_EVERY_MS = 5000;
interface CampaignOptions extends FindsOptions {
  readonly setup: Setup;
  /** Default: the seed of the resumed campaign, or a random one. */
  readonly seed?: number | undefined;
  readonly seeds: readonly CampaignSeed[];
  readonly oracle: CampaignOracle;
  readonly mutagen: Mutagen;
  /** True if one loader process reads many files, so that the cost of a run depends on the file's size. */
  readonly isPersistent?: boolean | undefined;
  readonly jobs: number;
  /** Maximum number of runs of the campaign, including runs of earlier sessions; undefined for no limit. */
  readonly maxRuns?: number | undefined;
  /** Time limit of this session in milliseconds. */
  readonly maxMs?: number | undefined;
  readonly maxSize: number;
  readonly signal: AbortSignal;
  readonly onProgress?: ((status: CampaignStatus) => void) | undefined;
}

/** Result of a seed that was not accepted before any mutation. */
export interface SeedEnding {
  /** Name of the seed. */
  readonly name: string;
  /** `refused`, or the kind of the seed's fault. */
  readonly kind: 'refused' | FindingKind;
  /** The report, signal or exit code, in one line. */
  readonly title: string;
}

/** State of a campaign at one moment. */
export interface CampaignStatus {
  /** Seed of all random choices of the campaign, 0 to 2^53 - 1. */
  readonly seed: number;
  /** Results of the seeds, from their runs without mutations. */
  readonly seeds: {
    /** Number of all seeds. */
    readonly total: number;
    /** Number of accepted seeds. */
    readonly accepted: number;
    /** Results of the seeds that were not accepted, in the order of the seeds. */
    readonly others: readonly SeedEnding[];
  };
  /** Number of mutant runs whose only fault also occurs with an unchanged seed: they are not findings. */
  readonly asSeeds: number;
  /** Number of runs in all sessions. */
  readonly runs: number;
  /** Duration of all sessions in milliseconds. */
  readonly ms: number;
  /** Runs per second in this session. */
  readonly speed: number;
  /** Number of runs by result. */
  readonly endings: Readonly<EndingCounts>;
  /** Groups of findings, in the order of discovery. */
  readonly groups: readonly Group[];
  /** Number of findings without a group, because the limit for groups was reached. */
  readonly unlisted: number;
  /** Number of different behaviours of the loader seen. */
  readonly behaviours: number;
  /** Number of files that mutants are made from. */
  readonly files: number;
}

/** Mutates files, runs loaders on them, and keeps the findings. */
export class Campaign {
  readonly #options: CampaignOptions;
  readonly #seed: number;
  readonly #pool = new Pool();
  readonly #schedule: RunSchedule;
  readonly #novelty: Novelty;
  readonly #finds: CampaignFindings;
  readonly #endings: EndingCounts;
  readonly #order: RunOrder;
  readonly #started = performance.now();
  readonly #earlierMs: number;
  readonly #earlierRuns: number;
  #runs: number;
  #accepted = 0;
  #asSeeds: number;
  readonly #others: SeedEnding[] = [];
  readonly #seedMs: number[] = [];
  #saved = performance.now();
  /** Time at which the last mutant was finished; later work does not count as time for mutants. */
  #stopped: number | undefined;
  #failure: unknown;

  /** @throws ProtomdlError `findings-*` if the folder holds another campaign or cannot be read */
  constructor(options: CampaignOptions) {
    this.#options = options;
    const { store, setup, seeds, mutagen } = options;
    const saved = store.readState();
    const state = saved === undefined ? undefined : stateFor(saved, setup, options.seed);
    this.#seed = state?.seed ?? options.seed ?? Math.floor(Math.random() * 2 ** 32);
    this.#schedule = new RunSchedule(
      this.#seed,
      mutagen.mutators.map(({ weight }) => weight),
      this.#pool,
      options.isPersistent === true ? PERSISTENT_COSTLY_BYTES : STARTED_COSTLY_BYTES,
    );
    for (const { name, bytes } of seeds) this.#pool.addSeed(name, bytes);
    this.#order = new RunOrder(state?.issued ?? 0, state?.unfinished ?? []);
    this.#runs = state?.runs ?? 0;
    this.#asSeeds = state?.asSeeds ?? 0;
    this.#earlierRuns = this.#runs;
    this.#earlierMs = state?.ms ?? 0;
    this.#novelty = new Novelty(state?.novelty);
    this.#finds = new CampaignFindings(options, state);
    this.#endings = {
      ...(state?.endings ?? { accepted: 0, refused: 0, crashed: 0, hung: 0, 'out-of-memory': 0 }),
    };
    if (state !== undefined) this.#takeUp(state);
  }

  get groups(): Groups {
    return this.#finds.groups;
  }

  /** True if all requested runs have been made. */
  get isComplete(): boolean {
    return this.#order.hasIssued(this.#options.maxRuns);
  }

  /**
   * Returns the median time of the seeds in milliseconds: a run without a fault typically takes this time.
   */
  get typicalMs(): number {
    const sorted = this.#seedMs.sort((a, b) => a - b);
    return sorted[sorted.length >> 1] ?? 0;
  }

  /** Returns the time of the slowest completed seed in milliseconds. */
  get slowestMs(): number {
    return this.#seedMs.length === 0 ? 0 : Math.max(...this.#seedMs);
  }

  get status(): CampaignStatus {
    const ms = (this.#stopped ?? performance.now()) - this.#started;
    return {
      seed: this.#seed,
      seeds: { total: this.#options.seeds.length, accepted: this.#accepted, others: this.#others },
      asSeeds: this.#asSeeds,
      runs: this.#runs,
      ms: this.#earlierMs + ms,
      speed: ((this.#runs - this.#earlierRuns) * 1000) / Math.max(1, ms),
      endings: this.#endings,
      groups: this.groups.list,
      unlisted: this.groups.unlisted,
      behaviours: this.#novelty.size,
      files: this.#pool.entries.length,
    };
  }

  /**
   * Runs every unchanged seed, to check that the command works.
   * @throws ProtomdlError `seeds-refused` if the loader refuses all seeds
   */
  async trySeeds(): Promise<void> {
    const { seeds, oracle, signal, jobs } = this.#options;
    const observed = new Map<number, Observation>();
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < seeds.length && !signal.aborted) {
        const at = next++;
        const observation = await oracle.ask((seeds[at] as CampaignSeed).bytes, { signal });
        if (observation !== undefined) observed.set(at, observation);
      }
    };
    await settleAll(Array.from({ length: Math.min(jobs, seeds.length) }, work));
    const answers = [...observed].sort(([a], [b]) => a - b);
    for (const [at, observation] of answers)
      this.#finds.expect(observation, (seeds[at] as CampaignSeed).name);
    const entered = new Set<Group>();
    let faults = 0;
    for (const [at, observation] of answers) {
      if (observation.endings.every(({ kind }) => kind !== 'hung'))
        this.#seedMs.push(Math.max(...observation.endings.map(({ ms }) => ms)));
      this.#novelty.note(observation);
      const seed = seeds[at] as CampaignSeed;
      const { kind, isOfSeed } = this.#finds.seen(observation, seed.name);
      if (kind === 'accepted') this.#accepted++;
      else if (kind !== 'refused') faults++;
      if (isOfSeed || kind !== 'accepted') {
        this.#others.push(endingOfSeed(seed, isOfSeed ? observation.finding : undefined, observation));
      }
      if (isOfSeed) this.#pool.setBarren(at);
      const finding = this.#finds.enterSeed(observation, seed, entered);
      if (finding !== undefined) await this.#finds.save(finding);
    }
    if (signal.aborted || this.#accepted > 0 || faults > 0) return;
    const refused = answers[0]?.[1].endings[0];
    const how = refused === undefined ? '' : `: it ${fingerprintsOf(refused)[0]?.title ?? ''}`;
    const which = seeds.length === 1 ? 'the seed as it is' : `any of the ${seeds.length} seeds as they are`;
    throw new ProtomdlError(
      'seeds-refused',
      `the loader does not take ${which}, so that mutants show nothing${how}`,
    );
  }

  /**
   * Runs mutants until the requested number of runs is reached, the time is over, or `signal` ends the
   * session.
   * @throws ProtomdlError `findings-unwritable`, `scratch-full`, `target-not-started`; earlier findings have
   * been saved if possible
   */
  async run(): Promise<void> {
    const { jobs } = this.#options;
    try {
      await settleAll(Array.from({ length: jobs }, () => this.#work()));
    } finally {
      await this.#order.drain((slot) =>
        this.#apply(slot).catch((error: unknown) => {
          this.#failure ??= error;
        }),
      );
      this.#stopped = performance.now();
    }
    if (this.#failure !== undefined) throw this.#failure;
    this.save();
  }

  /**
   * Saves the state. Does nothing if the file of a group could not be written, because the next session would
   * look for that file.
   * @throws ProtomdlError `findings-unwritable`
   */
  save(): void {
    if (this.#finds.isLost) return;
    this.#saved = performance.now();
    this.#options.store.saveState(this.#toState());
  }

  async #work(): Promise<void> {
    try {
      for (;;) {
        const slot = await this.#order.next(
          () => this.#isOver(),
          (run) => this.#schedule.plan(run),
          (due) => this.#apply(due),
        );
        if (slot === undefined) return;
        slot.done = this.#observe(slot);
        await slot.done;
      }
    } catch (error) {
      // The first failure ends the campaign after the current runs.
      this.#failure ??= error;
    }
  }

  #isOver(): boolean {
    const { maxMs, signal } = this.#options;
    return (
      signal.aborted ||
      this.#failure !== undefined ||
      this.isComplete ||
      (maxMs !== undefined && performance.now() - this.#started >= maxMs)
    );
  }

  async #observe(slot: RunSlot): Promise<void> {
    const { oracle, signal } = this.#options;
    const mutant = await this.#mutantOf(slot.plan);
    const observation = await oracle.ask(mutant.bytes, { signal });
    if (observation === undefined) {
      this.#order.gaveUp(slot);
      return;
    }
    slot.outcome = { mutant, observation };
    this.#runs++;
    if (this.#order.isLate(slot)) await this.#apply(slot);
    this.#options.onProgress?.(this.status);
  }

  #mutantOf(plan: RunPlan): Promise<CampaignMutant> {
    const { mutagen, maxSize } = this.#options;
    const entry = this.#pool.get(plan.entry) as PoolEntry;
    const splice = plan.splice.flatMap((id) => this.#pool.get(id)?.bytes ?? []);
    const weights = Object.fromEntries(
      mutagen.mutators.map(({ name }, index) => [name, plan.weights[index] ?? 0]),
    );
    const { seed, mutations, keepChecksum, growth, focus, extend } = plan;
    const { length } = entry.bytes;
    return mutagen.mutate(entry.bytes, {
      seed,
      mutations,
      weights,
      splice,
      keepChecksum,
      focus,
      extend,
      maxSize: Math.min(Math.max(maxSize, length), length + growth),
    });
  }

  /**
   * Evaluates a run and keeps its findings. All state that later runs depend on is updated before the first
   * await.
   */
  async #apply(slot: RunSlot): Promise<void> {
    const { run, plan, outcome } = slot;
    this.#order.take(slot);
    if (outcome === undefined) return;
    slot.outcome = undefined;
    const { mutant, observation } = outcome;
    const entry = this.#pool.get(plan.entry) as PoolEntry;
    const { kind, fingerprints, isOfSeed } = this.#finds.seen(observation, entry.name);
    this.#endings[kind]++;
    if (isOfSeed) this.#asSeeds++;
    const novel = this.#novelty.note(observation);
    const { isNew, finding } = this.#finds.enter(fingerprints, observation, run, entry.name, mutant);
    const mutators = mutant.mutations.map(({ mutator }) =>
      this.#options.mutagen.mutators.findIndex(({ name }) => name === mutator),
    );
    this.#schedule.learn(plan, mutators, {
      novel,
      isNewGroup: isNew,
      isRepeat: isOfSeed || (fingerprints.length > 0 && !isNew),
    });
    // A file with new behaviour becomes a parent of further mutants.
    const isSound = kind === 'accepted' || kind === 'refused';
    const isRefused = kind === 'refused';
    const adopted =
      novel > 0 && isSound
        ? this.#pool.addMutant(entry, mutant.bytes, isRefused, typesChanged(mutant))
        : undefined;
    if (adopted !== undefined) this.#options.store.saveMutant(adopted.id, adopted.bytes);
    if (finding !== undefined) await this.#finds.save(finding);
    if (isNew || performance.now() - this.#saved > SAVE_EVERY_MS) this.save();
  }

  #takeUp(state: CampaignState): void {
    this.#schedule.fromState(state.accounts);
    for (const { changed = [], ...entry } of state.pool) {
      const { id, runs, rewards, repeats } = entry;
      const known = this.#pool.get(id);
      if (known !== undefined) Object.assign(known, { runs, rewards, repeats });
      else this.#pool.restore({ ...entry, changed, bytes: this.#options.store.readMutant(id) });
    }
  }

  #toState(): CampaignState {
    const status = this.status;
    return {
      setup: this.#options.setup,
      seed: this.#seed,
      issued: this.#order.issued,
      runs: this.#runs - this.#order.waiting,
      ms: Math.round(status.ms),
      unfinished: [...this.#order.unfinished],
      accounts: this.#schedule.toState(),
      pool: this.#pool.entries.map(({ bytes: _, ...entry }) => entry),
      novelty: this.#novelty.toState(),
      background: [...this.#finds.background],
      endings: this.#endings,
      groups: this.groups.list,
      unlisted: this.groups.unlisted,
      asSeeds: this.#asSeeds,
    };
  }
}

function endingOfSeed(
  { name }: CampaignSeed,
  finding: FindingKind | undefined,
  observed: Observation,
): SeedEnding {
  const { endings, fingerprints } = observed;
  const ofRefusal = () => fingerprintsOf({ ...(endings[0] as Ending), kind: 'refused' });
  const [fingerprint] = finding === undefined ? ofRefusal() : fingerprints;
  return { name, kind: finding ?? 'refused', title: fingerprint?.title ?? '' };
}

/**
 * Returns the full names of the message types that a mutant changes; for a changed field, the type of the
 * message that has the field.
 */
function typesChanged({ mutations }: CampaignMutant): readonly string[] {
  return [...new Set(mutations.flatMap(({ path }) => (path === '' ? [] : [messageAt(MDL, path).typeName])))];
}

/** Waits for all promises, even after a failure, and throws the first error. */
async function settleAll(work: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(work);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
