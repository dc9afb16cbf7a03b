/** Texts about costs. Expected texts and sums are written by hand. */
import { describe, expect, it } from 'vitest';
import {
  contextCostRows,
  costFacts,
  costJson,
  idleText,
  partsText,
  runningCoreOps,
  trafficRows,
} from '../../src/show/report/cost.js';
import {
  configurationByPath,
  costChangeLines,
  costChangeMarkdown,
  costChangeRows,
  movedLayers,
} from '../../src/show/report/diff-cost.js';
import { PLAIN } from '../../src/show/report/palette.js';
import { layer, network } from './layers.js';

const context = (index: number | null, fields: object = {}) => ({
  ...{ path: `contexts[${index}]`, name: '', index, configurationBytes: 1000, ownBytes: 0, registerBytes: 0 },
  ...{ loaded: 'once', transfers: null, layers: null, cycles: null, slowest: null, utilization: null },
  clusters: null,
  ...fields,
});
const MOVED = { fromHost: 1000, toHost: 20, fromContexts: 3, toContexts: 4, ddr: 5, cache: 0 };
const coreOp = (fields: object = {}) =>
  ({
    ...{ path: 'network_groups[0]', name: 'g', contexts: [context(0)], onceBytes: 1000, batchBytes: 0 },
    ...{ frame: MOVED, expectedFps: null, latencySeconds: null },
    ...fields,
  }) as never;
const PARTS = { header: 0, message: 50, configuration: 1000, rest: 0 };
const cost = (...coreOps: object[]) =>
  ({ parts: PARTS, coreOps, problems: [], withoutLayers: null }) as never;
const empty = (count: number): string[] => new Array<string>(count).fill('');

