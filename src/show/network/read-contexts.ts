import type { Source } from '../../base/source/source.js';
import type { EdgeFacts } from '../../check/rules/facts/edge.js';
import type { Shape } from '../../read/model/summary.js';
import type { EdgeContext } from '../inspect/core-op-edges.js';
import { edgesOf } from '../inspect/graph.js';
import { linksOf, tensorOf } from '../inspect/graph-link.js';
import type {
  Network,
  NetworkContext,
  NetworkEdge,
  NetworkLayer,
  NetworkProblem,
  TensorShape,
} from './network.js';
import type { NetworkOptions } from './read-network.js';
import { throughOf, transferOf } from './transfers.js';

/**
 * Reads a network from the file without notes: contexts, the connections between them, inputs and outputs.
 */
export async function readContexts(
  source: Source,
  problem: NetworkProblem,
  options: NetworkOptions,
): Promise<Network> {
  const { coreOps, isCut, turns } = await edgesOf(source, '', options);
  const remarks: string[] = isCut ? ['there are more contexts or edge layers than the limit'] : [];
  const drawing = new Drawing();
  const groups = new Set<string>();
  let variants = 0;
  const isOnly = new Set(coreOps.map(({ path }) => GROUP.exec(path)?.[0])).size === 1;
  for (const op of coreOps) {
    if (turns.isDue) await turns.take();
    // Variants for parts of the device are the same network, so only the first variant is drawn.
    const group = GROUP.exec(op.path)?.[0] ?? op.path;
    if (op.contexts.length === 0) continue;
    if (/partial_/.test(op.path) && groups.has(group)) {
      variants++;
      continue;
    }
    groups.add(group);
    drawing.add(op.contexts, isOnly);
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
    configurationBytes: null,
    elements: [],
    slowest: null,
    notes: null,
  };
}

const GROUP = /^network_groups\[\d+\]/;

/** Collects the layers and edges of a network from core operations. */
class Drawing {
  readonly layers: NetworkLayer[] = [];
  readonly edges: NetworkEdge[] = [];
  readonly contexts: NetworkContext[] = [];
  /** Shapes of the tensors at the edges of each context, by the index of the context's layer. */
  readonly #inputs: (TensorShape[] | undefined)[] = [];
  readonly #outputs: (TensorShape[] | undefined)[] = [];
  #shape: TensorShape = { rows: 0, columns: 0, features: 0 };
  #shapes: readonly TensorShape[] = [];

  /** @param isOnly true if the file has only one network group, so that the numbers of contexts are unique */
  add(contexts: readonly EdgeContext[], isOnly: boolean): void {
    const before = this.layers.length;
    for (const { path, label, position, offset, length } of contexts) {
      const called = label !== '' ? label : isOnly ? `context_${position}` : path;
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
      const layer = this.#add(called, 'context', path, offset, length, context, inputs, outputs);
      this.#inputs[layer] = inputs;
      this.#outputs[layer] = outputs;
    }
    // Unlike `contextGraph`, this neither checks the links by rules nor describes their ends: a hostile file
    // has 16,384 links.
    for (const link of linksOf(contexts)) {
      const { from, to } = link;
      const end = from ?? to;
      if (end === undefined) continue;
      const tensor = tensorOf(end.edge);
      const shape = this.#shapeOf(tensor.shape);
      if (from !== undefined && to !== undefined) {
        this.#join(before + from.context, before + to.context, shape, throughOf(link), transferOf(link));
      } else if (from !== undefined) {
        this.#join(before + from.context, this.#end(from.edge, tensor.name, 'output', shape), shape);
      } else {
        this.#join(this.#end(end.edge, tensor.name, 'input', shape), before + end.context, shape);
      }
    }
  }

  #join(
    from: number,
    to: number,
    shape: TensorShape,
    through: NetworkEdge['through'] = null,
    transfer: NetworkEdge['transfer'] = null,
  ): void {
    this.edges.push({ from, to, shape, through, transfer });
    this.#outputs[from]?.push(shape);
    this.#inputs[to]?.push(shape);
  }

  #end({ path, offset, length }: EdgeFacts, name: string, kind: string, shape: TensorShape): number {
    if (this.#shapes[0] !== shape) this.#shapes = [shape];
    const shapes = this.#shapes;
    return this.#add(name === '' ? path : name, kind, path, offset, length, null, shapes, shapes);
  }

  /** Returns a shape; consecutive equal shapes share one object. */
  #shapeOf({ height, width, features }: Shape): TensorShape {
    const last = this.#shape;
    if (last.rows !== height || last.columns !== width || last.features !== features) {
      this.#shape = { rows: height, columns: width, features };
    }
    return this.#shape;
  }

  /** @returns the index of the new layer */
  #add(
    name: string,
    kind: string,
    path: string,
    offset: number,
    bytes: number,
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
      originalNames: NONE,
      context,
      clusters: NONE,
      figures: null,
      configurationBytes: null,
      offset,
      bytes,
      path,
    };
    return this.layers.push(layer) - 1;
  }
}

const NONE: readonly never[] = [];
