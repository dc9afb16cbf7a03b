/** The thread that fuzzes one target. */
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { Coverage } from './coverage.js';
import type { DriveResult, Progress, Seed } from './driver.js';
import { type Failure, failureOf } from './failure.js';
import { writeSeeds } from './seeds.js';
import type { Lane, Target } from './target.js';
import { targetOf } from './targets/index.js';
import { Watch } from './watch.js';

export interface Task {
  /** A name, or the path of a module that exports a target. */
  readonly target: string;
  readonly seed: number;
  readonly runs?: number;
  readonly timeMs?: number;
  readonly coverage: boolean;
  /** Only these files are run. */
  readonly inputs: readonly string[];
  readonly keepSeeds: boolean;
  readonly seeds: readonly Seed[];
  readonly shared: SharedArrayBuffer;
}

export type Message =
  | { readonly kind: 'absent'; readonly why: string }
  | { readonly kind: 'progress'; readonly state: Progress }
  | { readonly kind: 'failure'; readonly failure: Failure; readonly path?: string }
  | { readonly kind: 'done'; readonly state: Progress; readonly ms: number; readonly kept?: number };

const PROGRESS_MS = 250;
/** Maximum number of seeds to keep: the corpus already has most of the coverage. */
const MAX_SEEDS = 40;

const port = parentPort!;
const task = workerData as Task;
const watch = new Watch(task.shared);
const tell = (message: Message): void => port.postMessage(message);

// Coverage must start before the measured modules are loaded.
const coverage = task.coverage ? new Coverage() : undefined;
const { drive, outcomeOf, READERS } = await import('./driver.js');
const { minimise } = await import('./minimise.js');
const target = await targetOf(task.target);
const opened = await target.open();
if ('absent' in opened) tell({ kind: 'absent', why: opened.absent });
else {
  const { state, ms, kept } = task.inputs.length > 0 ? await runInputs(opened) : await fuzz(target, opened);
  await opened.close?.();
  tell({ kind: 'done', state, ms, ...(kept !== undefined && { kept }) });
}

async function fuzz(target: Target, lane: Lane) {
  let reportedAt = 0;
  const result = await drive(target, lane, {
    seed: task.seed,
    ...(task.runs !== undefined && { runs: task.runs }),
    ...(task.timeMs !== undefined && { timeMs: task.timeMs }),
    ...(coverage !== undefined && { coverage }),
    seeds: task.seeds,
    enter: (input) => watch.enter(input),
    progress(state) {
      const now = performance.now();
      if (now - reportedAt < PROGRESS_MS) return;
      reportedAt = now;
      tell({ kind: 'progress', state });
    },
  });
  for (const failure of result.found)
    tell({ kind: 'failure', failure: await smallest(target, lane, failure) });
  const kept = task.keepSeeds ? await keepSeeds(target, lane, result) : undefined;
  return { state: result as Progress, ms: result.ms, kept };
}

async function runInputs(lane: Lane) {
  const from = performance.now();
  let failures = 0;
  for (const path of task.inputs) {
    const input = new Uint8Array(readFileSync(path));
    watch.enter(input);
    const outcome = await outcomeOf(lane, input);
    if (!('failure' in outcome)) continue;
    failures++;
    tell({ kind: 'failure', failure: failureOf(input, outcome.failure), path });
  }
  const state = { runs: task.inputs.length, population: 0, reached: 0, traits: 0, failures };
  return { state, ms: performance.now() - from, kept: undefined };
}

/** Returns the smallest input that fails for the same reason. */
async function smallest(target: Target, lane: Lane, failure: Failure): Promise<Failure> {
  let text = failure.text;
  const fails = async (input: Uint8Array): Promise<boolean> => {
    watch.enter(input);
    const outcome = await outcomeOf(lane, input);
    if (!('failure' in outcome)) return false;
    const found = failureOf(input, outcome.failure);
    if (found.key !== failure.key) return false;
    text = found.text;
    return true;
  };
  // Failures that occur only now and then (state, other threads) are kept as found.
  if (!(await fails(failure.input))) return failure;
  const { shape, prefix = 0 } = target;
  const input = await minimise(failure.input, fails, {
    prefix,
    records: shape === 'message' || shape === 'file',
  });
  return { ...failure, input, text };
}

/**
 * Keeps inputs with coverage or traits that the known inputs do not have, shortest first. Each input is kept
 * only if it adds coverage or traits, and is minimised as long as it does.
 */
async function keepSeeds(target: Target, lane: Lane, { novelties }: DriveResult): Promise<number> {
  const base = task.seeds.filter(({ isKept }) => !isKept).map(({ input }) => input);
  const own = task.seeds.filter(({ isKept }) => isKept).map(({ input }) => input);
  if (coverage === undefined) return 0;
  coverage.begin(target.covers ?? READERS);
  const traits = new Set<string>();
  /** Returns the new characters of source and the new traits of an input. */
  const broughtBy = async (input: Uint8Array, keep: boolean) => {
    coverage.discard();
    watch.enter(input);
    const outcome = await outcomeOf(lane, input);
    const its = 'traits' in outcome ? [...(outcome.traits ?? [])] : [];
    const fresh = its.filter((trait) => !traits.has(trait));
    if (keep) for (const trait of its) traits.add(trait);
    return { characters: coverage.look(keep), traits: fresh };
  };
  for (const input of base) await broughtBy(input, true);
  const kept: Uint8Array[] = [];
  for (const input of [...own, ...novelties].sort((a, b) => a.length - b.length)) {
    if (kept.length >= MAX_SEEDS) break;
    const brought = await broughtBy(input, false);
    if (brought.characters === 0 && brought.traits.length === 0) continue;
    const { shape, prefix = 0 } = target;
    const bringsAll = async (candidate: Uint8Array): Promise<boolean> => {
      const { characters, traits: its } = await broughtBy(candidate, false);
      return characters >= brought.characters && brought.traits.every((trait) => its.includes(trait));
    };
    const options = { prefix, records: shape === 'message', tries: 150 };
    const small = await minimise(input, bringsAll, options);
    await broughtBy(small, true);
    kept.push(small);
  }
  writeSeeds(target.name, kept);
  return kept.length;
}
