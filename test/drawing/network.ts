import type { Network, NetworkLayer } from '../../src/show/network/network.js';

/** Returns a network with one layer per entry; an entry's fields override the defaults. */
export function networkOf(
  layers: readonly Partial<NetworkLayer>[],
  edges: readonly (readonly [from: number, to: number])[],
): Network {
  return {
    source: 'notes',
    problem: null,
    remarks: [],
    names: ['net'],
    compiler: '',
    framesPerSecond: null,
    clock: null,
    layers: layers.map((layer, id) => ({
      id,
      name: `net/conv${id}`,
      kind: 'conv',
      kindNumber: 0,
      isPlumbing: false,
      inputs: [],
      outputs: [],
      kernel: null,
      strides: null,
      dilation: null,
      activation: null,
      weights: null,
      originalNames: [],
      context: 0,
      clusters: [],
      figures: null,
      configurationBytes: null,
      offset: 0,
      bytes: 0,
      path: 'mapping',
      ...layer,
    })),
    edges: edges.map(([from, to]) => ({ from, to, shape: null, through: null, transfer: null })),
    configurationBytes: null,
    contexts: [0, 1].map((index) => ({
      name: `context_${index}`,
      group: '',
      index,
      path: null,
      configurationBytes: null,
      writtenBytes: null,
    })),
    elements: [],
    slowest: null,
    notes: null,
  };
}
