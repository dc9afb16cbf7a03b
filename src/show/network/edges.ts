import type { RawLayer } from './layers.js';
import { MAX_EDGES } from './limits.js';
import { type NetworkEdge, NotesMistake } from './network.js';
import type { NotedNetworkView } from './notes.gen.js';

/**
 * Returns the edges of a network from the notes. Each layer also lists its predecessors by id. Edges that
 * contradict these lists make the notes untrustworthy.
 * @throws NotesMistake
 */
export function notedEdges(network: NotedNetworkView, layers: readonly RawLayer[]): NetworkEdge[] {
  const edges: NetworkEdge[] = [];
  const said = new Map<string, number>();
  for (const { predecessors, id } of layers) for (const from of predecessors) count(said, `${from} ${id}`, 1);
  const taken = layers.map(() => 0);
  network.edges.forEach((view) => {
    const { writer: from, reader: to } = view;
    const { offset } = view.span;
    if (edges.length === MAX_EDGES) {
      throw new NotesMistake('notes-too-large', `there are more than ${MAX_EDGES} edges`, offset);
    }
    const source = layers[from];
    const target = layers[to];
    if (source === undefined || target === undefined) {
      const text = `an edge leads from ${from} to ${to}, and there are ${layers.length} layers`;
      throw new NotesMistake('notes-inconsistent', text, offset);
    }
    if (!count(said, `${source.id} ${target.id}`, -1)) {
      const text = `there is an edge from ${source.name} to ${target.name}, which does not list it as its predecessor`;
      throw new NotesMistake('notes-inconsistent', text, offset);
    }
    // A layer has one shape for each outgoing edge, in the order of the edges.
    const at = (taken[from] as number)++;
    edges.push({
      from,
      to,
      shape: source.outputs[at] ?? source.outputs.at(-1) ?? null,
      through: null,
      transfer: null,
    });
  });
  for (const [pair, left] of said) {
    if (left > 0) {
      const [from, to] = pair.split(' ');
      const text = `layer ${to} names layer ${from} as its predecessor, but this edge does not exist`;
      throw new NotesMistake('notes-inconsistent', text, network.span.offset);
    }
  }
  return edges;
}

/** Adds or subtracts 1; returns false if the count would become negative. */
function count(counts: Map<string, number>, key: string, step: 1 | -1): boolean {
  const now = (counts.get(key) ?? 0) + step;
  if (now < 0) return false;
  counts.set(key, now);
  return true;
}
