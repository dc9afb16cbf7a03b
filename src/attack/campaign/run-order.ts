import type { Observation } from './oracle.js';
import type { CampaignMutant } from './parts.js';
import type { RunPlan } from './schedule.js';

/**
 * A run can be planned while the results of fewer than this many preceding runs are still unknown. The number
 * does not depend on `jobs`, so the plans do not depend on `jobs` either.
 */
const WINDOW_RUNS = 64;
/**
 * Time in milliseconds for which the planning waits for the result of a run. The result of a slower run is
 * used out of order, when it arrives.
 */
const LATE_MS = 300;

/** A run in progress, or a finished run whose result has not been used yet. */
export interface RunSlot {
  readonly run: number;
  readonly plan: RunPlan;
  readonly started: number;
  outcome: { readonly mutant: CampaignMutant; readonly observation: Observation } | undefined;
  /** Resolves when the outcome is known, or the run was given up. */
  done: Promise<void>;
}

/** A planned run without a result, to be repeated. */
interface Unfinished {
  readonly run: number;
  readonly plan: RunPlan;
}

/**
 * The order of runs. Runs are planned in the order of their numbers, and their results are used in the same
 * order. The results with which a run is planned do not depend on the speed of the runs, so the number of
 * parallel runs does not change the campaign.
 */
export class RunOrder {
  readonly #slots = new Map<number, RunSlot>();
  readonly #redo: Unfinished[];
  #issued: number;
  /** All runs with a smaller number have been used, or are late. */
  #applied: number;

  constructor(issued: number, unfinished: readonly Unfinished[]) {
    this.#issued = issued;
    this.#applied = issued;
    this.#redo = [...unfinished];
  }

  get issued(): number {
    return this.#issued;
  }

  /** Runs to repeat in the next session, if this session ends now. */
  get unfinished(): readonly Unfinished[] {
    return [...this.#redo, ...[...this.#slots.values()].map(({ run, plan }) => ({ run, plan }))];
  }

  /** Number of runs whose outcome has not been used yet. */
  get waiting(): number {
    return [...this.#slots.values()].filter(({ outcome }) => outcome !== undefined).length;
  }

  /** True if this number of runs has been planned, and no run has to be repeated. */
  hasIssued(runs: number | undefined): boolean {
    return runs !== undefined && this.#issued >= runs && this.#redo.length === 0;
  }

  /**
   * Returns the next run, after using the results that it depends on.
   * @returns undefined after the last run
   */
  async next(
    isOver: () => boolean,
    plan: (run: number) => RunPlan,
    learn: (slot: RunSlot) => Promise<void>,
  ): Promise<RunSlot | undefined> {
    for (;;) {
      if (isOver()) return undefined;
      const again = this.#redo.shift();
      if (again !== undefined) return begun(again);
      if (this.#issued - this.#applied < WINDOW_RUNS) break;
      const oldest = this.#slots.get(this.#applied);
      if (oldest === undefined) this.#applied++;
      else if (oldest.outcome !== undefined) await learn(oldest);
      else if (!(await waitFor(oldest))) this.#applied++;
    }
    const run = this.#issued++;
    const slot = begun({ run, plan: plan(run) });
    this.#slots.set(run, slot);
    return slot;
  }

  /**
   * True for a run whose result is not used in order, because the run took too long or repeats an unfinished
   * run.
   */
  isLate({ run }: RunSlot): boolean {
    return run < this.#applied || !this.#slots.has(run);
  }

  /**
   * Registers an aborted run. An aborted repetition is scheduled again at once; other runs are scheduled
   * again by `drain`.
   */
  gaveUp({ run, plan }: RunSlot): void {
    if (!this.#slots.has(run)) this.#redo.push({ run, plan });
  }

  /** Removes a run whose result is about to be used. */
  take(slot: RunSlot): void {
    const { run } = slot;
    if (this.#slots.get(run) === slot) this.#slots.delete(run);
    if (run === this.#applied) this.#applied++;
  }

  /** Uses all known results in order, and schedules the other runs again. */
  async drain(learn: (slot: RunSlot) => Promise<void>): Promise<void> {
    for (const slot of [...this.#slots.values()].sort((a, b) => a.run - b.run)) {
      if (slot.outcome === undefined) this.#redo.push({ run: slot.run, plan: slot.plan });
      else await learn(slot);
    }
    this.#slots.clear();
    this.#applied = this.#issued;
  }
}

const NOTHING = Promise.resolve();

function begun({ run, plan }: Unfinished): RunSlot {
  return { run, plan, started: performance.now(), outcome: undefined, done: NOTHING };
}

/** Waits until a run is done; returns false if the run takes too long. */
async function waitFor(slot: RunSlot): Promise<boolean> {
  const left = slot.started + LATE_MS - performance.now();
  if (left <= 0) return false;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, left);
  });
  await Promise.race([slot.done, late]);
  clearTimeout(timer);
  return true;
}
