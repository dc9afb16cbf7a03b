import type { Network, NetworkLayer } from '../../src/show/network/network.js';

export const shape = (rows: number, columns = rows, features = 1) => ({ rows, columns, features });

/** A layer without any facts except those given. */
export function layer(fields: Partial<NetworkLayer> = {}): NetworkLayer {
  return {
    ...{ id: 1, name: 'conv1', kind: 'conv', kindNumber: 1, isPlumbing: false, inputs: [], outputs: [] },
    ...{ kernel: null, strides: null, dilation: null, activation: null, weights: null, originalNames: [] },
    ...{ context: null, clusters: [], figures: null, configurationBytes: null },
    ...{ offset: 0, bytes: 0, path: 'mapping' },
    ...fields,
  };
}

/** Figures of a layer that works for a number of cycles. */
export const cycles = (count: number): never => ({ cycles: count }) as never;

export function network(fields: object = {}): Network {
  return {
    ...{ source: 'notes', problem: null, remarks: [], names: [], compiler: '', framesPerSecond: null },
    ...{ clock: null, layers: [], edges: [], contexts: [], configurationBytes: null, elements: [] },
    ...{ slowest: null, notes: null },
    ...fields,
  } as never;
}
