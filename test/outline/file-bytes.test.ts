import { expect, it } from 'vitest';
import { countingSource } from '../../src/base/source/counting.js';
import { memorySource } from '../../src/base/source/memory.js';
import { FileBytes } from '../../src/read/outline/file-bytes.js';
import { completed } from '../../src/read/outline/reading.js';

const MIB = 1 << 20;

it('keeps the most recent 8 MiB of the blocks that were read', async () => {
  const source = countingSource(memorySource(new Uint8Array(20 * MIB)), { hideBytes: true });
  const file = new FileBytes(source);
  // Each read begins away from the last one, so nothing is read ahead.
  const read = (mib: number) => completed(file.load(mib * MIB, MIB - 100));
  for (const mib of [18, 16, 14, 12, 10, 8, 6]) await read(mib);
  expect(file.held(18 * MIB, 10)?.bytes.length).toBeGreaterThan(10);
  for (const mib of [4, 2]) await read(mib);
  expect(file.held(18 * MIB, 10)).toBeUndefined();
  expect(file.held(4 * MIB, 10)).toBeDefined();
  const { reads } = source;
  await read(4);
  await read(18);
  expect(source.reads).toBe(reads + 1);
});
