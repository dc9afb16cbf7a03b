/** Parts of networks: selected layers, kinds, and configuration. Oracles are regular expressions and sums by hand. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withConfiguration } from '../../src/show/network/configuration.js';
import { activationOf, elementKindOf, isPlumbing, layerKindOf } from '../../src/show/network/kinds.js';
import { layerChoice, subnetwork } from '../../src/show/network/select.js';
import { layer, network } from '../report/layers.js';

describe('a selection of layers', () => {
  const whole = network({
    contexts: [
      { name: 'first', index: 4 },
      { name: '7', index: 5 },
    ],
  });
  const isChosen = (term: string, fields: object) => layerChoice(whole, term)?.(layer(fields));

  it.each<[string, object, boolean | undefined]>([
    ['kind=conv', { kind: 'conv' }, true],
    ['kind=conv', { kind: 'conv2' }, false],
    ['cluster=3', { clusters: [1, 3] }, true],
    ['cluster=3', { clusters: [33] }, false],
    ['cluster=x', {}, undefined],
    ['cluster=-1', {}, undefined],
    ['cluster=1234567890', {}, undefined],
    ['context=4', { context: 0 }, true],
    ['context=first', { context: 0 }, true],
    ['context=0', { context: 0 }, false],
    ['context=7', { context: 1 }, true],
    ['context=4', { context: null }, false],
    ['context=undefined', { context: 9 }, false],
    ['kind=', { name: 'kind=' }, true],
    ['other=x', { name: 'other=x' }, true],
    ['', {}, undefined],
    ['x'.repeat(1000), { name: 'x'.repeat(1000) }, true],
    ['x'.repeat(1001), {}, undefined],
    ['/orig*', { name: 'conv', originalNames: ['a', '/original'] }, true],
    ['/orig', { name: 'conv', originalNames: ['/original'] }, false],
    ['con.1', { name: 'conv1' }, false],
  ])('by %s of %j: %s', (term, fields, wanted) => {
    expect(isChosen(term, fields)).toBe(wanted);
  });

  it('matches patterns as a regular expression does', () => {
    const letters = (max: number) =>
      fc.array(fc.constantFrom('a', 'b', '*'), { minLength: 1, maxLength: max }).map((list) => list.join(''));
    fc.assert(
      fc.property(letters(8), letters(10), (pattern, text) => {
        const name = text.replaceAll('*', 'a');
        expect(isChosen(pattern, { name })).toBe(new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(name));
      }),
      { numRuns: 500 },
    );
  });

  it('has the edges and the hardware of its layers, with new positions', () => {
    const all = network({
      layers: ['a', 'b', 'c', 'd'].map((name) => layer({ name })),
      edges: [
        { from: 0, to: 1 },
        { from: 1, to: 3 },
        { from: 3, to: 2 },
        { from: 0, to: 3 },
      ],
      elements: [
        { layer: 0, number: 10 },
        { layer: 2, number: 12 },
        { layer: 3, number: 13 },
      ],
      slowest: 3,
    });
    const part = subnetwork(all, ({ name }) => name !== 'b' && name !== 'a');
    expect(part.layers.map(({ name }) => name)).toEqual(['c', 'd']);
    expect(part.edges).toEqual([{ from: 1, to: 0 }]);
    expect(part.elements).toEqual([
      { layer: 0, number: 12 },
      { layer: 1, number: 13 },
    ]);
    expect(part.slowest).toBe(1);
    expect(subnetwork(all, ({ name }) => name === 'a')).toMatchObject({ slowest: null, edges: [] });
    expect(subnetwork({ ...all, slowest: null }, () => true).slowest).toBeNull();
  });
});

it.each<[unknown, unknown]>([
  [layerKindOf(2, 'conv1'), 'fc'],
  [layerKindOf(999, 'net/my_op12'), 'my_op'],
  [layerKindOf(999, '12'), 'kind 999'],
  [layerKindOf(999, 'net/_'), 'kind 999'],
  [layerKindOf(999, 'x'.repeat(100)), 'x'.repeat(64)],
  [[0, 1, 12, 4].map(activationOf), [null, 'relu', 'silu', 'activation 4']],
  [[5, 99].map(elementKindOf), ['activation unit', 'kind 99']],
  [[3, 0, 51].map(isPlumbing), [true, false, true]],
])('names of numbers: %j', (found, wanted) => {
  expect(found).toEqual(wanted);
});

describe('the configuration of contexts', () => {
  const row = (path: string, configurationBytes: number, kind = 'context', offset = 0) => ({
    path,
    configurationBytes,
    kind,
    offset,
  });
  const noted = (contexts: number[], layers: object[] = []) =>
    network({
      contexts: contexts.map((index) => ({
        name: `c${index}`,
        group: '',
        index,
        path: null,
        configurationBytes: null,
        writtenBytes: null,
      })),
      layers: layers.map(layer),
    });
  const bytesOf = (found: ReturnType<typeof withConfiguration>) =>
    found.contexts.map(({ path, configurationBytes, writtenBytes }) => [
      path,
      configurationBytes,
      writtenBytes,
    ]);
  const sized = (of: ReturnType<typeof noted>, ...rows: object[]) =>
    withConfiguration(of, { groups: [{ contexts: rows }] } as never);
  const PRELIMINARY = row('g[0].preliminary_config', 100, 'preliminary');

  it('is written by the preliminary configuration and by the context before', () => {
    const found = sized(noted([0, 1]), PRELIMINARY, row('g[0].contexts[0]', 70), row('g[0].contexts[1]', 30));
    expect(bytesOf(found)).toEqual([
      ['g[0].contexts[0]', 100, 70],
      ['g[0].contexts[1]', 70, 30],
    ]);
    expect(found.configurationBytes).toBe(200);
    const without = sized(noted([0, 1]), row('g[0].contexts[0]', 70), row('g[0].contexts[1]', 30));
    expect(bytesOf(without)[0]).toEqual(['g[0].contexts[0]', null, 70]);
  });

  it('of a single context is written before it begins', () => {
    expect(bytesOf(sized(noted([5]), PRELIMINARY, row('g[0].contexts[0]', 70)))).toEqual([
      ['g[0].contexts[0]', 170, 70],
    ]);
    expect(bytesOf(sized(noted([0]), row('g[0].contexts[0]', 70)))).toEqual([['g[0].contexts[0]', 70, 70]]);
  });

  it('comes from the first core operation with as many contexts', () => {
    const other = [row('g[0].contexts[0]', 1)];
    const rows = [
      row('g[1].contexts[0]', 10),
      row('g[1].contexts[1]', 20),
      row('g[2].contexts[0]', 7),
      row('g[2].contexts[1]', 8),
    ];
    // Contexts are matched by their numbers, not by their order in the notes.
    const found = sized(noted([1, 0]), ...other, ...rows, row('g[1].preliminary_config', 5, 'preliminary'));
    expect(bytesOf(found)).toEqual([
      ['g[1].contexts[1]', 5, 20],
      ['g[1].contexts[0]', 20, 10],
    ]);
    expect(found.configurationBytes).toBe(35);
    const none = sized(noted([0, 1, 2]), ...other, ...rows);
    expect([none.configurationBytes, bytesOf(none)[0]]).toEqual([null, [null, null, null]]);
  });

  it('is divided among the layers by their weights', () => {
    const layers = [
      { context: 0, weights: 300 },
      { context: 0, weights: 100 },
      { context: 0, weights: null },
      { context: null, weights: 50 },
      { context: 1, weights: null },
    ];
    const of = noted([0, 1], layers);
    const found = sized(
      of,
      row('g[0].preliminary_config', 99, 'preliminary'),
      row('g[0].contexts[0]', 40),
      row('g[0].contexts[1]', 0),
    );
    expect(found.layers.map(({ configurationBytes }) => configurationBytes)).toEqual([
      74,
      25,
      null,
      null,
      null,
    ]);
    const zero = noted([0, 1], [{ context: 0, weights: 0 }]);
    expect(
      sized(zero, PRELIMINARY, row('g[0].contexts[0]', 1), row('g[0].contexts[1]', 2)).layers[0]
        ?.configurationBytes,
    ).toBeNull();
  });

  it('of contexts without notes is found by the place of the context', () => {
    const of = {
      ...noted(
        [0, 1],
        [
          { context: 1, offset: 500 },
          { context: 0, offset: 300 },
          { context: null, offset: 500 },
        ],
      ),
      source: 'contexts' as const,
    };
    const found = sized(
      of,
      row('g[0].contexts[1]', 30, 'context', 500),
      row('g[0].contexts[0]', 70, 'context', 300),
      PRELIMINARY,
    );
    expect(bytesOf(found)).toEqual([
      ['g[0].contexts[0]', 100, 70],
      ['g[0].contexts[1]', 70, 30],
    ]);
    expect(found.layers.map(({ configurationBytes }) => configurationBytes)).toEqual([70, 100, null]);
  });
});
