import { type ObjectResult, unreadableResult } from '../results/result.js';
import type { Limits } from './limits.js';
import type { Stop, ThreadObject, ThreadOrder } from './protocol.js';
import type { Reason, RunnerThread } from './runner-thread.js';

/** Deaths of threads in one order, after which each object is tried alone. */
const MAX_DEATHS = 3;

export interface Judged {
  readonly results: ObjectResult[];
  /** Objects without a result, and why. */
  readonly puts: Map<ThreadObject, Reason>;
  /** Not looked at, as the work was stopped. */
  readonly left: ThreadObject[];
  readonly stop: Stop | undefined;
}

type Order = Omit<ThreadOrder, 'shared' | 'objects'>;

/** How objects are judged. */
export interface Judging {
  readonly order: Order;
  readonly limits: Limits;
  /** Told of results as they come; all of them are in what is returned as well. */
  heard(results: readonly ObjectResult[]): void;
}

/**
 * Judges objects in a thread. What was under way when the thread died or stalled is tried once more, each alone in a
 * fresh thread; what ends that one as well is unreadable.
 * @param freshThread makes a thread for one object
 */
export async function judge(
  judging: Judging & { readonly thread: RunnerThread; freshThread(): RunnerThread },
  objects: readonly ThreadObject[],
): Promise<Judged> {
  const { thread, order, heard } = judging;
  const judged: Judged = { results: [], puts: new Map(), left: [], stop: undefined };
  const alone: ThreadObject[] = [];
  let rest = objects;
  let stop: Stop | undefined;
  for (let deaths = 0; rest.length > 0; ) {
    const outcome = await thread.run({ ...order, objects: rest }, { heard });
    judged.results.push(...outcome.results);
    for (const [object, reason] of outcome.puts) judged.puts.set(object, reason);
    alone.push(...outcome.suspects);
    rest = outcome.rest;
    stop = outcome.stop;
    if (outcome.death === undefined || stop !== undefined) break;
    if (++deaths < MAX_DEATHS) continue;
    alone.push(...rest);
    rest = [];
  }
  judged.left.push(...rest);
  for (const object of alone) {
    if (stop !== undefined) {
      judged.left.push(object);
      continue;
    }
    const fresh = judging.freshThread();
    try {
      stop = await judgeAlone(fresh, judging, object, judged);
    } finally {
      await fresh.close();
    }
  }
  return { ...judged, stop };
}

/** @returns why no other object need be tried */
export async function judgeAlone(
  thread: RunnerThread,
  { order, limits, heard }: Judging,
  object: ThreadObject,
  judged: Judged,
): Promise<Stop | undefined> {
  const outcome = await thread.run(
    { ...order, objects: [object], atOnce: 1 },
    { mostMs: limits.aloneMs, heard },
  );
  judged.results.push(...outcome.results);
  for (const [late, reason] of outcome.puts) judged.puts.set(late, reason);
  if (outcome.death === undefined) judged.left.push(...outcome.rest);
  else if (outcome.results.length === 0) judged.results.push(diedOf(object, outcome.death));
  return outcome.stop;
}

/** With the code that the command has for a file that ends its workers. */
export function diedOf(object: ThreadObject, death: string): ObjectResult {
  return unreadableResult(object, 'worker-died', `validating it ended the worker twice: ${death}`);
}
