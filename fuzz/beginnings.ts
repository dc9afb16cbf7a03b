/** Seeds of a target: its kept seeds, and the repository's files of its shape. */
import { concat } from '../test/arbitrary/wire-writer.js';
import { EDGE_CASES } from '../test/edge/all-cases.js';
import type { Seed } from './driver.js';
import { corpusOf, keptSeeds } from './seeds.js';
import type { Shape, Target } from './target.js';

/** Returns the seeds of a target, without those that exceed its limit. */
export async function beginningsOf(target: Target): Promise<Seed[]> {
  const { maxLength = 4096, shape, prefix = 0, name } = target;
  const front = new Uint8Array(prefix);
  const others =
    target.seeds !== undefined ? await target.seeds() : ofShape(shape).map((bytes) => concat(front, bytes));
  return [
    ...keptSeeds(name).map((input) => ({ input, isKept: true })),
    ...others.map((bytes) => ({ input: new Uint8Array(bytes), isKept: false })),
  ].filter(({ input }) => input.length <= maxLength);
}

/** Returns corpus files of a shape, and the edge cases of the tests. */
export function ofShape(shape: Shape): Uint8Array[] {
  if (shape !== 'message' && shape !== 'file') return [];
  const edges = Object.values(EDGE_CASES).flat();
  return [...corpusOf(shape), ...edges.map(({ bytes }) => bytes)];
}
