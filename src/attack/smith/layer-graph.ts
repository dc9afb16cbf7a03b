import type { Random } from '../random.js';

export interface DraftShape {
  readonly rows: number;
  readonly columns: number;
  readonly features: number;
}

const KINDS = {
  conv: 0,
  maxpool: 1,
  fc: 2,
  input_to_cluster: 3,
  output_from_cluster: 4,
  concat: 12,
  dw: 15,
  avgpool: 17,
  resize: 22,
  input_layer: 25,
  output_layer: 26,
  input_to_prepost: 27,
  output_from_prepost: 28,
  ew_add: 39,
} as const;
type Kind = keyof typeof KINDS;

/** Activations: none, relu, silu. */
const ACTIVATIONS = [0, 1, 12] as const;
const CLUSTERS = 8;
/** Number of multiplications per cycle in a fully used subcluster. */
const MULTIPLICATIONS = 60;

/** A planned layer, with the properties that a compiler's notes have. */
export interface DraftLayer {
  readonly kind: number;
  readonly name: string;
  readonly context: number;
  /** Cluster of the layer; null for inputs and outputs, which are not on the device. */
  readonly cluster: number | null;
  readonly from: readonly DraftLayer[];
  readonly output: DraftShape;
  readonly kernel: Partial<DraftShape> | null;
  readonly stride: readonly [rows: number, columns: number];
  readonly activation: number;
  readonly originals: readonly string[];
  readonly subclusters: number;
  readonly utilization: number;
  /** Number of cycles to compute a frame; 0 for layers that are not on the device. */
  readonly cycles: number;
  /** Unique id, different from the layer's position; `finish` assigns the ids, with gaps. */
  id: number;
}

type More = Partial<Pick<DraftLayer, 'kernel' | 'stride' | 'activation' | 'originals'>> & {
  readonly multiplications?: number;
};

/** Builds a graph of layers. An edge between clusters gets two additional layers, which transfer the data. */
export class LayerGraph {
  readonly #layers: DraftLayer[] = [];
  readonly #counts = new Map<Kind, number>();
  #context = 0;
  #cluster = 0;

  constructor(
    private readonly random: Random,
    private readonly prefix: string,
  ) {}

  begin(context: number): void {
    this.#context = context;
    this.#cluster = 0;
  }

  /** Assigns the ids; returns all layers. */
  finish(): readonly DraftLayer[] {
    const ids = this.random.shuffled(this.#layers.map((_, at) => at + (at >> 2)));
    for (const [at, layer] of this.#layers.entries()) layer.id = ids[at] as number;
    return this.#layers;
  }

  /** @param stream name of the input stream in the file */
  input(stream: string, output: DraftShape): DraftLayer {
    return this.#push('input_layer', [], output, { originals: [stream] }, null);
  }

  output(stream: string, from: DraftLayer): DraftLayer {
    return this.#push('output_layer', [from], from.output, { originals: [stream] }, null);
  }

  conv(from: DraftLayer, features: number, size: number, stride: number): DraftLayer {
    const output = strided(from.output, features, stride, stride);
    const kernel = { rows: size, columns: size, features };
    const multiplications = elements(output) * size * size * from.output.features;
    const activation = this.random.one(ACTIVATIONS);
    return this.add('conv', [from], output, {
      kernel,
      stride: [stride, stride],
      activation,
      multiplications,
    });
  }

  depthwise(from: DraftLayer): DraftLayer {
    const { output } = from;
    const kernel = { rows: 3, columns: 3, features: 1 };
    return this.add('dw', [from], output, { kernel, activation: 1, multiplications: elements(output) * 9 });
  }

  pool(kind: 'maxpool' | 'avgpool', from: DraftLayer, rows: number, columns: number): DraftLayer {
    const output = strided(from.output, from.output.features, rows, columns);
    return this.add(kind, [from], output, {
      kernel: { rows, columns, features: 1 },
      stride: [rows, columns],
    });
  }

  /** Adds a layer for an input of one row and one column. */
  fullyConnected(from: DraftLayer, features: number): DraftLayer {
    const columns = from.output.features;
    const more = { kernel: { columns, features }, multiplications: columns * features };
    return this.add('fc', [from], { rows: 1, columns: 1, features }, more);
  }

  add(kind: Kind, from: readonly DraftLayer[], output: DraftShape, more: More = {}): DraftLayer {
    if (this.random.chance(12)) this.#cluster = (this.#cluster + 1) % CLUSTERS;
    const sources = from.map((source) => this.#brought(source));
    return this.#push(kind, sources, output, more, this.#cluster);
  }

  /**
   * Returns the layer from which the current cluster gets the data of a source. For a source in another
   * cluster of the context, adds a layer for the transfer at both ends, and returns the second of them.
   */
  #brought(source: DraftLayer): DraftLayer {
    const isHere = source.cluster === null || source.cluster === this.#cluster;
    if (isHere || source.context !== this.#context) return source;
    const out = this.#push('output_from_cluster', [source], source.output, {}, source.cluster);
    return this.#push('input_to_cluster', [out], source.output, {}, this.#cluster);
  }

  #push(
    kind: Kind,
    from: readonly DraftLayer[],
    output: DraftShape,
    more: More,
    cluster: number | null,
  ): DraftLayer {
    const { random } = this;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const { kernel = null, stride = [1, 1], activation = 0, multiplications = 0 } = more;
    const subclusters = cluster === null ? 0 : random.between(1, multiplications > 0 ? 8 : 1);
    const utilization = multiplications > 0 ? random.between(30, 97) / 100 : 0;
    const busy =
      multiplications > 0
        ? multiplications / (MULTIPLICATIONS * subclusters * utilization)
        : elements(output) / 16;
    const name = `${this.prefix}${kind}${count}`;
    const layer: DraftLayer = {
      kind: KINDS[kind],
      name,
      context: this.#context,
      cluster,
      from,
      output,
      kernel,
      stride,
      activation,
      originals: more.originals ?? (kernel === null ? [] : [`/${name}/${kind === 'fc' ? 'Gemm' : 'Op'}`]),
      subclusters,
      utilization,
      cycles: cluster === null ? 0 : Math.max(1, Math.ceil(busy)),
      id: 0,
    };
    this.#layers.push(layer);
    return layer;
  }
}

function strided({ rows, columns }: DraftShape, features: number, down: number, across: number): DraftShape {
  return { rows: Math.ceil(rows / down), columns: Math.ceil(columns / across), features };
}

export function elements({ rows, columns, features }: DraftShape): number {
  return rows * columns * features;
}
