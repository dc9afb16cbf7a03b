/** Parts of the comparison of lists, compared with searches over all possibilities and with counts by hand. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smithBytes } from '../../src/attack/smith/smith.js';
import { encodeTree } from '../../src/read/tree/encode.js';
import { bitsRecord, setField } from '../../src/read/tree/make.js';
import { parseTree } from '../../src/read/tree/parse.js';
import { messagesAt } from '../../src/read/tree/walk.js';
import { heaviest, likeness } from '../../src/tools/diff/likeness.js';
import { movesOf } from '../../src/tools/diff/moves.js';
import { naiveCounts } from '../stats/counting.js';
import { diffBytes } from './models.js';

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

/** Greatest weight of pairs in ascending order, by trying all pairs. */
function greatest(weights: readonly (readonly number[])[], i = 0, j = 0): number {
  const row = weights[i];
  if (row === undefined) return 0;
  const pairs = row.flatMap((weight, at) => (at < j ? [] : [weight + greatest(weights, i + 1, at + 1)]));
  return Math.max(greatest(weights, i + 1, j), ...pairs);
}

it('the heaviest pairs have the greatest weight of all pairs in ascending order', () => {
  const matrix = fc.integer({ min: 1, max: 4 }).chain((width) =>
    fc.array(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: width, maxLength: width }), {
      maxLength: 4,
    }),
  );
  fc.assert(
    fc.property(matrix, (weights) => {
      const pairs = heaviest(weights);
      expect(sum(pairs.map(([i, j]) => weights[i]?.[j] ?? Number.NaN))).toBe(greatest(weights));
      pairs.slice(1).forEach(([i, j], at) => {
        expect(i).toBeGreaterThan(pairs[at]![0]);
        expect(j).toBeGreaterThan(pairs[at]![1]);
      });
    }),
    { numRuns: 300 },
  );
});

it.each([
  [[1, 2, 3], [1, 2, 3], 1],
  [[1, 1, 2], [1, 2, 2], 2 / 3],
  [[1], [1, 1, 1, 1], 1 / 4],
  [[1, 2], [3], 0],
  [[], [], 0],
])('%j and %j have the share %f in common', (a, b, share) => {
  expect(likeness(a, b)).toBeCloseTo(share, 5);
  expect(likeness(a, b)).toBeGreaterThan(0);
});

it.each<[matches: number[], moved: number[], swaps: number[][]]>([
  [[0, 1, 2], [], []],
  [[0, -1, 1], [], []],
  [[5, -1, 7, 9], [], []],
  [[1, 0], [], [[0, 1]]],
  [[0, 3, 2, 1], [], [[1, 3]]],
  [[9, -1, 4], [], [[0, 2]]],
  [[1, 2, 0], [2], []],
  [[3, 0, 1, 2], [0], []],
  [
    [2, 3, 0, 1],
    [],
    [
      [0, 2],
      [1, 3],
    ],
  ],
  [[-1, -1], [], []],
])('matches %j: %j moved, %j changed places', (matches, moved, swaps) => {
  const found = movesOf(Int32Array.from(matches));
  expect([...found.moved]).toEqual(moved);
  expect(found.swaps).toEqual(swaps);
});

describe('the counts of a changed context', () => {
  // A context with an unknown record is read in another way than one whose records are all known.
  it.each([false, true])('are those of its tree; with an unknown record: %s', async (hasUnknown) => {
    const bytes = smithBytes({
      seed: 5,
      framing: 'bare',
      layout: 'classic',
      groups: 1,
      contexts: 4,
      actions: 200,
    });
    const after = parseTree(bytes);
    const context = messagesAt(after, 'network_groups', 'contexts')[2]!;
    setField(context, 'context_index', 77);
    if (hasUnknown) context.append(bitsRecord(900, 0, 1n));
    const { contexts } = await diffBytes(bytes, encodeTree(after), { framing: 'bare' });
    const [list] = contexts;
    expect(list).toMatchObject({ count: { before: 4, after: 4 }, same: 3 });
    const [change, ...others] = list?.different ?? [];
    expect(others).toEqual([]);
    expect([change?.before, change?.after]).toEqual([2, 2]);
    // The oracle counts a message whose only context is this one.
    const only = parseTree(encodeTree(after));
    const group = messagesAt(only, 'network_groups')[0]!;
    for (const record of [...only.records]) if (record.field?.name !== 'network_groups') only.remove(record);
    for (const [at, record] of group.fields('contexts').entries()) if (at !== 2) group.remove(record);
    for (const record of [...group.records]) if (record.field?.name !== 'contexts') group.remove(record);
    const { actions, fields } = naiveCounts(encodeTree(only));
    expect(change?.counts.after).toEqual({
      operations: fields.get('ProtoMDLContext.operations')?.count ?? 0,
      actions: sum([...actions.values()].map(({ count }) => count)),
      actionKinds: [...actions]
        .map(([kind, counts]) => ({ kind, ...counts }))
        .sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1)),
      edgeLayers: fields.get('ProtoMDLContextMetadata.edge_layers')?.count ?? 0,
      bytes: context.size,
    });
  });
});
