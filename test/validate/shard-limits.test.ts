/** Results of shards are used only if a single thread would have stored the same facts. */
import { describe, expect, it } from 'vitest';
import { Collector } from '../../src/base/diagnostics/collector.js';
import {
  MAX_CHECKED_LAYERS,
  MAX_LAYER_BYTES,
  MAX_REFERENCE_PLACES,
  MAX_REFERENCE_VALUES,
} from '../../src/check/rules/facts/gathering-limits.js';
import { CATALOGUE } from '../../src/check/rules/index.js';
import { runShards, type ShardResult, type ShardRunner } from '../../src/check/validate/shards.js';

const newCollector = () => new Collector(CATALOGUE, 20);

/** True if `runShards` uses the results of two shards, each with these values. */
async function isTaken(result: Partial<ShardResult>): Promise<boolean> {
  const left = { keep: 3, values: MAX_REFERENCE_VALUES, places: MAX_REFERENCE_PLACES };
  const runner: ShardRunner = {
    minimumBytes: 0,
    shards: 2,
    run: async () => ({
      contexts: [],
      collected: newCollector().collected(),
      left,
      reached: 0,
      hasReplaced: false,
      ...result,
    }),
  };
  const closed = [0, 100].map((offset) => ({
    path: '',
    position: 0,
    offset,
    payload: offset,
    end: offset + 100,
    depth: 2,
    list: [],
  }));
  const limits = { words: 50, available: 100 };
  return runShards(closed as never, runner, { maxPerCode: 20 } as never, newCollector(), limits as never);
}

const spent = (values: number, places: number) => ({
  left: { keep: 3, values: MAX_REFERENCE_VALUES - values, places: MAX_REFERENCE_PLACES - places },
});

/** A context with `count` layers of `bytes` bytes each. */
function holding(count: number, bytes: number, edgeCount = count): Partial<ShardResult> {
  const edges = Array.from({ length: count }, () => ({ bytes: { length: bytes } }));
  return { contexts: [{ edges, edgeCount }] as never };
}

describe('shards', () => {
  it('are used if together they store no more than one thread would store', async () => {
    expect(await isTaken({})).toBe(true);
    expect(await isTaken(spent(MAX_REFERENCE_VALUES / 2 - 1, MAX_REFERENCE_PLACES / 2 - 1))).toBe(true);
    expect(await isTaken({ reached: 50 })).toBe(true);
    expect(await isTaken(holding(MAX_CHECKED_LAYERS / 2, 0))).toBe(true);
    expect(await isTaken(holding(2, MAX_LAYER_BYTES / 4))).toBe(true);
  });

  it.each([
    ['values', spent(MAX_REFERENCE_VALUES / 2, 0)],
    ['places', spent(0, MAX_REFERENCE_PLACES / 2)],
    ['layers', holding(MAX_CHECKED_LAYERS / 2 + 1, 0)],
    ['bytes of layers', holding(2, MAX_LAYER_BYTES / 4 + 1)],
    ['layers in a shard', holding(1, 10, 2)],
    ['pointers past the words of the file', { reached: 51 }],
    ['values that gave way to others', { hasReplaced: true }],
  ])('do not count past the limit of %s', async (_name, result) => {
    expect(await isTaken(result)).toBe(false);
  });
});
