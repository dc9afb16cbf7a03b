/** Text about a network. Expected lines are written by hand. */
import { describe, expect, it } from 'vitest';
import { layerFacts, networkText, notedNetworkText } from '../../src/show/report/network.js';
import { PLAIN } from '../../src/show/report/palette.js';
import { cycles, layer, network, shape } from './layers.js';

const CONTEXTS = [
  { name: 'c0', group: '' },
  { name: 'c1', group: '' },
];
const linesOf = (fields: object, plumbing = false): string[] =>
  networkText('a.hef', network(fields), PLAIN, plumbing).split('\n');
const facts = (fields: object): string[] => linesOf(fields).slice(1, -1);

describe('the facts about a network', () => {
  const amounts = '  no layers, no edges, no contexts';
  it.each<[string, object, string[]]>([
    ['nothing', {}, [amounts]],
    ['a name', { names: ['x\n'] }, ['  network x\\n', amounts]],
    ['names', { names: ['x', 'y'] }, ['  networks x, y', amounts]],
    ['contexts only', { source: 'contexts' }, ['  no nodes, no edges, no contexts']],
    ['edges', { edges: [{}, {}], contexts: [{}] }, ['  no layers, 2 edges, 1 context']],
    ['frames', { framesPerSecond: 12.345 }, [amounts, '  the compiler expects 12.3 frames per second']],
    ['configuration', { configurationBytes: 0 }, [amounts]],
    [
      'some configuration',
      { configurationBytes: 1 },
      [amounts, '  configuration 1 byte; shares of layers are estimates, which divide it by weights'],
    ],
    ['a compiler', { compiler: '5.0' }, [amounts, '  noted by compiler 5.0']],
    [
      'a problem and a remark',
      { problem: { code: 'notes-absent', message: 'no notes' }, remarks: ['odd\u202e'] },
      [amounts, '  contexts only: no notes [notes-absent]', '  odd\\u{202e}'],
    ],
  ])('%s', (_, fields, lines) => {
    expect(facts(fields)).toEqual(lines);
  });

  it('include the sum of weights, and the slowest layer', () => {
    const layers = [
      layer({ weights: 1000 }),
      layer({ name: 'b', weights: 234, figures: cycles(5000) }),
      layer(),
    ];
    const [first, frames] = facts({ layers, slowest: 1, framesPerSecond: 2 });
    expect(first).toBe('  3 layers, no edges, no contexts, 1,234 weights');
    expect(frames).toBe('  the compiler expects 2.0 frames per second; b is the slowest (5,000 cycles)');
    const [, unknown] = facts({ layers, slowest: 0, framesPerSecond: 2 });
    expect(unknown).toMatch(/; conv1 is the slowest \(0 cycles\)$/);
  });

  it('are part of the report about a file', () => {
    expect(notedNetworkText(network({ compiler: 'x' }), PLAIN)).toBe(
      "\n  network, from the compiler's notes\n    no layers, no edges, no contexts\n    noted by compiler x\n" +
        '    protomdl network shows its layers\n',
    );
  });
});

