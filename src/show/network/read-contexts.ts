import type { Source } from '../../base/source/source.js';
import type { Shape } from '../../read/model/summary.js';
import { contextGraph } from '../inspect/graph.js';
import type { GraphLink } from '../inspect/graph-link.js';
import type {
  Network,
  NetworkContext,
  NetworkEdge,
  NetworkLayer,
  NetworkProblem,
  TensorShape,
} from './network.js';
import type { NetworkOptions } from './read-network.js';

/** A network as the rest of the file shows it: contexts, what goes between them, inputs and outputs. */
export async function readContexts(
  source: Source,
  problem: NetworkProblem,
  options: NetworkOptions,
): Promise<Network> {
  const { coreOps, isCut } = await contextGraph(source, '', options);
  const remarks: string[] = isCut ? ['there are more contexts or edge layers than are looked at'] : [];
  const drawing = new Drawing();
  const groups = new Set<string>();
  let variants = 0;
  const isOnly = new Set(coreOps.map(({ path }) => GROUP.exec(path)?.[0])).size === 1;
  for (const op of coreOps) {
    // Of variants for several layouts of clusters, one is drawn: they are the same network.
    const group = GROUP.exec(op.path)?.[0] ?? op.path;
    if (!op.nodes.some(({ kind }) => kind === 'context')) continue;
    if (/partial_/.test(op.path) && groups.has(group)) {
      variants++;
      continue;
    }
    groups.add(group);
    drawing.add(op.nodes, op.links, isOnly);
  }
  if (variants > 0) remarks.push(`${variants} more variants, for other layouts of clusters, are not drawn`);
  const { layers, edges, contexts } = drawing;
  return {
    source: 'contexts',
    problem,
    remarks,
    names: [],
    compiler: '',
    framesPerSecond: null,
    clock: null,
    layers,
    edges,
    contexts,
    elements: [],
    slowest: null,
    notes: null,
  };
}

type Nodes = Awaited<ReturnType<typeof contextGraph>>['coreOps'][number]['nodes'];

const GROUP = /^network_groups\[\d+\]/;

/** Layers and edges as core operations are added. */
class Drawing {
  readonly layers: NetworkLayer[] = [];
  readonly edges: NetworkEdge[] = [];
  readonly contexts: NetworkContext[] = [];
  /** What goes in and out of a context is what its edges carry. By position of its layer. */
  readonly #inputs: (TensorShape[] | undefined)[] = [];
  readonly #outputs: (TensorShape[] | undefined)[] = [];

  /** @param isOnly whether there is no other network group, so that a context's number says which one it is */
  add(nodes: Nodes, links: readonly GraphLink[], isOnly: boolean): void {
    const layerOf: (number | undefined)[] = [];
    for (const [at, { kind, path, name, position, offset, bytes }] of nodes.entries()) {
      if (kind === 'preliminary') continue;
      const called = name !== '' ? name : isOnly ? `context_${position}` : path;
      const context = this.contexts.length;
      this.contexts.push({
        name: called,
        group: '',
        index: position,
        path,
        configurationBytes: null,
        writtenBytes: null,
      });
      const inputs: TensorShape[] = [];
      const outputs: TensorShape[] = [];
      const layer = this.#add(called, 'context', { path, offset, bytes }, context, inputs, outputs);
      layerOf[at] = layer;
      this.#inputs[layer] = inputs;
      this.#outputs[layer] = outputs;
    }
    for (const { kind, from, to } of links) {
      const source = from === null ? undefined : layerOf[from.node];
      const target = to === null ? undefined : layerOf[to.node];
      const shape = shapeOf((from ?? to)?.shape);
      if (source !== undefined && target !== undefined) {
        this.#join(source, target, shape, throughOf(kind));
      } else if (from !== null && source !== undefined) {
        this.#join(source, this.#end(from, 'output', shape), shape, null);
      } else if (to !== null && target !== undefined) {
        this.#join(this.#end(to, 'input', shape), target, shape, null);
      }
    }
  }

  #join(from: number, to: number, shape: TensorShape, through: NetworkEdge['through']): void {
    this.edges.push({ from, to, shape, through });
    this.#outputs[from]?.push(shape);
    this.#inputs[to]?.push(shape);
  }

  #end(end: NonNullable<GraphLink['from']>, kind: string, shape: TensorShape): number {
    const { name, path } = end;
    const shapes = [shape];
    return this.#add(name === '' ? path : name, kind, end, null, shapes, shapes);
  }

  /** @returns its position */
  #add(
    name: string,
    kind: string,
    { path, offset, bytes }: Pick<NetworkLayer, 'path' | 'offset' | 'bytes'>,
    context: number | null,
    inputs: readonly TensorShape[],
    outputs: readonly TensorShape[],
  ): number {
    const layer = {
      id: this.layers.length,
      name,
      kind,
      kindNumber: null,
      isPlumbing: false,
      inputs,
      outputs,
      kernel: null,
      strides: null,
      dilation: null,
      activation: null,
      weights: null,
      originalNames: [],
      context,
      clusters: [],
      figures: null,
      configurationBytes: null,
      offset,
      bytes,
      path,
    };
    return this.layers.push(layer) - 1;
  }
}

function throughOf(kind: GraphLink['kind']): NetworkEdge['through'] {
  return kind === 'intermediate' || kind === 'ddr' || kind === 'cache' ? kind : null;
}

function shapeOf(shape: Shape | undefined): TensorShape {
  return { rows: shape?.height ?? 0, columns: shape?.width ?? 0, features: shape?.features ?? 0 };
}
