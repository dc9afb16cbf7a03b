import { ProtomdlError } from '../../base/diagnostics/error.js';
import { messageAt } from '../../base/schema/lookup.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import { type Ending, fingerprintsOf } from './ending.js';
import { Finds, type FindsOptions } from './finds.js';
import type { Group, Groups } from './group.js';
import { Novelty } from './novelty.js';
import type { FindingKind, Observation, Oracle } from './oracle.js';
import type { Mutagen, Mutant, Seed } from './parts.js';
import { Pool, type PoolEntry } from './pool.js';
import { RunOrder, type Slot } from './run-order.js';
import { PERSISTENT_COSTLY_BYTES, type Plan, Schedule, STARTED_COSTLY_BYTES } from './schedule.js';
import { type CampaignState, type EndingCounts, type Setup, stateFor } from './state.js';

/** How often what is known is saved; a run that is lost is done again. */
const SAVE_EVERY_MS = 5000;
export interface CampaignOptions extends FindsOptions {
  readonly setup: Setup;
  /** Undefined: that of the campaign that is taken up, or a random one. */
  readonly seed?: number | undefined;
  readonly seeds: readonly Seed[];
  readonly oracle: Oracle;
  readonly mutagen: Mutagen;
  /** Whether the loader stays, so that the size of a file is what a run costs. */
  readonly isPersistent?: boolean | undefined;
  /** Runs at a time. */
  readonly jobs: number;
  /** The campaign's runs, those of earlier sessions included; undefined for no bound. */
  readonly maxRuns?: number | undefined;
  /** Milliseconds for this session. */
  readonly maxMs?: number | undefined;
  /** Bytes that a mutant may have. */
  readonly maxSize: number;
  readonly signal: AbortSignal;
  readonly onProgress?: ((status: CampaignStatus) => void) | undefined;
}

/** A seed that the loader did not accept as it is. */
export interface SeedEnding {
  /** Name of the seed. */
  readonly name: string;
  /** `refused`, or what fault it showed. */
  readonly kind: 'refused' | FindingKind;
  /** The report, signal or exit code, in a line. */
  readonly title: string;
}

/** What is known of a campaign at a moment. */
export interface CampaignStatus {
  /** What the choices of the campaign follow from, 0 to 2^53 - 1. */
  readonly seed: number;
  /** Files it began with, and those of them that the loader took as they are. */
  readonly seeds: {
    /** All of them. */
    readonly total: number;
    /** Those that the loader accepted. */
    readonly accepted: number;
    /** The others, in their order. */
    readonly others: readonly SeedEnding[];
  };
  /** Runs of mutants that ended in a fault that a seed shows as it is, and in no other: they are not findings. */
  readonly asSeeds: number;
  /** Runs of all sessions, and milliseconds they took. */
  readonly runs: number;
  /** Milliseconds of all sessions. */
  readonly ms: number;
  /** Runs a second in this session. */
  readonly speed: number;
  /** Runs by how they ended. */
  readonly endings: Readonly<EndingCounts>;
  /** What was found, in the order of finding. */
  readonly groups: readonly Group[];
  /** Findings of groups past the bound on groups, which are only counted. */
  readonly unlisted: number;
  /** Statements of ways through the loader that have been seen. */
  readonly behaviours: number;
  /** Files in the pool that mutants are made of. */
  readonly files: number;
}

/** Mutates files, runs loaders on them, and keeps what is found. */
export class Campaign {
  readonly #options: CampaignOptions;
  readonly #seed: number;
  readonly #pool = new Pool();
  readonly #schedule: Schedule;
  readonly #novelty: Novelty;
  readonly #finds: Finds;
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
  /** When the last mutant was done with; what follows is not time for mutants. */
  #stopped: number | undefined;
  #failure: unknown;

