import type { Random } from '../random.js';
import { BOUNDARY, D2H, DDR, type Edge, H2D, INTERMEDIATE, type Layer, leavesOf } from './edges.js';
import type { ContextPlan, CoreOpPlan } from './group-plan.js';
import { type DraftLayer, type DraftShape, LayerGraph } from './layer-graph.js';

/** The network of a core op before its compilation, for the compiler's notes. */
export interface NotesPlan {
  readonly group: string;
  readonly networks: readonly string[];
  readonly contexts: readonly number[];
  readonly layers: readonly DraftLayer[];
}

/**
 * Maximum number of blocks of layers in a context. In a core op with more than `FEW_CONTEXTS` contexts, each
 * context has one block, because notes contain each layer twice and would become large.
 */
const MOST_BLOCKS = 6;
const FEW_CONTEXTS = 4;
const FEATURES = [8, 16, 24, 32, 64] as const;

/**
 * Plans a network that matches a core op: the network has the inputs and outputs of the core op's contexts,
 * and the tensors that the contexts pass on. All other layers are random.
 */
export function planNotes(coreOp: CoreOpPlan, random: Random): NotesPlan {
  const { name, networks, contexts } = coreOp;
  const graph = new LayerGraph(random, networks.length > 1 ? `${networks[0]}/` : '');
  const smith = new NotesSmith(graph, random, contexts.length > FEW_CONTEXTS ? 1 : MOST_BLOCKS);
  for (const context of contexts) smith.context(context);
  return { group: name, networks, contexts: contexts.map(({ index }) => index), layers: graph.finish() };
}

class NotesSmith {
  /** The layers that write the tensors between contexts. */
  readonly #writers = new Map<Edge, DraftLayer>();

  constructor(
    private readonly graph: LayerGraph,
    private readonly random: Random,
    private readonly mostBlocks: number,
  ) {}

  context({ index, edges }: ContextPlan): void {
    const { graph, random } = this;
    graph.begin(index);
    let trunk: DraftLayer | undefined;
    for (const edge of edges) {
      const source = this.#source(edge);
      if (source !== undefined) trunk = trunk === undefined ? source : this.#merged(trunk, source);
    }
    if (trunk === undefined) return;
    for (let blocks = random.between(1, this.mostBlocks); blocks > 0; blocks--) trunk = this.#block(trunk);
    for (const edge of edges)
      if (edge.connection === DDR && edge.direction === D2H) trunk = this.#detour(trunk, edge);
    for (const edge of edges) this.#end(trunk, edge);
  }

  #source(edge: Edge): DraftLayer | undefined {
    if (edge.direction !== H2D) return undefined;
    if (edge.connection === INTERMEDIATE) return this.#writers.get(edge.peers[0] as Edge);
    if (edge.connection !== BOUNDARY) return undefined;
    const { content } = edge;
    if (content.kind === 'planes') {
      const { name, height: rows, width: columns } = content.planes;
      return this.graph.input(name, { rows, columns, features: 3 });
    }
    const layer = content.kind === 'mux' ? content.mux.layer : content.layer;
    return this.graph.input(layer.name, shapeOf(layer));
  }

  #end(trunk: DraftLayer, edge: Edge): void {
    const { connection, direction, content } = edge;
    if (direction !== D2H || content.kind === 'planes') return;
    if (connection === INTERMEDIATE && content.kind === 'info') {
      this.#writers.set(edge, this.#fitted(trunk, shapeOf(content.layer)));
    }
    if (connection !== BOUNDARY) return;
    const layers = content.kind === 'mux' ? leavesOf(content.mux) : [content.layer];
    for (const layer of layers) this.graph.output(layer.name, this.#fitted(trunk, shapeOf(layer)));
  }

  /** Adds the layers of a detour: out of the device, and back into it. */
  #detour(trunk: DraftLayer, { content }: Edge): DraftLayer {
    if (content.kind !== 'info') return trunk;
    const { graph } = this;
    const from = this.#fitted(trunk, shapeOf(content.layer));
    const out = graph.add('output_from_prepost', [from], from.output);
    return graph.add('input_to_prepost', [out], from.output);
  }

  #block(from: DraftLayer): DraftLayer {
    const { graph, random } = this;
    const { rows, columns, features } = from.output;
    switch (random.below(5)) {
      case 0:
        return graph.conv(from, random.one(FEATURES), 3, rows > 1 && columns > 1 ? random.between(1, 2) : 1);
      case 1:
        return graph.conv(graph.depthwise(from), random.one(FEATURES), 1, 1);
      case 2: {
        const inner = graph.conv(graph.conv(from, random.one(FEATURES), 1, 1), features, 3, 1);
        return graph.add('ew_add', [from, inner], from.output);
      }
      case 3: {
        const parts = [
          graph.conv(from, random.one(FEATURES), 1, 1),
          graph.conv(from, random.one(FEATURES), 3, 1),
        ];
        return this.#concat(parts);
      }
      default:
        return rows > 1 && columns > 1 ? graph.pool('maxpool', from, 2, 2) : graph.conv(from, features, 1, 1);
    }
  }

  #merged(trunk: DraftLayer, other: DraftLayer): DraftLayer {
    const { rows, columns } = trunk.output;
    return this.#concat([trunk, this.#resized(other, rows, columns)]);
  }

  #concat(parts: readonly DraftLayer[]): DraftLayer {
    const { rows, columns } = (parts[0] as DraftLayer).output;
    const features = parts.reduce((sum, { output }) => sum + output.features, 0);
    return this.graph.add('concat', parts, { rows, columns, features });
  }

  /** Adds layers that convert an output to the shape of a stream. */
  #fitted(from: DraftLayer, { rows, columns, features }: DraftShape): DraftLayer {
    if (rows === 1 && columns === 1) {
      const { output } = from;
      const single =
        output.rows * output.columns === 1
          ? from
          : this.graph.pool('avgpool', from, output.rows, output.columns);
      return this.graph.fullyConnected(single, features);
    }
    const resized = this.#resized(from, rows, columns);
    return resized.output.features === features ? resized : this.graph.conv(resized, features, 1, 1);
  }

  #resized(from: DraftLayer, rows: number, columns: number): DraftLayer {
    const { output } = from;
    if (output.rows === rows && output.columns === columns) return from;
    return this.graph.add('resize', [from], { rows, columns, features: output.features });
  }
}

function shapeOf({ tensor }: Layer): DraftShape {
  return { rows: tensor.height, columns: tensor.width, features: tensor.features };
}
