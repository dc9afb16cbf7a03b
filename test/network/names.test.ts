import { describe, expect, it } from 'vitest';
import { drawingOf } from '../../src/show/drawing/network-drawing.js';
import { namesOfContexts, shortLayerNames } from '../../src/show/network/names.js';
import { networkOf } from '../drawing/network.js';

const ALL = { by: 'none', open: new Set<string>(), plumbing: false } as const;

describe('names of layers', () => {
  it('leave out the network, unless two networks have a layer with the same short name', async () => {
    const network = networkOf(
      ['left/conv1', 'left/conv2', 'right/conv1', 'deep/in/right/fc', 'plain'].map((name) => ({ name })),
      [],
    );
    const names = ['left/conv1', 'conv2', 'right/conv1', 'fc', 'plain'];
    expect(shortLayerNames(network)).toEqual(names);
    const { words } = await drawingOf(network, ALL);
    expect(words.map(({ title }) => title)).toEqual(names);
  });

  it('do not distinguish two layers with the same full name, and keep a name that ends in a slash', () => {
    const network = networkOf(
      ['net/conv', 'net/conv', 'net/'].map((name) => ({ name })),
      [],
    );
    expect(shortLayerNames(network)).toEqual(['conv', 'conv', 'net/']);
  });
});

describe('names of contexts', () => {
  it('begin with the name of the group if contexts of two groups have the same name', async () => {
    const network = networkOf([{ context: 0 }, { context: 1 }, { context: 2 }], []);
    const contexts = [
      ['a', 'context_0'],
      ['b', 'context_0'],
      ['b', 'context_1'],
    ].map(([group = '', name = ''], index) => ({ ...network.contexts[0]!, group, name, index }));
    const named = { ...network, contexts };
    expect(namesOfContexts(named)).toEqual(['a/context_0', 'b/context_0', 'context_1']);
    const { clusterWords } = await drawingOf(named, ALL);
    expect(clusterWords.map(({ title }) => title)).toEqual(['a/context_0', 'b/context_0', 'context_1']);
    const { words } = await drawingOf(named, { ...ALL, by: 'context' });
    expect(words.map(({ title }) => title)).toEqual(['a/context_0', 'b/context_0', 'context_1']);
  });
});