  /** @throws ProtomdlError `findings-*` when the folder holds another campaign or cannot be read */
  constructor(options: CampaignOptions) {
    this.#options = options;
    const { store, setup, seeds, mutagen } = options;
    const saved = store.readState();
    const state = saved === undefined ? undefined : stateFor(saved, setup, options.seed);
    this.#seed = state?.seed ?? options.seed ?? Math.floor(Math.random() * 2 ** 32);
    this.#schedule = new Schedule(
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
    this.#finds = new Finds(options, state);
    this.#endings = {
      ...(state?.endings ?? { accepted: 0, refused: 0, crashed: 0, hung: 0, 'out-of-memory': 0 }),
    };
    if (state !== undefined) this.#takeUp(state);
  }

  get groups(): Groups {
    return this.#finds.groups;
  }

  /** Whether all runs that were asked for have been made. */
  get isComplete(): boolean {
    return this.#order.hasIssued(this.#options.maxRuns);
  }

  /** Milliseconds that a run without a fault takes: half of the seeds took less. */
  get typicalMs(): number {
    const sorted = this.#seedMs.sort((a, b) => a - b);
    return sorted[sorted.length >> 1] ?? 0;
  }

  /** Milliseconds that the slowest seed took that came to an end. */
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
   * Runs every seed as it is, which shows whether the command is right.
   * @throws ProtomdlError `seeds-refused` when the loader takes none of them, and crashes on none
   */
  async trySeeds(): Promise<void> {
    const { seeds, oracle, signal, jobs } = this.#options;
    const observed = new Map<number, Observation>();
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < seeds.length && !signal.aborted) {
        const at = next++;
        const observation = await oracle.ask((seeds[at] as Seed).bytes, { signal });
        if (observation !== undefined) observed.set(at, observation);
      }
    };
    await settleAll(Array.from({ length: Math.min(jobs, seeds.length) }, work));
    const answers = [...observed].sort(([a], [b]) => a - b);
    for (const [at, observation] of answers) this.#finds.expect(observation, (seeds[at] as Seed).name);
    const entered = new Set<Group>();
    let faults = 0;
    for (const [at, observation] of answers) {
      if (observation.endings.every(({ kind }) => kind !== 'hung'))
        this.#seedMs.push(Math.max(...observation.endings.map(({ ms }) => ms)));
      this.#novelty.note(observation.behaviour, edgesOf(observation));
      const seed = seeds[at] as Seed;
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
   * Runs mutants until there have been enough of them, the time is over, or `signal` ends it.
   * @throws ProtomdlError `findings-unwritable`, `scratch-full`, `target-not-started`; what was found until then
   *   has been saved as far as it can be
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
   * Saves the state, unless it names a group whose file could not be written: the next session would look for it.
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
      // The others end after their runs.
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

  async #observe(slot: Slot): Promise<void> {
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

  #mutantOf(plan: Plan): Promise<Mutant> {
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

  /** Learns from a run, and keeps what it found. All that later runs go by is done before anything is waited for. */
  async #apply(slot: Slot): Promise<void> {
    const { run, plan, outcome } = slot;
    this.#order.take(slot);
    if (outcome === undefined) return;
    slot.outcome = undefined;
    const { mutant, observation } = outcome;
    const entry = this.#pool.get(plan.entry) as PoolEntry;
    const { kind, fingerprints, isOfSeed } = this.#finds.seen(observation, entry.name);
    this.#endings[kind]++;
    if (isOfSeed) this.#asSeeds++;
    const novel = this.#novelty.note(observation.behaviour, edgesOf(observation));
    const { isNew, finding } = this.#finds.enter(fingerprints, observation, run, entry.name, mutant);
    const mutators = mutant.mutations.map(({ mutator }) =>
      this.#options.mutagen.mutators.findIndex(({ name }) => name === mutator),
    );
    this.#schedule.learn(plan, mutators, {
      novel,
      isNewGroup: isNew,
      isRepeat: isOfSeed || (fingerprints.length > 0 && !isNew),
    });
    // What went a way of its own is mutated as well.
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

function endingOfSeed({ name }: Seed, finding: FindingKind | undefined, observed: Observation): SeedEnding {
  const { endings, fingerprints } = observed;
  const ofRefusal = () => fingerprintsOf({ ...(endings[0] as Ending), kind: 'refused' });
  const [fingerprint] = finding === undefined ? ofRefusal() : fingerprints;
  return { name, kind: finding ?? 'refused', title: fingerprint?.title ?? '' };
}

/** Full names of the types of the messages that were changed, or whose fields were. */
function typesChanged({ mutations }: Mutant): readonly string[] {
  return [...new Set(mutations.flatMap(({ path }) => (path === '' ? [] : [messageAt(MDL, path).typeName])))];
}

function edgesOf({ endings }: Observation): readonly (Uint32Array | undefined)[] {
  return endings.map(({ edges }) => edges);
}

/** Waits for all, whatever becomes of one; then throws what the first that failed threw. */
async function settleAll(work: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(work);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
