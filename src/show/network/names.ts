import type { Network } from './network.js';

const layerNames = new WeakMap<Network['layers'], readonly string[]>();
const contextNames = new WeakMap<Network['contexts'], readonly string[]>();

/**
 * Removes the network's name from the beginning of a layer's name, because most layers have the same network.
 */
export function shortName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1) || name;
}

/** Returns the short name of each layer, or the whole name if several layers have the same short name. */
export function shortLayerNames({ layers }: Pick<Network, 'layers'>): readonly string[] {
  let names = layerNames.get(layers);
  if (names === undefined) {
    names = unambiguous(layers.map(({ name }) => [shortName(name), name]));
    layerNames.set(layers, names);
  }
  return names;
}

/**
 * Returns the name of each context. If several groups have a context of the same name, the name of the group
 * comes first.
 */
export function namesOfContexts({ contexts }: Pick<Network, 'contexts'>): readonly string[] {
  let names = contextNames.get(contexts);
  if (names === undefined) {
    names = unambiguous(contexts.map(({ name, group }) => [name, group === '' ? name : `${group}/${name}`]));
    contextNames.set(contexts, names);
  }
  return names;
}

/** Returns the short form of each name, or the whole name if several names have the same short form. */
function unambiguous(names: readonly (readonly [short: string, whole: string])[]): string[] {
  const wholeOf = new Map<string, string | null>();
  for (const [short, whole] of names) {
    const known = wholeOf.get(short);
    wholeOf.set(short, known === undefined || known === whole ? whole : null);
  }
  return names.map(([short, whole]) => (wholeOf.get(short) === null ? whole : short));
}
