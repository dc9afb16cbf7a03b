/** Headline and card of a file: the first words that a reader sees. Expected values are written by hand. */
import { describe, expect, it } from 'vitest';
import { cardFacts, cardNetworks, countedShapes } from '../../src/page/views/overview/card-facts.js';
import { coreOpFacts, factsOf } from '../../src/page/views/overview/facts.js';
import { headlineOf } from '../../src/page/views/overview/verdict-text.js';

const release = (verdict: string, configure: string[] = []) =>
  ({ verdict, stage: null, status: 0, name: null, because: [], reasons: [], configure }) as never;
const LOADED = { '4.23.0': release('accepts') };
const REFUSED = { '4.22.0': release('rejects'), '4.23.0': release('accepts') };
const UNCONFIGURED = { '4.23.0': release('accepts', ['ddr-rows']) };
const GOOD = { mood: 'good', sign: '✓', words: 'Valid' } as const;
const BAD = { mood: 'bad', sign: '✗', words: 'Invalid' } as const;

/** A glance at a file of `size` bytes whose header claims 100. */
const claiming = (size: number) =>
  ({
    size,
    container: {
      sections: [{ name: 'header', offset: 0, length: 40 }],
      fields: [{ name: 'proto_size', value: 60n }],
    },
  }) as never;
const WHOLE = claiming(100);

describe('the headline', () => {
  const rejected = 'loads on 4.23.0; not on 4.22.0';
  const cut = 'cut short: 25 B of 100 B are here (25.0 %)';
  it.each<[string, Parameters<typeof headlineOf>, object]>([
    ['without releases', [GOOD, undefined, WHOLE, null], { ...GOOD, more: '' }],
    ['before the file is known', [GOOD, LOADED, null, null], { ...GOOD, more: 'loads on 4.23.0' }],
    ['of a file that loads', [GOOD, LOADED, WHOLE, null], { ...GOOD, more: 'loads on 4.23.0' }],
    [
      'of a valid file that a release refuses',
      [GOOD, REFUSED, WHOLE, null],
      { mood: 'doubt', sign: '◐', words: 'Valid', more: rejected },
    ],
    [
      'of a valid file that cannot be configured',
      [GOOD, UNCONFIGURED, WHOLE, null],
      { mood: 'doubt', sign: '◐', words: 'Valid', more: 'no release loads it (4.23.0)' },
    ],
    ['of an invalid file that a release refuses', [BAD, REFUSED, WHOLE, null], { ...BAD, more: rejected }],
    [
      'of an unreadable file',
      [{ mood: 'doubt', sign: '?', words: 'Unreadable' }, LOADED, WHOLE, null],
      { mood: 'doubt', sign: '?', words: 'Unreadable', more: 'loads on 4.23.0' },
    ],
    [
      'of an empty file',
      [GOOD, LOADED, claiming(0), 'text'],
      { ...BAD, words: 'Valid', more: 'the file is empty' },
    ],
    ['of a cut file', [BAD, REFUSED, claiming(25), null], { ...BAD, more: cut }],
    ['of a picture', [BAD, REFUSED, claiming(25), 'a PNG\u202e'], { ...BAD, more: 'this is a PNG\\u{202e}' }],
    ['of a model that looks like text', [GOOD, LOADED, WHOLE, 'text'], { ...GOOD, more: 'loads on 4.23.0' }],
  ])('%s', (_, args, wanted) => {
    expect(headlineOf(...args)).toEqual(wanted);
  });
});

const op = (fields: object) => ({
  streams: [],
  networks: [],
  contextCount: 0,
  bottleneckFps: 0,
  configurationChannels: 0,
  internalEdges: { intermediate: 0, ddr: 0, cache: 0 },
  sortedOutputs: [],
  clusters: null,
  ...fields,
});
const stream = (direction: string, network: string | null, height: number, nms: object | null = null) => ({
  direction,
  network,
  shape: { height, width: 2, features: 3 },
  nms,
});
const glance = (groups: object[], fields: object = {}) =>
  ({
    size: 100,
    container: { framing: 'bare', fields: [], sections: [], problems: [] },
    header: null,
    problems: [],
    networkGroups: groups,
    networkGroupCount: groups.length,
    features: { included: null, extensions: [], optionalExtensions: [] },
    externalResources: [],
    ...fields,
  }) as never;