describe('the cost of contexts', () => {
  it('is a row for each context', () => {
    const contexts = [
      context(null, { transfers: MOVED }),
      context(0, { configurationBytes: 0, loaded: 'batch', transfers: MOVED }),
    ];
    expect(contextCostRows(coreOp({ contexts }))).toEqual([
      ['preliminary', '1,000', 'once', ...empty(11)],
      ['context 0', '0', '', '1,000', '20', '3', '4', '5', ...empty(6)],
    ]);
    const named = context(1, {
      ...{
        name: 'c1',
        loaded: 'batch',
        layers: 5,
        cycles: 1234,
        slowest: 'conv',
        utilization: 0.456,
        clusters: 0,
      },
    });
    expect(contextCostRows(coreOp({ contexts: [named] }))).toEqual([
      ['c1', '1,000', 'for each batch', ...empty(6), '5', '1,234', 'conv', '46 %', '0'],
    ]);
  });

  it('has a sum from three rows on, and forty rows at most', () => {
    const rows = (count: number) =>
      contextCostRows(coreOp({ contexts: Array.from({ length: count }, (_, at) => context(at)) }));
    expect(rows(2)).toHaveLength(2);
    expect(rows(3).at(-1)).toEqual(['all', '3,000', '', '1,000', '20', '3', '4', '5', ...empty(6)]);
    expect(rows(40)).toHaveLength(41);
    expect(
      rows(42)
        .slice(-2)
        .map(([first, second]) => [first, second]),
    ).toEqual([
      ['… 2 more', ''],
      ['all', '42,000'],
    ]);
  });

  it('is explained in sentences', () => {
    const once = '1,000 bytes once, when the network is activated';
    expect(costFacts(coreOp())).toEqual([['loaded', once]]);
    expect(costFacts(coreOp({ batchBytes: 1 }))).toEqual([
      ['loaded', `${once}; 1 byte again for each batch of frames`],
    ]);
    const rate = (contexts: object[]) => costFacts(coreOp({ contexts, expectedFps: 12.34 }))[1]?.[1];
    expect(rate([context(null), context(0)])).toBe(
      "12.3 frames/s: the compiler's estimate for the slowest layer",
    );
    expect(rate([context(0), context(1)])).toMatch(/upper bound$/);
    expect(costFacts(coreOp({ latencySeconds: 0.0123456 }))[1]).toEqual([
      'latency',
      '12.3 ms for a frame, as the compiler simulated it',
    ]);
  });

  it('includes the traffic of the expected rate and of the requested rates, each once', () => {
    const op = coreOp({ expectedFps: 1000, batchBytes: 2000 });
    const expected = ['1000.0', 'expected', '1.0 MB/s', '0.02 MB/s', '0.01 MB/s', '2.0 MB/s', '3.0 MB/s'];
    expect(trafficRows(op, [])).toEqual([expected]);
    expect(trafficRows(op, [1000, 500, 500])).toEqual([
      expected.with(1, ''),
      ['500.0', '', '0.5 MB/s', '0.01 MB/s', '0.006 MB/s', '1.0 MB/s', '1.5 MB/s'],
    ]);
    expect(trafficRows(coreOp(), [])).toEqual([]);
    expect(trafficRows(coreOp({ frame: null }), [30])).toEqual([]);
    // Without a batch, no configuration is moved.
    expect(trafficRows(coreOp(), [1000])[0]?.[5]).toBe('');
    expect(
      costJson(cost(op), [500]).coreOps[0]?.rates.map(({ fps, configuration }) => [fps, configuration]),
    ).toEqual([
      [1000, 2_000_000],
      [500, 1_000_000],
    ]);
  });

  it('leaves out core operations that only other releases read', () => {
    const idle = coreOp({ contexts: [context(null)] });
    expect(runningCoreOps(cost(idle, coreOp()))).toEqual([coreOp()]);
    expect([idleText(cost(coreOp())), idleText(cost(idle, coreOp(), idle))]).toEqual([
      null,
      'not shown: 2 preliminary configurations that only other releases of the runtime read',
    ]);
  });

  it.each([
    [{}, '1,000 bytes of configuration + 50 of the message beside them = 1,050 bytes'],
    [
      { header: 7 },
      '1,000 bytes of configuration + 50 of the message beside them + 7 of the header = 1,057 bytes',
    ],
    [
      { rest: 3 },
      '1,000 bytes of configuration + 50 of the message beside them + 3 of padding and the like = 1,053 bytes',
    ],
  ])('adds up with %j', (parts, text) => {
    expect(partsText({ parts: { ...PARTS, ...parts } } as never)).toBe(text);
  });
});

