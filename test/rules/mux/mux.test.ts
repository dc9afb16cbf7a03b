import { describe, expect, it } from 'vitest';
import { CONTEXT, drop, put, spoiled } from '../../../scripts/corpus/faults.js';
import type { Fields, Value } from '../../../scripts/corpus/notation.js';
import { nestedMux } from '../../../scripts/corpus/valid-networks.js';
import { change, layerFindings, lifted } from '../layer-findings.js';

const MUX = `${CONTEXT}.metadata.edge_layers[1].layer_mux`;
const DATA = `${MUX}.mux_data`;
const INNER = `${MUX}.predecessors[2].layer_mux`;
const leaf = (i: number) => `${MUX}.predecessors[${i}].layer_info.edge_layer_base`;

const codesOf = async (...changes: Parameters<typeof spoiled>[1][]) =>
  (await layerFindings(spoiled(nestedMux, ...changes))).codes;

describe('a mux and its predecessors', () => {
  it.each<[string, Fields, string[]]>([
    ['none at all', { number_of_predecessors: 0 }, ['error mux-empty', 'warning mux-predecessors-ignored']],
    ['one less', { number_of_predecessors: 2 }, ['warning mux-predecessors-ignored']],
    [
      'one more',
      { number_of_predecessors: 4 },
      ['error mux-height-ratios-short', 'error mux-predecessors-overrun'],
    ],
    [
      '2^32 - 1',
      { number_of_predecessors: 0xffffffff },
      ['error mux-height-ratios-short', 'error mux-predecessors-overrun'],
    ],
    ['a list that is said to be shorter', { height_ratios_list_len: 2 }, ['error mux-height-ratios-len']],
    ['2^32 - 1 ratios', { height_ratios_list_len: 0xffffffff }, ['error mux-height-ratios-len']],
    ['one ratio too many', { height_ratios_list_len: 4, height_ratios_list: [1, 2, 1, 9] }, []],
    ['no list', { height_ratios_list_len: 0, height_ratios_list: [] }, ['error mux-height-ratios-short']],
  ])('%s', async (_name, values, codes) => {
    expect(await codesOf(change(DATA, values))).toEqual(codes);
  });

  it('have a finding at the mux itself if the mux has no data', async () => {
    const { diagnostics } = await layerFindings(spoiled(nestedMux, drop(DATA)));
    expect(diagnostics).toMatchObject([
      { code: 'mux-empty', path: MUX },
      { code: 'mux-predecessors-ignored', path: MUX },
    ]);
  });

  it('in a mux that is part of another mux', async () => {
    expect(await codesOf(put(`${INNER}.mux_data.number_of_predecessors`, 'here', 3))).toEqual([
      'error mux-height-ratios-short',
      'error mux-predecessors-overrun',
    ]);
  });

  it('are checked in core ops of later layouts', async () => {
    const { diagnostics, places } = await layerFindings(
      spoiled(nestedMux, put(`${DATA}.height_ratios_list_len`, 'here', 9), lifted),
    );
    expect(diagnostics).toMatchObject([{ code: 'mux-height-ratios-len', ...places.get('here') }]);
  });
});

describe('trees', () => {
  const tensor = (): Fields => {
    const [group] = nestedMux().network_groups as [Fields];
    const [context] = group.contexts as [Fields];
    const [, layer] = (context.metadata as Fields).edge_layers as [Fields, Fields];
    const [first] = (layer.layer_mux as Fields).predecessors as [Fields];
    return first;
  };
  const muxOf = (parts: readonly Fields[]): Fields => {
    const { edge_layer_base } = tensor().layer_info as Fields;
    return {
      layer_mux: {
        name: 'm',
        edge_layer_base,
        mux_data: { number_of_predecessors: parts.length, height_gcd: 1 },
        predecessors: parts as readonly Value[],
      },
    };
  };
  const TREE = /mux-(too-many-predecessors|edge-total)/;
  const found = async (parts: readonly Fields[]) => {
    const values = { predecessors: parts as readonly Value[] };
    const said = change(DATA, { number_of_predecessors: parts.length });
    const { codes } = await layerFindings(spoiled(nestedMux, change(MUX, values), said));
    return codes.filter((code) => TREE.test(code));
  };

  it('have at most four predecessors for each mux', async () => {
    expect(await found(Array.from({ length: 4 }, tensor))).toEqual([]);
    expect(await found(Array.from({ length: 5 }, tensor))).toEqual(['error mux-too-many-predecessors']);
  });

  it('have at most 32 nodes', async () => {
    // A root, 4 muxes, and 16 parts of them: 21. Each part that is a mux of one tensor adds a node.
    const tree = (nodes: number): Fields[] => {
      let left = nodes - 1 - 4 - 16;
      return Array.from({ length: 4 }, () =>
        muxOf(Array.from({ length: 4 }, () => (left-- > 0 ? muxOf([tensor()]) : tensor()))),
      );
    };
    expect(await found(tree(32))).toEqual([]);
    expect(await found(tree(33))).toEqual(['error mux-edge-total']);
  });
});

describe('rows', () => {
  it('past 2^53 are compared exactly', async () => {
    // The rows have nearly 2^64 elements.
    const wide = {
      width: 0xffffffff,
      padded_width: 0xffffffff,
      features: 0xffffffff,
      padded_features: 0xffffffff,
    };
    const size = (i: number, rows: number) => change(leaf(i), { ...wide, height: rows, padded_height: rows });
    const inner = change(`${INNER}.edge_layer_base`, wide);
    const own = (rows: number) =>
      change(`${MUX}.edge_layer_base`, { ...wide, height: rows, padded_height: rows });
    // With this change, the inner mux is smaller than its parts.
    const sums = async (rows: number) => {
      const { diagnostics } = await layerFindings(
        spoiled(nestedMux, size(0, 8), size(1, 16), inner, own(rows)),
      );
      return diagnostics
        .filter(({ code, path }) => code.startsWith('mux-') && !path.startsWith(INNER))
        .map(({ code }) => code);
    };
    expect(await sums(32)).toEqual([]);
    expect(await sums(31)).toEqual(['mux-size-mismatch', 'mux-demux-overflow']);
    expect(await sums(33)).toEqual(['mux-size-mismatch']);
  });

  it('of a tensor are compared with the number of turns; fewer and more are reported', async () => {
    // The mux has 8 turns of 1 row. From a tensor of 4 rows, the demuxer copies only 4 rows.
    const rows = change(leaf(0), { height: 4, padded_height: 4, core_buffers_per_frame: 4 });
    const whole = change(`${MUX}.edge_layer_base`, { height: 32, padded_height: 32 });
    expect(await codesOf(rows, whole)).toEqual([
      'warning mux-height-ratio-mismatch',
      'warning mux-size-mismatch',
    ]);
    const three = change(leaf(0), { height: 4, padded_height: 3, core_buffers_per_frame: 3 });
    expect(await codesOf(three, whole)).toEqual([
      'error edge-padded-smaller',
      'error mux-demux-overflow',
      'warning mux-height-ratio-mismatch',
      'warning mux-size-mismatch',
    ]);
  });

  it('are not added up if the size of a predecessor is missing', async () => {
    expect(await codesOf(drop(leaf(1)))).toEqual(['error edge-base-missing']);
    expect(await codesOf(drop(`${MUX}.edge_layer_base`))).toEqual(['error edge-base-missing']);
    expect(await codesOf([`${MUX}.predecessors[1]`, () => ({})])).toEqual(['error mux-predecessor-unset']);
  });
});
