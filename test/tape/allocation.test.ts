/**
 * What a tape and the records of a tree take: files of hostile senders have tens of thousands of empty messages, with a
 * tape for each of them in some commands, or a record.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { Tape } from '../../src/read/tape/reader.js';
import { parseTree } from '../../src/read/tree/parse.js';

// How the collector is reached without flags on the command line.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function inUse(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Bytes that so many of something take, each; the least of some rounds, since compiled code comes when it likes. */
function bytesEach(count: number, make: () => unknown): number {
  // Kept to the end: what goes in the next round would be taken off from what comes.
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
  it('takes 160 bytes at most for a record of its tree', () => {
    const count = 50_000;
    const bytes = Uint8Array.from({ length: 2 * count }, (_, i) => (i % 2 === 0 ? 0x12 : 0));
    const records = () => parseTree(bytes).records;
    expect(records()).toHaveLength(count);
    expect(bytesEach(count, records)).toBeLessThan(160);
  });

  it('takes 3 KB at most for a tape over each', () => {
    const source = memorySource(new Uint8Array(64));
    const count = 10_000;
    const tapes = () => Array.from({ length: count }, (_, i) => new Tape(source, i % 64, i % 64));
    expect(bytesEach(count, tapes)).toBeLessThan(3072);
  });
});
