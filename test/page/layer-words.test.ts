import { describe, expect, it } from 'vitest';
import {
  boxLines,
  layerDetailFacts,
  layerStreams,
  layersWith,
  networkWords,
  percent,
  transfersOf,
} from '../../src/page/views/network/layer-words.js';
import type { Network, NetworkLayer } from '../../src/show/network/network.js';

const shape = (rows: number, columns = rows, features = 1) => ({ rows, columns, features });
const PLAIN: NetworkLayer = {
  id: 1,
  name: 'conv1',
  kind: 'conv',
  kindNumber: 1,
  isPlumbing: false,
  inputs: [],
  outputs: [],
  kernel: null,
  strides: null,
  dilation: null,
  activation: null,
  weights: null,
  originalNames: [],
  context: null,
  clusters: [],
  figures: null,
  configurationBytes: null,
  offset: 0,
  bytes: 0,
  path: 'mapping',
};
const layer = (fields: Partial<NetworkLayer>): NetworkLayer => ({ ...PLAIN, ...fields });
const network = (fields: object): Network =>
  ({
    layers: [],
    edges: [],
    contexts: [],
    clock: null,
    slowest: -1,
    framesPerSecond: null,
    ...fields,
  }) as never;
const figures = {
  ...{ cycles: 0, firstCycle: 0, lastCycle: 0, inputBytesPerSecond: 0, outputBytesPerSecond: 0 },
  ...{ utilization: 0, subclusters: 0, activationUnits: 0, inputAligners: 0 },
};

const CONTEXTS = [
  { name: 'a', group: '' },
  { name: 'b\n', group: '' },
];

describe('facts about a layer', () => {
  it.each<[string, Partial<NetworkLayer>, Record<string, string>]>([
    ['nothing', {}, {}],
    ['plumbing', { isPlumbing: true }, { kind: 'conv (only moves data)' }],
    ['steps of one', { strides: shape(1), dilation: shape(1) }, {}],
    [
      'steps in a direction',
      { strides: shape(2, 1), dilation: shape(1, 3) },
      { stride: '2×1', dilation: '1×3' },
    ],
    [
      'steps in the other',
      { strides: shape(1, 2), dilation: shape(3, 1) },
      { stride: '1×2', dilation: '3×1' },
    ],
    ['a kernel', { activation: 'relu', weights: 12_345 }, { activation: 'relu', weights: '12,345' }],
    ['clusters', { clusters: [1, 4] }, { clusters: '1, 4' }],
    [
      'shapes',
      { inputs: [shape(8, 4, 3), shape(1)], outputs: [shape(2)], kernel: shape(3, 5, 7) },
      { in: '8×4×3, 1×1×1', out: '2×2×1', kernel: '3×5×7' },
    ],
    [
      'many shapes',
      {
        inputs: Array.from({ length: 9 }, () => shape(1)),
        outputs: Array.from({ length: 9 }, () => shape(2)),
      },
      { in: `${'1×1×1, '.repeat(7)}1×1×1`, out: `${'2×2×1, '.repeat(7)}2×2×1` },
    ],
    ['a context', { context: 1 }, { context: 'b\\n' }],
    ['a context of another network', { context: 5 }, { context: '5' }],
    ['figures of nothing', { figures }, {}],
    [
      'figures',
      { figures: { ...figures, cycles: 2000, utilization: 0.05, subclusters: 3 } },
      { 'cycles a frame': '2,000', alone: 'at most 500.0 frames/s', utilisation: '5.0 %', subclusters: '3' },
    ],
  ])('%s', (_what, fields, expected) => {
    const facts = Object.fromEntries(
      layerDetailFacts(network({ clock: 1_000_000, contexts: CONTEXTS }), layer(fields)),
    );
    expect(facts).toEqual({ kind: 'conv', ...expected });
  });

  it('an estimate is called an estimate, and there is no frame rate without a clock rate', () => {
    const bytes = (kind: string) =>
      Object.fromEntries(layerDetailFacts(network({}), layer({ kind, configurationBytes: 10.4 })))
        .configuration;
    expect(bytes('context')).not.toContain('estimate');
    expect(bytes('conv')).toMatch(/^about 10 .*, an estimate by weights$/);
    const facts = Object.fromEntries(
      layerDetailFacts(network({}), layer({ figures: { ...figures, cycles: 5 } })),
    );
    expect(facts).toEqual({ kind: 'conv', 'cycles a frame': '5' });
  });

  it('shares below a tenth have one decimal place', () => {
    expect([0, 0.0999, 0.1, 1].map(percent)).toEqual(['0.0 %', '10.0 %', '10 %', '100 %']);
  });
});

