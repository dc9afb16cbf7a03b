import { short } from '../../../show/drawing/layer-colours.js';
import type { Network, NetworkLayer } from '../../../show/network/network.js';

/** Orders of the list of layers: the order of the file, and orders that start with the largest layer. */
export const ORDERS = [
  { name: 'file', title: 'as in the file', column: 'Weights' },
  { name: 'space', title: 'by space (estimate)', column: '≈ Bytes' },
  { name: 'weights', title: 'by weights', column: 'Weights' },
  { name: 'cycles', title: 'by cycles', column: 'Cycles' },
] as const;
export type OrderName = (typeof ORDERS)[number]['name'];

/** Returns the value by which an order sorts a layer; null if unknown. */
function measure({ weights, configurationBytes, figures }: NetworkLayer, by: OrderName): number | null {
  if (by === 'space') return configurationBytes;
  if (by === 'cycles') return figures?.cycles ?? null;
  return weights;
}

/** Formats the value by which an order sorts a layer, with three digits; empty if unknown. */
export function measureText(layer: NetworkLayer, by: OrderName): string {
  const value = measure(layer, by);
  return value === null ? '' : short(value);
}

/** @param positions indexes of the layers to list; null for all layers */
export function ordered(
  { layers }: Network,
  positions: readonly number[] | null,
  by: OrderName,
): readonly number[] {
  const all = positions ?? [...layers.keys()];
  if (by === 'file') return all;
  const value = (at: number): number => measure(layers[at] as NetworkLayer, by) ?? -1;
  return all.toSorted((a, b) => value(b) - value(a) || a - b);
}
