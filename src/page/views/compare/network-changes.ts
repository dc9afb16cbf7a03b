import { shapeWords } from '../../../drawing/box-words.js';
import type { Network, NetworkLayer } from '../../../network/index.js';
import { grouped } from '../../../report/text.js';

/** A layer that is in both networks, and what differs. */
export interface ChangedLayer {
  readonly name: string;
  /** Positions in the two. */
  readonly before: number;
  readonly after: number;
  /** `weights 1,024 → 2,048`. */
  readonly what: readonly string[];
}

export interface NetworkChanges {
  /** Positions in the network after. */
  readonly added: readonly number[];
  /** Positions in the network before. */
  readonly removed: readonly number[];
  readonly changed: readonly ChangedLayer[];
}

/** What two networks differ in, layer by layer, by their names. Ids and places in the file are not compared. */
export function networkChanges(before: Network, after: Network): NetworkChanges {
  const old = new Map(before.layers.map(({ name }, at) => [name, at]));
  const now = new Map(after.layers.map(({ name }, at) => [name, at]));
  const added = [...now].flatMap(([name, at]) => (old.has(name) ? [] : [at]));
  const removed = [...old].flatMap(([name, at]) => (now.has(name) ? [] : [at]));
  const changed = [...now].flatMap(([name, at]): ChangedLayer[] => {
    const was = old.get(name);
    if (was === undefined) return [];
    const what = differences(told(before, was), told(after, at));
    return what.length === 0 ? [] : [{ name, before: was, after: at, what }];
  });
  return { added, removed, changed };
}

/** What is compared of a layer, as text. */
function told({ layers, edges }: Network, at: number): ReadonlyMap<string, string> {
  const layer = layers[at] as NetworkLayer;
  const { kernel, strides, weights, activation, figures } = layer;
  const from = edges.filter(({ to }) => to === at).map((edge) => layers[edge.from]?.name ?? '');
  return new Map([
    ['kind', layer.kind],
    ['in', layer.inputs.map(shapeWords).join(', ')],
    ['out', layer.outputs.map(shapeWords).join(', ')],
    ['kernel', kernel === null ? '' : shapeWords(kernel)],
    ['strides', strides === null ? '' : shapeWords(strides)],
    ['activation', activation ?? ''],
    ['weights', weights === null ? '' : grouped(weights)],
    ['cycles', figures === null ? '' : grouped(figures.cycles)],
    ['context', layer.context === null ? '' : String(layer.context)],
    ['clusters', layer.clusters.join(', ')],
    ['reads from', from.sort().join(', ')],
  ]);
}

function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...after].flatMap(([label, text]) => {
    const was = before.get(label) ?? '';
    return was === text ? [] : [`${label} ${was || 'none'} → ${text || 'none'}`];
  });
}