describe('changed costs', () => {
  const rows = (before: object, after: object) =>
    costChangeRows({ before: cost(coreOp(before)), after: cost(coreOp(after)) }).filter(
      ([label]) => !/^(contexts|frame .*)$/.test(label) || label === 'frame between contexts',
    );
  const between = ['frame between contexts', '7', '7', ''];
  const once = ['configuration, once', '1,000', '1,000', ''];

  it.each<[string, object, object, readonly string[][]]>([
    ['nothing', {}, {}, [once, between]],
    ['more', {}, { onceBytes: 1250 }, [['configuration, once', '1,000', '1,250', '+25.0 %'], between]],
    ['less', {}, { onceBytes: 900 }, [['configuration, once', '1,000', '900', '-10.0 %'], between]],
    ['something new', {}, { batchBytes: 5 }, [once, ['configuration, each batch', '0', '5', 'new'], between]],
    [
      'something gone',
      { batchBytes: 5 },
      {},
      [once, ['configuration, each batch', '5', '0', '-100.0 %'], between],
    ],
    ['no frame', { frame: null }, {}, [once, ['frame between contexts', 'not known', '7', '']]],
    [
      'rates and times',
      { expectedFps: 10, latencySeconds: 0.002 },
      { expectedFps: 20, latencySeconds: null },
      [
        once,
        between,
        ['expected frames/s', '10.0', '20.0', '+100.0 %'],
        ['latency, ms', '2', 'not known', ''],
      ],
    ],
    [
      'the slowest layer',
      { contexts: [context(0, { slowest: 'a', cycles: 1000 }), context(1)] },
      { contexts: [context(0, { slowest: 'b', cycles: 1100 })] },
      [once, between, ['slowest of context 0', 'a, 1,000 cycles', 'b, 1,100 cycles', '+10.0 %']],
    ],
    [
      'a context without layers',
      { contexts: [context(0), context(1, { name: 'c', slowest: 'a', cycles: 5 })] },
      {},
      [once, between, ['slowest of c', 'a, 5 cycles', 'not known', '']],
    ],
  ])('with %s', (_, before, after, wanted) => {
    expect(rows(before, after)).toEqual(wanted);
  });

  it('are matched by the name of the core operation, then by its place', () => {
    const op = (name: string, onceBytes: number) => coreOp({ name, onceBytes, path: `path ${name}` });
    const titles = (before: object[], after: object[]) =>
      costChangeRows({ before: cost(...before), after: cost(...after) })
        .filter(([label, old]) => old === '' || label === 'configuration, once')
        .map(([label, old, now]) => [label, old, now].join(' '));
    expect(titles([op('a', 1), op('b', 2)], [op('b', 3), op('', 4)])).toEqual([
      'b  ',
      'configuration, once 2 3',
      'path   ',
      'configuration, once 2 4',
    ]);
    expect(titles([op('a', 1)], [op('b', 3), op('c', 4)])).toEqual(['b  ', 'configuration, once 1 3']);
    expect(titles([op('a', 1)], [op('b', 3)])).toEqual(['configuration, once 1 3']);
  });

  it('list layers that moved, ten at most', () => {
    const count = 12;
    const side = (at: (index: number) => number | null) =>
      network({
        contexts: [
          { name: 'c0', group: '' },
          { name: 'c1', group: '' },
        ],
        layers: Array.from({ length: count }, (_, index) => layer({ name: `l${index}`, context: at(index) })),
      });
    const changed = Array.from({ length: count }, (_, index) => ({
      name: `l${index}\n`,
      before: index,
      after: index,
    }));
    const networks = {
      before: side(() => 0),
      after: side((index) => (index === 0 ? 0 : index === 1 ? null : index === 2 ? 7 : 1)),
      changes: { changed },
    } as never;
    expect(movedLayers(networks).slice(0, 3)).toEqual([
      'l1\n: c0 -> no context',
      'l2\n: c0 -> 7',
      'l3\n: c0 -> c1',
    ]);
    const costs = { before: cost(), after: { ...(cost() as object), withoutLayers: 'no notes\n' } } as never;
    const lines = costChangeLines(costs, networks, PLAIN);
    expect([lines[0], lines[1], lines[2], lines.at(-1), lines.length]).toEqual([
      '  no layers after: no notes\\n',
      '  11 layers in other contexts',
      '    l1\\n: c0 -> no context',
      '    … and 1 more',
      13,
    ]);
    expect(costChangeLines({ before: cost(), after: cost() }, null, PLAIN)).toEqual([]);
    const markdown = costChangeMarkdown(costs, networks);
    expect(markdown.slice(0, 6)).toEqual([
      '',
      '| cost | before | after | change |',
      '|---|--:|--:|--:|',
      '',
      '**11 layers in other contexts**',
      '',
    ]);
    expect([markdown.at(-1), markdown.length]).toEqual(['- … and 1 more', 17]);
    expect(costChangeMarkdown({ before: cost(), after: cost() }, null)).toHaveLength(3);
  });

  it('have the configuration of contexts by their paths', () => {
    const op = coreOp({ contexts: [context(0), context(1, { configurationBytes: 5 })] });
    expect([...configurationByPath(cost(op))]).toEqual([
      ['contexts[0]', 1000],
      ['contexts[1]', 5],
    ]);
  });
});
