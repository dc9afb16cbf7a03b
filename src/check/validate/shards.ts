import { type Collected, Collector } from '../../base/diagnostics/collector.js';
import { type Collecting, placesNeeded } from '../../base/diagnostics/policy.js';
import { countingSource } from '../../base/source/counting.js';
import type { Source } from '../../base/source/source.js';
import { drive } from '../../read/scan/drive.js';
import { MAX_UNKNOWN_KINDS } from '../../read/scan/limits.js';
import type { CheckedContext } from '../rules/facts/context.js';
import { EdgeFacts } from '../rules/facts/edge.js';
import {
  MAX_CHECKED_LAYERS,
  MAX_LAYER_BYTES,
  MAX_REFERENCE_PLACES,
  MAX_REFERENCE_VALUES,
} from '../rules/facts/gathering-limits.js';
import type { ReferenceBudget } from '../rules/facts/references.js';
import { CATALOGUE } from '../rules/index.js';
import type { ClosedContext } from './gather.js';
import { borrowReader, returnReader } from './reader.js';
import { NONE_PLACED } from './reference-fields.js';
import { validationPlan } from './subscription.js';
import type { PointerLimits } from './words-gatherer.js';

/** A context to scan separately, as plain data. */
export type ShardContext = Omit<ClosedContext, 'list'>;

/** Result of a shard as plain data: the facts in the order of the contexts, and the findings. */
export interface ShardResult {
  readonly contexts: readonly CheckedContext[];
  readonly collected: Collected;
  /** Remaining budget of the file for references. */
  readonly left: ReferenceBudget;
  /** Furthest end of a pointer to configuration words. */
  readonly reached: number;
  /** True if a gathered value was replaced by a later value. */
  readonly hasReplaced: boolean;
}

/** Scans shards in parallel, in other threads. The platform supplies the runner. */
export interface ShardRunner {
  /** Size in bytes below which messages are not worth sharding. */
  readonly minimumBytes: number;
  /** Maximum number of shards to create. */
  readonly shards: number;
  run(shard: readonly ShardContext[], collecting: Collecting): Promise<ShardResult>;
}

/**
 * Size in bytes from which on messages are worth sharding. A worker costs 85 ms of processor time, and 30 MB
 * of memory. On two shared cores, 1 GB of actions took 1.22 s in one thread and 0.80 s in two threads; 100 MB
 * took 0.27 s in one thread and 0.36 s in two threads.
 */
export const SHARDED_FROM = 256 * 1024 * 1024;

/** Scans contexts one after the other, in a worker. */
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
  // A shard does not know the limit of pointers, so that the scan announces all pointers.
  scanner.frames.sumLimit = -1;
  const type = validation.typeNames.indexOf('ProtoMDLContext');
  const facts: CheckedContext[] = [];
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
 * Lets the runner scan the closed contexts, and adds the results to the file's facts.
 * @returns false if the outcome could depend on the division into shards, so that one thread must scan the
 * file
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
      // The result of a worker is plain data.
      const edges = context.edges.map((edge) => EdgeFacts.revive(edge));
      (shard[k] as ClosedContext).list.push({ ...context, edges });
    });
    collector.merge(collected);
  });
  return true;
}

/** True if the layers of all contexts exceed the limit of remembered layers. */
function holdsTooMuch(contexts: readonly CheckedContext[]): boolean {
  // The bytes are added up here, because results of workers lack the lazily computed members of edge layers.
  const edges = contexts.flatMap((context) => context.edges);
  const bytes = edges.reduce((sum, edge) => sum + edge.bytes.length, 0);
  const isCut = contexts.some((context) => context.edges.length < context.edgeCount);
  return edges.length > MAX_CHECKED_LAYERS || bytes > MAX_LAYER_BYTES || isCut;
}

/** True if the shards together kept more references than one thread would have kept. */
function overspends(budgets: readonly ReferenceBudget[]): boolean {
  const spent = (left: (budget: ReferenceBudget) => number, all: number) =>
    budgets.reduce((sum, budget) => sum + all - left(budget), 0);
  return (
    spent(({ values }) => values, MAX_REFERENCE_VALUES) >= MAX_REFERENCE_VALUES ||
    spent(({ places }) => places, MAX_REFERENCE_PLACES) >= MAX_REFERENCE_PLACES
  );
}

/**
 * Divides contexts into shards of consecutive contexts, with about the same number of bytes in each shard.
 */
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

/**
 * True if findings about unknown fields reach their limit. Beyond the limit, such findings are folded into
 * one finding, so that the result would depend on the order of the findings.
 */
function isFull(collected: readonly Collected[]): boolean {
  const folds = collected.flatMap(({ groups }) =>
    groups.flatMap(({ listed }) => listed.map(({ fold }) => fold)),
  );
  return new Set(folds).size >= MAX_UNKNOWN_KINDS;
}

/**
 * Size of the sample in bytes. A sample takes about a millisecond to scan, and is large enough for a few
 * blobs.
 */
const SAMPLE = 1024 * 1024;

const DISCARDED: Collecting = { maxPerCode: 1 };

/**
 * Estimates the number of bytes that a scan of contexts will read, from the beginning of the largest context.
 * Contexts may consist of blobs that the scan skips: 4.3 GB of blobs take 50 ms in one thread, and two
 * workers took twice the time and three times the memory.
 */
export async function bytesToRead(source: Source, contexts: readonly ShardContext[]): Promise<number> {
  let largest: ShardContext | undefined;
  let bytes = 0;
  for (const context of contexts) {
    bytes += lengthOf(context);
    if (largest === undefined || lengthOf(context) > lengthOf(largest)) largest = context;
  }
  if (largest === undefined || bytes === 0) return 0;
  const counting = countingSource(source);
  const sample = Math.min(lengthOf(largest), SAMPLE);
  // The findings of the sample are discarded, because a truncated context is full of errors.
  await scanShard(counting, [{ ...largest, end: largest.payload + sample }], DISCARDED);
  return (bytes * counting.bytesRead) / sample;
}

function lengthOf({ payload, end }: ShardContext): number {
  return end - payload;
}
