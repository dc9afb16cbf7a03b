/** Counted rows, and sums of values. */
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { streamSource } from '../../src/base/source/stream.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { tabulate } from '../../src/tools/query/query.js';
import { parseQuery, type QueryOptions } from '../../src/tools/query/question.js';
import { type QueryGroup, QueryTable } from '../../src/tools/query/tables.js';
import { varint } from '../arbitrary/wire-writer.js';
import { ACTIONS, ask, BYTES, wrapped } from './asked.js';

async function groups(bytes: Uint8Array, expression: string, options: QueryOptions): Promise<QueryGroup[]> {
  const question = parseQuery(expression, options);
  const table = new QueryTable(question);
  await tabulate(memorySource(bytes), table, { framing: 'bare' });
  // Runs the query on a stream as well.
  const streamed = new QueryTable(question);
  await tabulate(streamSource([bytes]), streamed, { framing: 'bare' });
  expect(streamed.groups()).toEqual(table.groups());
  return table.groups();
}

describe('a query that counts', () => {
  it('counts actions of each kind by context in one query', async () => {
    const found = await groups(BYTES, ACTIONS, { groupBy: 'index(contexts), which(action)' });
    const message = fromBinary(ProtoMDLMdlSchema, BYTES);
    const expected = new Map<string, number>();
    for (const [i, context] of (message.networkGroups[0]?.contexts ?? []).entries()) {
      for (const { actions } of context.operations) {
        for (const { action } of actions) {
          const snake = (action.case ?? 'unset').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
          expected.set(`${i} ${snake}`, (expected.get(`${i} ${snake}`) ?? 0) + 1);
        }
      }
    }
    const pairs = found.map(({ group, count }) => [
      `${group['index(contexts)']} ${group['which(action)']}`,
      count,
    ]);
    expect(new Map(pairs as [string, number][])).toEqual(expected);
    expect(expected.size).toBeGreaterThan(5);
    expect(found[0]?.count).toBeGreaterThanOrEqual(found.at(-1)?.count ?? 0);
  });

  it('computes sums, minima and maxima', async () => {
    const path = `${ACTIONS}.write_data_ccw`;
    const [sums] = await groups(BYTES, path, {
      sum: ['size(data)'],
      min: ['size(data)'],
      max: ['size(data)'],
    });
    const sizes = (await ask(BYTES, `${path}.data`)).map(({ value }) => (value as { bytes: number }).bytes);
    expect(sizes.length).toBeGreaterThan(0);
    expect(sums).toEqual({
      group: {},
      count: sizes.length,
      sum: { 'size(data)': sizes.reduce((a, b) => a + b, 0) },
      min: { 'size(data)': Math.min(...sizes) },
      max: { 'size(data)': Math.max(...sizes) },
    });
  });

  it('adds numbers with a fraction, and whole numbers between them', async () => {
    const networkGroups = [1.5, 2, 0.25, -4].map((bottleneckFps) => ({
      networkGroupMetadata: { bottleneckFps },
    }));
    const bytes = toBinary(ProtoMDLMdlSchema, create(ProtoMDLMdlSchema, { networkGroups }));
    const path = 'network_groups[*].network_group_metadata.bottleneck_fps';
    const [all] = await groups(bytes, path, { sum: ['value'], min: ['value'], max: ['value'] });
    expect(all).toMatchObject({ sum: { value: -0.25 }, min: { value: -4 }, max: { value: 2 } });
    const [whole] = await groups(bytes, path, { sum: ['value'], where: 'value == 2 || value == -4' });
    expect(whole).toMatchObject({ count: 2, sum: { value: -2 } });
  });

  it('adds whole numbers in doubles without losing a digit', async () => {
    const networkGroups = [2 ** 53, 1, 1].map((bottleneckFps) => ({
      networkGroupMetadata: { bottleneckFps },
    }));
    const bytes = toBinary(ProtoMDLMdlSchema, create(ProtoMDLMdlSchema, { networkGroups }));
    const path = 'network_groups[*].network_group_metadata.bottleneck_fps';
    const [all] = await groups(bytes, path, { sum: ['value'] });
    expect(all).toMatchObject({ sum: { value: String(2n ** 53n + 2n) } });
  });

  it('builds a table only if rows are counted', () => {
    expect(() => new QueryTable(parseQuery('header'))).toThrow('counts nothing');
    expect(new QueryTable(parseQuery('header', { count: true })).groups()).toEqual([]);
  });

  it('adds whole numbers of 64 bits without losing a digit', async () => {
    const huge = 2n ** 63n + 1n;
    const bytes = [1n, huge, huge].flatMap((offset) => wrapped(0x3a, [0x08, ...varint(offset)]));
    const path = 'external_resources[*].offset';
    const [all] = await groups(new Uint8Array(bytes), path, { sum: ['value'], max: ['value'] });
    expect(all).toMatchObject({ sum: { value: String(1n + 2n * huge) }, max: { value: String(huge) } });
    const where = 'offset == 9223372036854775809';
    expect(await ask(new Uint8Array(bytes), path, { where })).toHaveLength(2);
    expect(await groups(new Uint8Array(bytes), path, { count: true })).toEqual([
      { group: { value: String(huge) }, count: 2 },
      { group: { value: '1' }, count: 1 },
    ]);
  });
});
