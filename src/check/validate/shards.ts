import { type Collected, Collector } from '../../base/diagnostics/collector.js';
import { type Collecting, placesNeeded } from '../../base/diagnostics/policy.js';
import type { Source } from '../../base/source/source.js';
import { drive } from '../../read/scan/drive.js';
import { MAX_UNKNOWN_KINDS } from '../../read/scan/limits.js';
import type { ContextFacts } from '../rules/facts/context.js';
import { EdgeFacts } from '../rules/facts/edge.js';
import {
  MAX_LAYER_BYTES,
  MAX_LAYERS,
  MAX_REFERENCE_PLACES,
  MAX_REFERENCE_VALUES,
} from '../rules/facts/limits.js';
import type { ReferenceBudget } from '../rules/facts/references.js';
import { CATALOGUE } from '../rules/index.js';
import type { ClosedContext } from './gather.js';
import { borrowReader, returnReader } from './reader.js';
import { NONE_PLACED } from './reference-fields.js';
import { validationPlan } from './subscription.js';
import type { PointerLimits } from './words-gatherer.js';

/** A context to scan on its own. Plain data. */
export type ShardContext = Omit<ClosedContext, 'list'>;

/** What came of a shard: facts in the order of its contexts, and the findings. Plain data. */
export interface ShardResult {
  readonly contexts: readonly ContextFacts[];
  readonly collected: Collected;
  /** What is left of a file's budget for references. */
  readonly left: ReferenceBudget;
  /** How far pointers reach. */
  readonly reached: number;
  /** True if another value replaced a gathered one. */
  readonly hasReplaced: boolean;
}

/** Scans shards elsewhere, all at once; the host of a pool brings it. */
export interface ShardRunner {
  /** Messages below this many bytes are not worth it. */
  readonly minimumBytes: number;
  /** How many shards to make at the most. */
  readonly shards: number;
  run(shard: readonly ShardContext[], collecting: Collecting): Promise<ShardResult>;
}

/**
 * Messages from this many bytes on are worth sharding. A worker costs 85 ms of processor time, and 30 MB of
 * memory. On two cores that others used too, 1 GB of actions took 1.22 s in one thread and 0.80 in two,
 * 100 MB 0.27 and 0.36.
 */
export const SHARDED_FROM = 256 * 1024 * 1024;

/** Scans contexts one after the other: what a worker does. */
export async function scanShard(
  source: Source,
  contexts: readonly ShardContext[],
  collecting: Collecting,
): Promise<ShardResult> {
  const validation = validationPlan(NONE_PLACED);
  const collector = new Collector(CATALOGUE, collecting.maxPerCode, collecting.policy);
  const reader = await borrowReader(validation, true);
  const { gatherer, scanner } = reader;
  gatherer.start(collector.report, placesNeeded(collecting));
  // How far pointers may reach is not known here: all are announced.
  scanner.frames.sumLimit = -1;
  const type = validation.typeNames.indexOf('ProtoMDLContext');
  const facts: ContextFacts[] = [];
  for (const { path, position, offset, payload, end, depth } of contexts) {
    gatherer.position = position;
    scanner.start(type, payload, end, end, { offset, path, depth });
    await drive(scanner, source, end);
    const context = gatherer.takeContext();
    if (context !== undefined) facts.push(context);
  }
  const { budget: left, reached, replacedKinds } = gatherer;
  const hasReplaced = replacedKinds.size > 0;
  const result = { contexts: facts, collected: collector.collected(), left, reached, hasReplaced };
  returnReader(validation, true, reader);
  return result;
}

/**
 * Has the contexts that a scan left closed scanned elsewhere, and puts what comes back where it belongs.
 * @returns false when the outcome could depend on how the work was divided: then one thread has to do it
 */
export async function runShards(
  closed: readonly ClosedContext[],
  runner: ShardRunner,
  collecting: Collecting,
  collector: Collector,
  limits: PointerLimits,
): Promise<boolean> {
  const shards = divide(closed, runner.shards);
  const results = await Promise.all(
    shards.map((shard) =>
      runner.run(
        shard.map(({ list: _list, ...context }) => context),
        collecting,
      ),
    ),
  );
  if (
    holdsTooMuch(results.flatMap(({ contexts }) => contexts)) ||
    overspends(results.map(({ left }) => left)) ||
    results.some(({ hasReplaced }) => hasReplaced) ||
    results.some(({ reached }) => reached > Math.min(limits.words, limits.available)) ||
    isFull([collector.collected(), ...results.map(({ collected }) => collected)])
  )
    return false;
  results.forEach(({ contexts, collected }, i) => {
    const shard = shards[i] as readonly ClosedContext[];
    contexts.forEach((context, k) => {
      // A worker's answer is plain data.
      const edges = context.edges.map((edge) => EdgeFacts.revive(edge));
      (shard[k] as ClosedContext).list.push({ ...context, edges });
    });
    collector.merge(collected);
  });
  return true;
}

/** Whether the layers of all contexts together are more than are remembered. */
function holdsTooMuch(contexts: readonly ContextFacts[]): boolean {
  // A worker's answer is plain data: what is worked out of an edge layer is not there yet.
  const edges = contexts.flatMap((context) => context.edges);
  const bytes = edges.reduce((sum, edge) => sum + edge.bytes.length, 0);
  const isCut = contexts.some((context) => context.edges.length < context.edgeCount);
  return edges.length > MAX_LAYERS || bytes > MAX_LAYER_BYTES || isCut;
}

/** Whether the shards together remembered more than one thread would have. */
function overspends(budgets: readonly ReferenceBudget[]): boolean {
  const spent = (left: (budget: ReferenceBudget) => number, all: number) =>
    budgets.reduce((sum, budget) => sum + all - left(budget), 0);
  return (
    spent(({ values }) => values, MAX_REFERENCE_VALUES) >= MAX_REFERENCE_VALUES ||
    spent(({ places }) => places, MAX_REFERENCE_PLACES) >= MAX_REFERENCE_PLACES
  );
}

/** Neighbours stay together, shards have about the same number of bytes. */
function divide(closed: readonly ClosedContext[], shards: number): readonly (readonly ClosedContext[])[] {
  const total = closed.reduce((sum, { offset, end }) => sum + end - offset, 0);
  const parts: ClosedContext[][] = [[]];
  let bytes = 0;
  for (const context of closed) {
    if (bytes >= (total / shards) * parts.length && parts.length < shards) parts.push([]);
    parts[parts.length - 1]?.push(context);
    bytes += context.end - context.offset;
  }
  return parts;
}

/** Past a limit unknown fields fold into one finding; which are past it depends on who came first. */
function isFull(collected: readonly Collected[]): boolean {
  const folds = collected.flatMap(({ groups }) =>
    groups.flatMap(({ listed }) => listed.map(({ fold }) => fold)),
  );
  return new Set(folds).size >= MAX_UNKNOWN_KINDS;
}
