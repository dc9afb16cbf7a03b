import { isProtomdlError } from '../../base/diagnostics/error.js';
import { type Group, type Groups, groupShows, positionOf } from './group.js';
import type { CampaignOracle, Observation } from './oracle.js';
import type { Reducer } from './parts.js';
import { type FindingsStore, fileDigest } from './store.js';

/** Number of repetitions to confirm a finding. */
const REPEATS = 3;
/** Maximum number of checks of a reduction. Each check starts a process, and later checks remove little. */
const MAX_CHECKS = 4000;
/** Least time for one group in milliseconds. */
const LEAST_SLICE_MS = 1000;
/**
 * A run during reduction may take this multiple of the file's own time (for hangs: of a typical run), and at
 * least `LEAST_PATIENCE_MS`.
 */
const PATIENCE = 20;
const HANG_PATIENCE = 6;
const LEAST_PATIENCE_MS = 250;

interface FinishOptions {
  readonly oracle: CampaignOracle;
  readonly store: FindingsStore;
  readonly extension: string;
  readonly jobs: number;
  /** Reduces the files of findings; undefined to repeat findings without reducing them. */
  readonly reducer?: Reducer | undefined;
  readonly maxMs: number;
  readonly timeoutMs: number;
  /** Typical time of a run without a fault, in milliseconds. */
  readonly typicalMs: number;
  readonly signal: AbortSignal;
  readonly onProgress?: ((group: Group, size: number, done: number, of: number) => void) | undefined;
  /**
   * Called when a group is finished; `observation` is the result for the reduced file, or for the original
   * file without a reduction.
   */
  readonly onDone: (group: Group, observation: Observation) => Promise<void>;
  /**
   * Called after the position of a group's crash was found and the findings moved to the group with this
   * position.
   */
  readonly onMerged: (group: Group) => void;
}

/** Repeats the findings, and reduces the file of each group as far as time allows. */
export async function finishGroups(groups: Groups, options: FinishOptions): Promise<void> {
  const { signal, maxMs } = options;
  const deadline = performance.now() + maxMs;
  const open = groups.list.filter((group) => !group.isReduced);
  for (const [index, group] of open.entries()) {
    if (signal.aborted) return;
    const left = deadline - performance.now();
    const slice = Math.max(LEAST_SLICE_MS, left / (open.length - index));
    await finishGroup(groups, group, options, slice, (size) =>
      options.onProgress?.(group, size, index, open.length),
    );
  }
}

async function finishGroup(
  groups: Groups,
  group: Group,
  options: FinishOptions,
  sliceMs: number,
  onSize: (size: number) => void,
): Promise<void> {
  const { oracle, store, signal, reducer } = options;
  const bytes = store.readGroupFile(group.folder, group.file.name);
  onSize(bytes.length);
  let last: Observation | undefined;
  let same = 0;
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const observation = await oracle.ask(bytes, { signal });
    if (observation === undefined) return;
    const position = positionOf(observation, group);
    if (position !== undefined && groups.relocate(group, position) !== group) {
      options.onMerged(group);
      return;
    }
    if (groupShows(observation, group.key)) {
      same++;
      last = observation;
    } else last ??= observation;
  }
  group.reproduced = { same, of: REPEATS };
  // An unstable finding is not reduced, because a chance success would remove what causes the fault.
  if (reducer !== undefined && same === REPEATS) {
    const observed = await reduced(
      group,
      bytes,
      last as Observation,
      { ...options, reducer },
      sliceMs,
      onSize,
    );
    if (signal.aborted) return;
    last = observed ?? last;
  }
  if (last !== undefined) await options.onDone(group, last);
}

/** Returns the observation of a smaller file; undefined if no smaller file was found. */
async function reduced(
  group: Group,
  bytes: Uint8Array,
  observation: Observation,
  options: FinishOptions & { readonly reducer: Reducer },
  sliceMs: number,
  onSize: (size: number) => void,
): Promise<Observation | undefined> {
  const { oracle, store, jobs, timeoutMs, typicalMs, signal, extension } = options;
  const slice = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(sliceMs))]);
  // Every check of a hang takes the whole time limit, so the limit is derived from the time of a typical run.
  const own = Math.max(...observation.endings.map(({ ms }) => ms), typicalMs);
  const wanted = group.kind === 'hung' ? HANG_PATIENCE * typicalMs : PATIENCE * own;
  const patience = Math.min(timeoutMs, Math.max(LEAST_PATIENCE_MS, wanted));
  const isInteresting = async (candidate: Uint8Array, given: AbortSignal): Promise<boolean> => {
    const observed = await oracle.ask(candidate, {
      signal: AbortSignal.any([slice, given]),
      timeoutMs: patience,
    });
    return observed !== undefined && groupShows(observed, group.key);
  };
  const made = await steadily(() =>
    options.reducer(bytes, isInteresting, { jobs, maxChecks: MAX_CHECKS, signal: slice, onProgress: onSize }),
  );
  if (made === undefined) return undefined;
  if (signal.aborted) return undefined;
  // If only the time ran out, the next session may continue the reduction.
  group.isReduced = made.isFinished || made.checks >= MAX_CHECKS;
  if (made.bytes.length >= bytes.length) return undefined;
  const proof = await oracle.ask(made.bytes, { signal });
  if (proof === undefined || !groupShows(proof, group.key)) return undefined;
  const name = `reduced${extension}`;
  store.saveGroup(group.folder, { [name]: made.bytes });
  group.reduced = { name, size: made.bytes.length, sha256: fileDigest(made.bytes), checks: made.checks };
  return proof;
}

/**
 * Returns the result of a reduction; undefined if the finding was reproduced in all repetitions, but not in
 * the reduction's first checks.
 */
async function steadily<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isProtomdlError(error) && (error.code === 'not-interesting' || error.code === 'check-unsteady'))
      return undefined;
    throw error;
  }
}
