/**
 * Memory that lists allocate. The test is a file of its own, and so a process of its own: other tests would
 * change how the compiler optimises these objects.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { EdgeLayerMuxDataView } from '../../src/read/model/edge-layer.gen.js';
import { ContextView } from '../../src/read/model/mdl.gen.js';
import { viewOf } from '../../src/read/model/typed-view.js';
import { concat, prefixed, tag } from '../arbitrary/wire-writer.js';
import { operations } from './operations.js';

// Makes the garbage collector available without command-line options.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heapInUse(): number {
  return process.memoryUsage().heapUsed;
}

const ROUNDS = 20;
/** Number of rounds for work that causes more collections. */
const FEW_ROUNDS = 5;

/**
 * Returns the smallest growth of the heap during several rounds of this work. In early rounds, numbers may be
 * objects, until the compiler has optimised the code; an allocation for each element would occur in every
 * round.
 */
function leastGrowth(work: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    collect();
    const before = heapInUse();
    work();
    least = Math.min(least, heapInUse() - before);
  }
  return least;
}

describe('a list of a hundred thousand messages', () => {
  const count = 100_000;
  const bytes = operations(count);
  // An array of the elements takes 800 KB; the views in it would take over 10 MB.
  const FAR_LESS = 300_000;

  it('is visited by forEach without allocating for its elements', () => {
    const { operations: list } = viewOf(ContextView, bytes);
    let seen = 0;
    const visit = () => {
      seen++;
    };
    expect(leastGrowth(() => list.forEach(visit))).toBeLessThan(FAR_LESS);
    expect(seen).toBe(ROUNDS * count);
  });

  it('is visited by a loop without keeping earlier elements', () => {
    const { operations: list } = viewOf(ContextView, bytes);
    // The smallest growth counts, because compiled code is also on the heap, and is added at any time.
    let least = Number.POSITIVE_INFINITY;
    for (let round = 0; round < FEW_ROUNDS; round++) {
      collect();
      const before = heapInUse();
      let i = 0;
      let most = 0;
      for (const operation of list) {
        if (++i % (count / 4) !== 0) continue;
        expect(operation.actions.length).toBe(1);
        collect();
        most = Math.max(most, heapInUse() - before);
      }
      expect(i).toBe(count);
      least = Math.min(least, most);
    }
    expect(least).toBeLessThan(FAR_LESS);
  });

  it('is counted and indexed with few stored positions', () => {
    let least = Number.POSITIVE_INFINITY;
    for (let round = 0; round < FEW_ROUNDS; round++) {
      const context = viewOf(ContextView, bytes);
      collect();
      const before = heapInUse();
      expect(context.operations.length).toBe(count);
      expect(context.operations.at(count - 2)?.actions.at(0)?.uniqueId).toBe(count - 2);
      collect();
      least = Math.min(least, heapInUse() - before);
    }
    expect(least).toBeLessThan(FAR_LESS);
  });

  it('of numbers is a list, not an array', () => {
    const numbers = concat(tag(4, 2), prefixed(new Uint8Array(count).fill(1)));
    const list = viewOf(EdgeLayerMuxDataView, numbers).heightRatiosList;
    expect(list).not.toBeInstanceOf(Array);
    let sum = 0;
    const add = () => {
      for (const value of list) sum += value;
    };
    expect(leastGrowth(add)).toBeLessThan(FAR_LESS);
    expect(sum).toBe(ROUNDS * count);
  });
});
