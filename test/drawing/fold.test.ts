import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldNetwork } from '../../src/show/drawing/fold.js';
import type { Network } from '../../src/show/network/network.js';
import { networkOf } from './network.js';

const NOTHING = { by: 'none', open: new Set<string>(), plumbing: false } as const;

const plumbed = networkOf(
  [{}, { isPlumbing: true }, { isPlumbing: true }, { context: 1 }, { context: 1 }],
  [
    [0, 1],
    [1, 2],
    [2, 3],
    [2, 4],
    [0, 4],
  ],
);

describe('a folded network', () => {
  it('leaves out nodes that only move data, and links their neighbours', () => {
    const { boxes, links, hidden } = foldNetwork(plumbed, NOTHING);
    expect(boxes.map(({ layers }) => layers)).toEqual([[0], [3], [4]]);
    expect(hidden).toBe(2);
    expect(links.map(({ from, to, edges }) => [from, to, edges]).sort()).toEqual([
      [0, 1, 1],
      [0, 2, 2],
    ]);
  });

  it('has all nodes on request', () => {
    const { boxes, links } = foldNetwork(plumbed, { ...NOTHING, plumbing: true });
    expect([boxes.length, links.length]).toEqual([5, 5]);
  });

  it('has a box for each closed context, and the layers of open contexts', () => {
    const folded = foldNetwork(plumbed, { ...NOTHING, by: 'context' });
    expect(folded.boxes.map(({ key, isGroup, layers }) => [key, isGroup, layers])).toEqual([
      ['context 0', true, [0]],
      ['context 1', true, [3, 4]],
    ]);
    expect(folded.links).toMatchObject([{ from: 0, to: 1, edges: 3 }]);
    const open = foldNetwork(plumbed, { by: 'context', open: new Set(['context 1']), plumbing: false });
    expect(open.boxes.map(({ key, group }) => [key, group])).toEqual([
      ['context 0', 'context 0'],
      ['layer 3', 'context 1'],
      ['layer 4', 'context 1'],
    ]);
  });

  it('ends even if hidden layers form cycles', () => {
    const plumbing = Array.from({ length: 300 }, () => ({ isPlumbing: true }));
    const all = [...plumbing.keys()];
    const round = networkOf(
      [{}, ...plumbing, {}],
      [[0, 1], ...all.flatMap((from) => all.map((to) => [from + 1, to + 1] as const)), [300, 301]],
    );
    expect(foldNetwork(round, NOTHING).links.map(({ from, to }) => [from, to])).toEqual([[0, 1]]);
  });

  it('links two layers exactly if a path of hidden layers leads from one to the other', () => {
    const networks = fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }).chain((plumbing) => {
      const at = fc.nat(plumbing.length - 1);
      return fc.tuple(fc.constant(plumbing), fc.array(fc.tuple(at, at), { maxLength: 30 }));
    });
    fc.assert(
      fc.property(networks, ([plumbing, edges]) => {
        const network = networkOf(
          plumbing.map((isPlumbing) => ({ isPlumbing })),
          edges,
        );
        const { boxes, links } = foldNetwork(network, NOTHING);
        const pairs = links.map(({ from, to }) => `${boxes[from]?.layers[0]} ${boxes[to]?.layers[0]}`);
        expect(pairs.sort()).toEqual(reachable(network).sort());
      }),
    );
  });
});

/** The expected links are found by brute force. */
function reachable({ layers, edges }: Network): string[] {
  const leads = layers.map((_, from) =>
    layers.map((__, to) => edges.some((edge) => edge.from === from && edge.to === to)),
  );
  for (const [middle, { isPlumbing }] of layers.entries()) {
    if (!isPlumbing) continue;
    for (const row of leads) {
      if (row[middle]) for (const to of layers.keys()) row[to] ||= leads[middle]?.[to] ?? false;
    }
  }
  const drawn = [...layers.keys()].filter((at) => !layers[at]?.isPlumbing);
  return drawn.flatMap((from) =>
    drawn.filter((to) => to !== from && leads[from]?.[to]).map((to) => `${from} ${to}`),
  );
}
