import type { Network, NetworkLayer } from './network.js';

type LayerChoice = (layer: NetworkLayer) => boolean;

/**
 * Parses a term for selecting layers: `kind=conv`, `context=1` (number or name), `cluster=3`, or a pattern
 * for the name or an original name of a layer. In a pattern, `*` matches any text.
 * @returns undefined for an invalid term
 */
export function layerChoice({ contexts }: Network, term: string): LayerChoice | undefined {
  const [, key, value = ''] = /^(kind|context|cluster)=(.+)$/s.exec(term) ?? [];
  if (key === 'kind') return ({ kind }) => kind === value;
  if (key === 'cluster') {
    return /^\d{1,9}$/.test(value) ? ({ clusters }) => clusters.includes(Number(value)) : undefined;
  }
  if (key === 'context') {
    return ({ context }) => {
      const found = context === null ? undefined : contexts[context];
      return found !== undefined && (String(found.index) === value || found.name === value);
    };
  }
  if (term === '' || term.length > MAX_TERM) return undefined;
  const matches = patternOf(term);
  return ({ name, originalNames }) => matches(name) || originalNames.some(matches);
}

const MAX_TERM = 1000;

/**
 * Returns a function that matches a text piece by piece. The time is linear in the length of the text, for
 * any pattern.
 */
function patternOf(pattern: string): (text: string) => boolean {
  const pieces = pattern.split(/\*+/);
  const [first = ''] = pieces;
  const last = pieces.at(-1) ?? '';
  return (text) => {
    if (pieces.length === 1) return text === pattern;
    if (!text.startsWith(first) || text.length < first.length + last.length) return false;
    let at = first.length;
    for (const piece of pieces.slice(1, -1)) {
      const found = text.indexOf(piece, at);
      if (found < 0) return false;
      at = found + piece.length;
    }
    return text.length - last.length >= at && text.endsWith(last);
  };
}

/**
 * Returns a network with only the selected layers and the edges between them. Indexes refer to the layers of
 * the result.
 */
export function subnetwork(network: Network, isWanted: LayerChoice): Network {
  const moved = new Map<number, number>();
  const layers = network.layers.filter((layer, at) => {
    const keeps = isWanted(layer);
    if (keeps) moved.set(at, moved.size);
    return keeps;
  });
  const edges = network.edges.flatMap((edge) => {
    const from = moved.get(edge.from);
    const to = moved.get(edge.to);
    return from === undefined || to === undefined ? [] : [{ ...edge, from, to }];
  });
  const elements = network.elements.flatMap((element) => {
    const layer = moved.get(element.layer);
    return layer === undefined ? [] : [{ ...element, layer }];
  });
  const slowest = network.slowest === null ? null : (moved.get(network.slowest) ?? null);
  return { ...network, layers, edges, elements, slowest };
}