describe('the table of layers', () => {
  const rows = (fields: object, plumbing = false): string[][] =>
    linesOf(fields, plumbing)
      .filter((line) => line.startsWith('    ') && !/^ +(layer|…)/.test(line))
      .map((line) => line.trim().split(/ {2,}/));

  it.each<[string, object, number | null, string[]]>([
    ['nothing', {}, 200, ['conv1', 'conv']],
    ['shapes', { inputs: [shape(2, 3, 4)], outputs: [shape(1)] }, null, ['conv1', 'conv', '2×3×4', '1×1×1']],
    ['a kernel and weights', { kernel: shape(3, 5), weights: 1234 }, null, ['conv1', 'conv', '3×5', '1,234']],
    ['a share', { configurationBytes: 1500 }, 6000, ['conv1', 'conv', '1,500', '25.0 %']],
    // Without a total there is no share to divide by.
    ['no total', { configurationBytes: 1500 }, null, ['conv1', 'conv', '1,500']],
    ['a total of zero', { configurationBytes: 0 }, 0, ['conv1', 'conv', '0']],
    ['a context', { context: 1 }, null, ['conv1', 'conv', 'c1']],
    ['no such context', { context: 7 }, null, ['conv1', 'conv']],
    ['cycles', { figures: cycles(12_345) }, null, ['conv1', 'conv', '12,345']],
    ['no cycles', { figures: cycles(0) }, null, ['conv1', 'conv']],
  ])('shows %s', (_, fields, total, cells) => {
    const layers = [layer(fields)];
    expect(rows({ layers, contexts: CONTEXTS, configurationBytes: total })).toEqual([cells]);
  });

  it('counts equal shapes, and shows three at most', () => {
    const [a, b, c, d] = [shape(1), shape(2), shape(3), shape(4)] as const;
    const shown = (...inputs: object[]) => rows({ layers: [layer({ inputs: inputs as never })] })[0]?.[2];
    expect(shown(a, a)).toBe('2 of 1×1×1');
    expect(shown(a, b, a, shape(1))).toBe('3 of 1×1×1, 2×2×1');
    expect(shown(a, b, c)).toBe('1×1×1, 2×2×1, 3×3×1');
    expect(shown(a, b, c, d)).toBe('1×1×1, 2×2×1, 3×3×1, …');
  });

  it('leaves out layers that move data, and says how many', () => {
    const moving = (count: number) => ({
      layers: [layer(), ...Array.from({ length: count }, () => layer({ isPlumbing: true, name: 'copy' }))],
    });
    expect(rows(moving(2))).toHaveLength(1);
    expect(linesOf(moving(1)).at(-2)).toBe('    … and 1 layer that only moves data: --plumbing shows them');
    expect(linesOf(moving(2)).at(-2)).toBe('    … and 2 layers that only move data: --plumbing shows them');
    expect(rows(moving(2), true)).toHaveLength(3);
    expect(linesOf(moving(2), true).join()).not.toContain('…');
  });

  it('ends after a thousand layers', () => {
    const layers = (count: number) => ({ layers: Array.from({ length: count }, () => layer()) });
    expect(rows(layers(1000))).toHaveLength(1000);
    expect(linesOf(layers(1000)).join()).not.toContain('…');
    expect(rows(layers(1001))).toHaveLength(1000);
    expect(linesOf(layers(1001)).at(-2)).toBe('    … and 1 layer not listed: --format json has all of them');
  });
});

it.each<[object, [string, string][]]>([
  [{}, []],
  [
    { inputs: [shape(1)], outputs: [shape(2)] },
    [
      ['in', '1×1×1'],
      ['out', '2×2×1'],
    ],
  ],
  [
    { kernel: shape(3, 5), strides: shape(1, 2) },
    [
      ['kernel', '3×5'],
      ['strides', '1×2'],
    ],
  ],
  [
    { activation: 'relu', weights: 1500 },
    [
      ['activation', 'relu'],
      ['weights', '1.50 k'],
    ],
  ],
  [
    { context: 0, clusters: [1, 2] },
    [
      ['context', 'c0'],
      ['clusters', '1, 2'],
    ],
  ],
  [{ context: 9 }, [['context', '9']]],
  [{ figures: cycles(0) }, []],
  [{ figures: cycles(1000) }, [['cycles', '1,000']]],
  [{ configurationBytes: 0 }, [['configuration (estimate)', '0 bytes']]],
  [{ originalNames: ['/a', '/b'] }, [['original names', '/a, /b']]],
])('the facts of a layer in a picture: %j', (fields, wanted) => {
  expect(layerFacts(network({ contexts: CONTEXTS }), layer(fields))).toEqual([['kind', 'conv'], ...wanted]);
});