describe('the card', () => {
  it('counts contexts, and shows the fastest expected rate', () => {
    const groups = [
      { name: 'a', coreOps: [op({ contextCount: 2, bottleneckFps: 10.04 }), op({ contextCount: 3 })] },
      { name: 'b', coreOps: [op({ contextCount: 1, bottleneckFps: 99.96 })] },
    ];
    const facts = new Map(cardFacts(glance(groups)));
    expect(facts.get('consists of')).toBe('2 network groups, 6 contexts');
    expect(facts.get('expected')).toBe('100.0 frames/s');
    expect(new Map(cardFacts(glance([]))).has('expected')).toBe(false);
  });

  it.each([
    ['', 'not stated'],
    ['sdk-version: 5.4.0, git-branch: x', '5.4.0'],
    ['5.4.0\n', '5.4.0\\n'],
  ])('shows the tool chain %j as %j', (sdkVersion, text) => {
    const facts = (created: string | null) =>
      new Map(cardFacts(glance([], { header: { hwArch: { number: 0, name: null }, sdkVersion, created } })));
    expect(facts(null).get('tool chain')).toBe(text);
    expect(facts(null).has('compiled')).toBe(false);
    expect(facts('2026-01-02T03:04:05.678Z').get('compiled')).toBe('2026-01-02 03:04:05 UTC');
  });

  it('lists each network once, with its own streams and those of no network', () => {
    const streams = [
      stream('input', 'x', 1),
      stream('output', 'x', 2),
      stream('input', 'y', 3),
      stream('output', null, 4, { classes: 80, maxOutputSize: 20 }),
    ];
    const again = op({ networks: ['x'], streams: [stream('input', 'x', 9)] });
    const groups = [
      { name: 'g', coreOps: [op({ networks: ['x', 'y'], streams }), again] },
      { name: 'h', coreOps: [op({ streams: [stream('input', null, 5)] })] },
    ];
    const boxes = '80 classes, up to 20 boxes';
    expect(cardNetworks(glance(groups))).toEqual([
      { name: 'x', inputs: ['1x2x3'], outputs: ['2x2x3', boxes] },
      { name: 'y', inputs: ['3x2x3'], outputs: [boxes] },
      { name: 'h', inputs: ['5x2x3'], outputs: [] },
    ]);
    const many = Array.from({ length: 9 }, (_, index) => ({ name: `n${index}`, coreOps: [op({})] }));
    expect(cardNetworks(glance(many)).map(({ name }) => name)).toEqual(['n0', 'n1', 'n2', 'n3', 'n4', 'n5']);
  });

  it.each<[string[], string]>([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b', 'a', 'a'], '3 × a, b'],
    [[...'abcdefgh'], 'a, b, c, d, e, f, g, h'],
    [[...'abcdefghijj'], 'a, b, c, d, e, f, g, h … and 2 more'],
  ])('shows the shapes %j as %s', (shapes, text) => {
    expect(countedShapes(shapes)).toBe(text);
  });
});

describe('the facts', () => {
  it('name the resources outside of the message, with their sizes', () => {
    const externalResources = [
      { name: 'a\n', size: '12345' },
      { name: 'b', size: 1n },
    ];
    const outside = (fields: object) => new Map(factsOf(glance([], fields))).get('outside the message');
    expect(outside({ externalResources })).toBe('a\\n (12,345 bytes), b (1 bytes)');
    expect(outside({})).toBeUndefined();
  });

  it.each([
    [null, undefined],
    [0, 'none'],
    [0b1011, '0, 1, 3'],
  ])('translate the clusters %j to %j', (clusters, text) => {
    expect(new Map(coreOpFacts(op({ clusters }) as never)).get('clusters')).toBe(text);
  });

  it('describe a core operation', () => {
    const full = op({
      networks: ['x', 'y'],
      streams: [stream('output', null, 1), stream('input', null, 1), stream('output', null, 1)],
      contextCount: 1,
      configurationChannels: 1,
      bottleneckFps: 0.06,
      internalEdges: { intermediate: 1, ddr: 0, cache: 2 },
      sortedOutputs: ['o2', 'o1'],
    });
    expect(coreOpFacts(full as never)).toEqual([
      ['networks', 'x, y'],
      ['consists of', '1 context, 1 input, 2 outputs, 1 configuration channel'],
      ['expected', '0.1 frames/s'],
      ['inside', '1 edge layer between contexts, 2 edge layers through caches'],
      ['output order', 'o2, o1'],
    ]);
    expect(coreOpFacts(op({}) as never).map(([label]) => label)).toEqual(['networks', 'consists of']);
  });
});
