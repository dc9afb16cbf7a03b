/** For each limit of counts, the largest value within it, and the next value. */
import { expect, it } from 'vitest';
import { wasmChecksums } from '../../src/base/container/checksum.js';
import { memorySource } from '../../src/base/source/memory.js';
import { BlobHashes } from '../../src/tools/stats/blob-hashes.js';
import { stats } from '../../src/tools/stats/stats.js';
import { concat, lenRecord } from '../arbitrary/wire-writer.js';

const times = (count: number, record: Uint8Array): Uint8Array => concat(...Array(count).fill(record));
const of = (bytes: Uint8Array) => stats(memorySource(bytes), { framing: 'bare' });

it('256 groups and 4,096 contexts have rows, and all are counted', async () => {
  for (const count of [256, 257]) {
    const { groups, groupCount } = await of(times(count, lenRecord(2, '')));
    expect([groups.length, groupCount]).toEqual([256, count]);
  }
  for (const count of [4096, 4097]) {
    const { groups } = await of(lenRecord(2, times(count, lenRecord(3, ''))));
    expect(groups.flatMap(({ contexts }) => contexts)).toHaveLength(4096);
  }
});

it('20 faults are listed, and all are counted', async () => {
  for (const count of [20, 21]) {
    // Groups whose only record is cut.
    const { problems, problemCount } = await of(times(count, lenRecord(2, Uint8Array.of(0x18))));
    expect([problems.length, problemCount]).toEqual([20, count]);
  }
});

it('100 sets of equal blobs are listed, and blobs below 32 bytes are not compared', async () => {
  // Pairs of equal blobs, each pair one byte longer than the one before.
  const pairs = (count: number, least: number) =>
    concat(...Array.from({ length: count }, (_, at) => times(2, lenRecord(3, new Uint8Array(least + at)))));
  const { duplicates } = await of(pairs(101, 32));
  expect(duplicates).toMatchObject({ compared: 202, distinct: 101, capped: false });
  expect(duplicates?.sets.map(({ length }) => length)).toEqual(
    Array.from({ length: 100 }, (_, at) => 132 - at),
  );
  expect(duplicates?.repeatedBytes).toBe((101 * (32 + 132)) / 2);
  expect((await of(pairs(2, 31))).duplicates).toMatchObject({ compared: 2, distinct: 1 });
});

it('blobs of a file of more than 32 MiB are compared on request only', async () => {
  for (const [size, isCompared] of [
    [2 ** 25, true],
    [2 ** 25 + 1, false],
  ] as const) {
    const bytes = new Uint8Array(size);
    bytes.set(lenRecord(3, new Uint8Array(size - 5)));
    expect((await of(bytes)).duplicates !== null).toBe(isCompared);
  }
});

it('blobs of which 100,000 are different are remembered', () => {
  const hashes = new BlobHashes(wasmChecksums);
  for (let at = 0; at < 100_000; at++) hashes.add(String(at), 32, at, () => '');
  expect(hashes.result()).toMatchObject({ distinct: 100_000, capped: false });
  hashes.add('more', 32, 0, () => '');
  hashes.add('0', 32, 0, () => '');
  expect(hashes.result()).toMatchObject({ compared: 100_002, capped: true, repeatedBytes: 32 });
});

it('names of groups have up to 200 characters', async () => {
  for (const length of [200, 201]) {
    const { groups } = await of(lenRecord(2, lenRecord(1, lenRecord(1, 'n'.repeat(length)))));
    expect(groups.map(({ name }) => name)).toEqual(['n'.repeat(200)]);
  }
});
