/**
 * Memory that a tape, and the records of a tree, allocate. Hostile files have tens of thousands of empty
 * messages, and some commands need a tape or a record for each.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { Tape } from '../../src/read/outline/tape.js';
import { parseTree } from '../../src/read/tree/parse.js';

// Makes the garbage collector available without command-line options.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function inUse(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/**
 * Returns the bytes per object: the lowest of three rounds, because compilation may take memory in any round.
 */
function bytesEach(count: number, make: () => unknown): number {
  // The objects are kept to the end: if they were freed in the next round, its growth would be too small.
  const made: unknown[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round++) {
    const before = inUse();
    made.push(make());
    least = Math.min(least, (inUse() - before) / count);
  }
  expect(made).toHaveLength(3);
  return least;
}

describe('a file of tens of thousands of empty messages', () => {
  it('takes at most 160 bytes for a record of its tree', () => {
    const count = 50_000;
    const bytes = Uint8Array.from({ length: 2 * count }, (_, i) => (i % 2 === 0 ? 0x12 : 0));
    const records = () => parseTree(bytes).records;
    expect(records()).toHaveLength(count);
    expect(bytesEach(count, records)).toBeLessThan(160);
  });

  it('takes at most 3 KB for a tape over each message', () => {
    const source = memorySource(new Uint8Array(64));
    const count = 10_000;
    const tapes = () => Array.from({ length: count }, (_, i) => new Tape(source, i % 64, i % 64));
    expect(bytesEach(count, tapes)).toBeLessThan(3072);
  });
});
