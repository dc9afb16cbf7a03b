/** For each limit of counts, the largest value within it, and the next value. */
import { expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
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