it('a box has the words of its layer, or of its group', () => {
  const layers = [
    layer({ weights: 5000 }),
    layer({ name: 'pool', kind: 'maxpool', originalNames: ['a', 'b', 'c', 'd'] }),
  ];
  const drawing = {
    boxes: [
      { isGroup: false, layers: [0] },
      { isGroup: false, layers: [1] },
      { isGroup: true, layers: [0, 1] },
    ],
    words: [{ title: '' }, { title: '' }, { title: 'block' }],
  };
  const lines = (at: number) => boxLines(network({ layers, slowest: 0 }), drawing as never, at);
  expect(lines(0)).toEqual(['conv1', 'conv', '5,000 weights', 'limits the frame rate']);
  expect(lines(1)).toEqual(['pool', 'maxpool', 'a, b, c']);
  expect(lines(2)).toEqual([
    'block',
    '2 layers',
    expect.stringMatching(/weights$/),
    expect.stringContaining('unfolds'),
  ]);
  expect(lines(3)).toEqual([]);
});

it('layers are found by name, original name or kind, ignoring case', () => {
  const layers = [layer({}), layer({ name: 'x', kind: 'maxpool', originalNames: ['/Add'] })];
  const found = (text: string) => layersWith(network({ layers }), text);
  expect([found(' CONV1 '), found('/add'), found('maxp'), found('o'), found(' '), found('none')]).toEqual([
    [0],
    [1],
    [1],
    [0, 1],
    [],
    [],
  ]);
});

it('streams of a layer have the name of the layer, or of an adjacent input or output', () => {
  const layers = [layer({ name: 'in', kind: 'input' }), layer({ name: 'a' }), layer({ name: 'b' })];
  const edges = [
    { from: 0, to: 1 },
    { from: 1, to: 2 },
  ];
  const streams = [
    { name: 'in', mux: null },
    { name: 'part', mux: 'a' },
    { name: 'b', mux: null },
    { name: 'other', mux: 'none' },
  ];
  const glance = { networkGroups: [{ coreOps: [{ streams }] }] } as never;
  const names = (position: number) =>
    layerStreams(network({ layers, edges }), position, glance).map(({ name }) => name);
  expect([names(0), names(1), names(2), names(9)]).toEqual([['in', 'part'], ['in', 'part'], ['b'], []]);
  expect(layerStreams(network({ layers, edges }), 0, null)).toEqual([]);
});

it('a transfer has the most severe finding about either of its ends', () => {
  const layers = [layer({ context: 0 }), layer({ context: 2 })];
  const transfer = { writer: { offset: 10, length: 5 }, reader: { offset: 30, length: 5 } };
  const edges = [
    { from: 0, to: 1, through: 'ddr', transfer },
    { from: 0, to: 1, through: null, transfer: null },
  ];
  const at = (offset: number, severity: string) => ({ offset, severity });
  const found = (...findings: object[]) =>
    transfersOf(network({ layers, edges }), findings as never).map(({ from, to, through, finding }) => [
      from,
      to,
      through,
      finding === null ? null : `${finding.severity} ${finding.offset}`,
    ]);
  expect(found()).toEqual([[0, 2, 'through DDR', null]]);
  expect(found(at(9, 'error'), at(15, 'error'), at(29, 'error'), at(35, 'error'))[0]?.[3]).toBeNull();
  expect(found(at(10, 'warning'), at(34, 'error'))[0]?.[3]).toBe('error 34');
  expect(found(at(14, 'warning'), at(30, 'warning'))[0]?.[3]).toBe('warning 14');
});

it('a network is described by the facts that its notes contain', () => {
  const layers = [layer({ weights: 2_000_000 }), layer({ kind: 'context' })];
  expect(networkWords(network({ layers, edges: [{}], source: 'notes', framesPerSecond: 12.34 }))).toMatch(
    /^2 layers, 1 edge, 2\.00 M weights, 12\.3 frames\/s expected by the compiler$/,
  );
  expect(networkWords(network({ layers: [PLAIN], source: 'notes' }))).toBe('1 layer, no edges');
  expect(networkWords(network({ layers, source: 'contexts' }))).toBe('1 context');
});
