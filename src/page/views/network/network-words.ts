import { short } from '../../../show/drawing/layer-colours.js';
import type { Network } from '../../../show/network/network.js';
import { counted } from '../../../show/report/text.js';

/** Describes a network in a few words: layers, weights, expected frames per second. */
export function networkWords({ layers, edges, framesPerSecond, source }: Network): string {
  if (source === 'contexts')
    return counted(layers.filter(({ kind }) => kind === 'context').length, 'context');
  const weights = layers.reduce((sum, layer) => sum + (layer.weights ?? 0), 0);
  return [
    counted(layers.length, 'layer'),
    counted(edges.length, 'edge'),
    ...(weights > 0 ? [`${short(weights)} weights`] : []),
    ...(framesPerSecond === null ? [] : [`${framesPerSecond.toFixed(1)} frames/s expected by the compiler`]),
  ].join(', ');
}
