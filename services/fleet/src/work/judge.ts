import { type ObjectResult, unreadableResult } from '../results/result.js';
import type { Limits } from './limits.js';
import type { ThreadObject, ThreadOrder } from './protocol.js';
import type { RunnerThread } from './runner-thread.js';

/** If an order's thread dies this number of times, each remaining object is tried alone. */
const MAX_DEATHS = 3;

export interface Judged {
  readonly results: ObjectResult[];
  /** Objects to retry later, with the reason. */
  readonly notNow: Map<ThreadObject, string>;
  /** Objects that another run is processing, whose results can be copied soon. */
  readonly elsewhere?: readonly ThreadObject[];
  /** Objects not started, because the work was stopped. */
  readonly left: ThreadObject[];
  /** Objects that the storage denies, with the reason. */
  readonly denied: Map<ThreadObject, string>;
  /** Reason why the run must be held; undefined if it can continue. */
  readonly hold: string | undefined;
}

export function nothingJudged(left: readonly ThreadObject[] = []): Judged {
  return { results: [], notNow: new Map(), denied: new Map(), left: [...left], hold: undefined };
}

type Order = Omit<ThreadOrder, 'shared' | 'objects'>;

export interface Judging {
  readonly order: Order;
  readonly limits: Limits;
  /** Called with results as they arrive. The return value has all results as well. */
  heard(results: readonly ObjectResult[]): void;
}

/**
 * Validates objects in a thread. If the thread dies or stalls, the objects in progress are tried once more,
 * each alone in a fresh thread. If an object ends that thread as well, the object is unreadable.
 * @param freshThread creates a thread for one object
 */
export async function judge(
  judging: Judging & { readonly thread: RunnerThread; freshThread(): RunnerThread },
  objects: readonly ThreadObject[],
): Promise<Judged> {
  const { thread, order, heard } = judging;
  const judged = nothingJudged();
  const alone: ThreadObject[] = [];
  let rest = objects;
  let hold: string | undefined;
  for (let deaths = 0; rest.length > 0; ) {
    const outcome = await thread.run({ ...order, objects: rest }, { heard });
    judged.results.push(...outcome.results);
    for (const [object, message] of outcome.notNow) judged.notNow.set(object, message);
    for (const [object, message] of outcome.denied) judged.denied.set(object, message);
    alone.push(...outcome.suspects);
    rest = outcome.rest;
    hold = outcome.hold;
    if (outcome.death === undefined) break;
    if (++deaths < MAX_DEATHS) continue;
    alone.push(...rest);
    rest = [];
  }
  judged.left.push(...rest);
  for (const object of alone) {
    if (hold !== undefined) {
      judged.left.push(object);
      continue;
    }
    const fresh = judging.freshThread();
    try {
      hold = await judgeAlone(fresh, judging, object, judged);
    } finally {
      await fresh.close();
    }
  }
  return { ...judged, hold };
}

/** @returns the reason why the run must be held; undefined if it can continue */
export async function judgeAlone(
  thread: RunnerThread,
  { order, limits, heard }: Judging,
  object: ThreadObject,
  judged: Judged,
): Promise<string | undefined> {
  const outcome = await thread.run(
    { ...order, objects: [object], atOnce: 1 },
    { mostMs: limits.aloneMs, heard },
  );
  judged.results.push(...outcome.results);
  for (const [late, message] of outcome.notNow) judged.notNow.set(late, message);
  for (const [late, message] of outcome.denied) judged.denied.set(late, message);
  if (outcome.death === undefined) judged.left.push(...outcome.rest);
  else if (outcome.results.length + outcome.denied.size === 0)
    judged.results.push(diedOf(object, outcome.death));
  return outcome.hold;
}

/**
 * Returns the result of an object that ended its threads. Its code is the one that the command `validate`
 * reports.
 */
export function diedOf(object: ThreadObject, death: string): ObjectResult {
  return unreadableResult(object, 'worker-died', `validating it ended the worker twice: ${death}`);
}
