import type { Observation } from './oracle.js';
import type { Mutant } from './parts.js';
import type { Plan } from './schedule.js';

/** How much one run knows of those before it: all but the last so many. Any number of jobs may use it up. */
const WINDOW_RUNS = 64;
/** Runs that take longer than that teach nothing: others would have to wait for them. */
const LATE_MS = 300;

/** A run that is under way, or waits for its turn to be learned from. */
export interface Slot {
  readonly run: number;
  readonly plan: Plan;
  readonly started: number;
  outcome: { readonly mutant: Mutant; readonly observation: Observation } | undefined;
  /** Settled when there is an outcome, or when there will be none. */
  done: Promise<void>;
}

/** A run that was planned and came to no end. */
export interface Unfinished {
  readonly run: number;
  readonly plan: Plan;
}

/**
 * The order of runs. They are numbered, and planned in that order; lessons are learned in the same order, each before
 * the same later run, whichever was faster: so it does not matter how many are under way at a time.
 */
export class RunOrder {
  readonly #slots = new Map<number, Slot>();
  readonly #redo: Unfinished[];
  /** Runs that have been planned. */
  #issued: number;
  /** Runs before this one have been learned from, or never will be. */
  #applied: number;

  constructor(issued: number, unfinished: readonly Unfinished[]) {
    this.#issued = issued;
    this.#applied = issued;
    this.#redo = [...unfinished];
  }

  get issued(): number {
    return this.#issued;
  }

  /** What would have to be done again if it ended now. */
  get unfinished(): readonly Unfinished[] {
    return [...this.#redo, ...[...this.#slots.values()].map(({ run, plan }) => ({ run, plan }))];
  }

  /** Runs with an outcome that nothing has been learned from yet. */
  get waiting(): number {
    return [...this.#slots.values()].filter(({ outcome }) => outcome !== undefined).length;
  }

  /** Whether so many runs have been planned, and none is left to be done again. */
  hasIssued(runs: number | undefined): boolean {
    return runs !== undefined && this.#issued >= runs && this.#redo.length === 0;
  }

  /**
   * The next run, with what has to be learned before it learned.
   * @returns undefined when there is to be none
   */
  async next(
    isOver: () => boolean,
    plan: (run: number) => Plan,
    learn: (slot: Slot) => Promise<void>,
  ): Promise<Slot | undefined> {
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

  /** It came too late for its turn, or has none, as it was begun in another session. */
  isLate({ run }: Slot): boolean {
    return run < this.#applied || !this.#slots.has(run);
  }

  /** It came to no end. What has a turn is done again when all ends; what has none, as soon as may be. */
  gaveUp({ run, plan }: Slot): void {
    if (!this.#slots.has(run)) this.#redo.push({ run, plan });
  }

  /** It is being learned from. */
  take(slot: Slot): void {
    const { run } = slot;
    if (this.#slots.get(run) === slot) this.#slots.delete(run);
    if (run === this.#applied) this.#applied++;
  }

  /** Learns from all that have an outcome; the others are to be done again. */
  async drain(learn: (slot: Slot) => Promise<void>): Promise<void> {
    for (const slot of [...this.#slots.values()].sort((a, b) => a.run - b.run)) {
      if (slot.outcome === undefined) this.#redo.push({ run: slot.run, plan: slot.plan });
      else await learn(slot);
    }
    this.#slots.clear();
    this.#applied = this.#issued;
  }
}

const NOTHING = Promise.resolve();

function begun({ run, plan }: Unfinished): Slot {
  return { run, plan, started: performance.now(), outcome: undefined, done: NOTHING };
}

/** False where waiting takes too long. */
async function waitFor(slot: Slot): Promise<boolean> {
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
