import type { Random } from '../random.js';
import {
  BOUNDARY,
  CACHE,
  D2H,
  DDR,
  type Edge,
  type EdgeContent,
  H2D,
  INTERMEDIATE,
  type Layer,
  streamNames,
} from './edges.js';
import type { Feature, FeaturePalette } from './features.js';
import { type ContextPlan, type CoreOpPlan, type FusedPlan, inputsOf } from './group-plan.js';
import { LayerSmith } from './layer-smith.js';
import type { Names } from './names.js';
import { refusedSettings } from './settings.js';
import { ddrTensor, type Tensor } from './tensors.js';

/**
 * Maximum number of streams in a context, of both directions together. All streams of a context have
 * different numbers.
 */
const STREAMS = 32;
/**
 * Maximum number of boundary inputs: of the device's 16 input channels, 4 are reserved for layers other than
 * boundary layers, and up to 4 are used for configuration. Outputs need no channels for configuration.
 */
const MAX_BOUNDARY_INPUTS = 8;
const MAX_BOUNDARY_OUTPUTS = 12;
const MAX_INNER = 4;
/** Largest number of parts of an output that the host fuses. */
const MAX_FUSED_PARTS = 4;

const OPERATION_FEATURES = [
  ['lcus', 90],
  ['sequencers', 80],
  ['later-actions', 25],
  ['write-data', 10],
  ['triggers', 50],
  ['received-trigger', 50],
  ['empty-operations', 8],
] as const satisfies readonly (readonly [Feature, number])[];

const OUTPUT_FEATURES = ['fused', 'mux', 'nms', 'host-argmax'] as const satisfies readonly Feature[];

interface CoreOpOrder {
  readonly position: number;
  readonly name: string;
  readonly groupIndex: number;
  readonly networks: readonly string[];
  /** True if layers and actions distinguish several networks. */
  readonly severalNetworks: boolean;
  readonly contexts: number;
  readonly runAsap: boolean;
  /** True for a variant. For a variant, loaders read outputs only from the variant's own list. */
  readonly isVariant: boolean;
  /** Possible values of `burst_type`; empty without bursts. */
  readonly bursts: readonly number[];
}

/** Plans one core op: the tensors that its contexts exchange, and its metadata. */
export class CoreOpSmith {
  readonly #layers: LayerSmith;
  readonly #edges: Edge[][];
  readonly #fused: { readonly whole: Layer; readonly parts: readonly string[] }[] = [];
  /** Names of the outputs in order; the name of a fused layer replaces the names of its parts. */
  readonly #streams: string[] = [];
  #boundaryOutputs = 0;

  constructor(
    readonly order: CoreOpOrder,
    private readonly random: Random,
    private readonly palette: FeaturePalette,
    names: Names,
  ) {
    this.#layers = new LayerSmith(random, palette, names, order.bursts);
    this.#edges = Array.from({ length: order.contexts }, () => []);
  }

  /**
   * @throws ProtomdlError `smith-option` if contexts may not exchange tensors, and the number of contexts
   * exceeds the number of inputs
   */
  make(): CoreOpPlan {
    const { order, random, palette } = this;
    const { position, name, groupIndex, networks } = order;
    const handsOn = order.contexts > 1 && this.#handsOn();
    this.#inputs(handsOn);
    if (handsOn) this.#between();
    this.#detours();
    this.#outputs();
    const transposed = !this.#hasBoxes() && palette.roll('transposed', 10, random);
    const contexts = this.#edges.map((edges, index) => this.#context(index, edges));
    const channels = random.between(0, 4);
    const later = palette.roll('later-fields', 40, random);
    const ofGroup = random.chance(70) || this.#fused.length > 0 || order.isVariant;
    return {
      position,
      name,
      groupIndex,
      transposed,
      fps: random.below(1 << 20) / 64,
      channels,
      latency: later ? random.below(1 << 16) / 32 : 0,
      channelConfig: later
        ? Array.from({ length: Math.max(1, channels) }, (_, channel) => ({
            channel,
            engine: random.below(3),
          }))
        : [],
      computationalOps: later ? random.ofAnyWidth(32) : 0,
      networks,
      listedNetworks: order.severalNetworks || random.chance(70) ? networks : [],
      contexts: ofGroup ? contexts : this.#sortedByLast(contexts),
      sorted: ofGroup ? random.shuffled(this.#streams) : [],
      fused: this.#fusedPlan(),
      early: order.runAsap
        ? inputsOf(this.#edges[0] as Edge[]).filter(({ connection }) => connection !== DDR)
        : [],
      uses: this.#uses(),
    };
  }

  /**
   * Adds the inputs of the networks, which start in the first context. If contexts do not exchange tensors,
   * every context gets an input.
   */
  #inputs(handsOn: boolean): void {
    const { order, random, palette } = this;
    for (const network of order.networks.keys()) this.#input(0, network);
    let left = MAX_BOUNDARY_INPUTS - order.networks.length;
    if (!handsOn) {
      for (let context = 1; context < order.contexts; context++, left--)
        this.#input(context, this.#anyNetwork());
    }
    for (; left > 0 && random.chance(25); left--)
      this.#input(random.below(order.contexts), this.#anyNetwork());
    if (left > 0 && palette.roll('planes', 50, random)) {
      const network = this.#anyNetwork();
      const content = this.#layers.planes(this.#networkName(network));
      this.#add(0, { direction: H2D, network, content });
    }
  }

  #handsOn(): boolean {
    const { order, palette } = this;
    const room = MAX_BOUNDARY_INPUTS - order.networks.length;
    if (palette.may('inter-context')) {
      const rolled = palette.roll('inter-context', 80, this.random);
      if (order.contexts - 1 > room) palette.note('inter-context');
      return rolled || order.contexts - 1 > room;
    }
    if (order.contexts - 1 <= room) return false;
    throw refusedSettings(
      `${order.contexts} contexts with inputs of their own are too many: they need inter-context`,
    );
  }

  /**
   * Adds tensors between contexts: each context reads a tensor of the previous context, and sometimes of an
   * earlier context.
   */
  #between(): void {
    const { order, random } = this;
    const sources: Edge[] = [];
    for (let context = 1; context < order.contexts; context++) {
      const network = this.#anyNetwork();
      const tensor = this.#layers.tensor();
      const source = this.#inner(context - 1, D2H, INTERMEDIATE, network, tensor);
      sources.push(source);
      this.#sink(source, context);
      const earlier = random.chance(25) ? random.one(sources) : source;
      if (earlier !== source && !earlier.peers.some((peer) => peer.context === context))
        this.#sink(earlier, context);
    }
  }

  #sink(source: Edge, context: number): void {
    const { content, network } = source;
    const tensor = (content as Extract<EdgeContent, { kind: 'info' }>).layer.tensor;
    const sink = this.#inner(context, H2D, INTERMEDIATE, network, tensor);
    sink.peers.push(source);
    source.peers.push(sink);
  }

  /**
   * Adds tensors that leave a context, and return in the same context through the host's memory or a cache on
   * the device.
   */
  #detours(): void {
    const { random, palette } = this;
    for (const [context, edges] of this.#edges.entries()) {
      for (const [feature, connection] of [
        ['ddr', DDR],
        ['cache', CACHE],
      ] as const) {
        // Each detour uses one channel in each direction.
        const taken = Math.max(
          edges.filter(({ connection: own, direction }) => own !== BOUNDARY && direction === H2D).length,
          edges.filter(({ connection: own, direction }) => own !== BOUNDARY && direction === D2H).length,
        );
        if (taken >= MAX_INNER - 1 || !palette.roll(feature, 20, random)) continue;
        const network = this.#anyNetwork();
        const tensor = ddrTensor(random);
        const more = {
          buffers: connection === DDR ? random.between(2, 256) : 0,
          cacheId: connection === CACHE ? random.between(0, 40) : 0,
        };
        const out = this.#inner(context, D2H, connection, network, tensor, more);
        const back = this.#inner(context, H2D, connection, network, tensor, more);
        out.peers.push(back);
        back.peers.push(out);
      }
    }
  }

  /** Adds one to three outputs of any kind for every network, or more if more kinds are required. */
  #outputs(): void {
    const { order, random } = this;
    for (const network of order.networks.keys()) {
      const waiting = order.networks.length - network - 1;
      const room = MAX_BOUNDARY_OUTPUTS - this.#boundaryOutputs - waiting;
      const wanted = Math.max(random.one([1, 1, 1, 2, 3]), this.#owed().length);
      for (let count = Math.min(room, wanted); count > 0; count--) {
        const last = random.chance(80) ? order.contexts - 1 : random.below(order.contexts);
        this.#output(last, network, MAX_BOUNDARY_OUTPUTS - this.#boundaryOutputs - waiting - count + 1);
      }
    }
  }

  /** @param room maximum number of streams that the output may use */
  #output(context: number, network: number, room: number): void {
    const { random, palette } = this;
    const name = this.#networkName(network);
    // Required kinds of outputs are made first, one for each call.
    const [owed] = this.#owed();
    const comes = (feature: Feature, percent: number) =>
      (owed === undefined || owed === feature) && palette.roll(feature, percent, random);
    if (room >= 2 && palette.may('nms') && comes('fused', 15)) {
      palette.note('nms');
      const { whole, parts } = this.#layers.fused(name, random.between(2, Math.min(room, MAX_FUSED_PARTS)));
      for (const layer of parts) this.#boundary(context, network, { kind: 'info', layer });
      this.#fused.push({ whole, parts: parts.map((part) => part.name) });
      this.#streams.push(whole.name);
      return;
    }
    const content = comes('mux', 20)
      ? this.#layers.mux(name)
      : comes('nms', 15)
        ? this.#layers.nms(name)
        : this.#layers.output(name);
    this.#boundary(context, network, content);
    this.#streams.push(...streamNames(content));
  }

  #owed(): readonly Feature[] {
    return OUTPUT_FEATURES.filter((feature) => this.palette.owes(feature));
  }

  #boundary(context: number, network: number, content: EdgeContent): void {
    this.#boundaryOutputs++;
    this.#add(context, { direction: D2H, network, content });
  }

  #input(context: number, network: number): void {
    const layer = this.#layers.layer(this.#networkName(network), this.#layers.tensor());
    this.#add(context, { direction: H2D, network, content: { kind: 'info', layer } });
  }

  #inner(
    context: number,
    direction: Edge['direction'],
    connection: number,
    network: number,
    tensor: Tensor,
    more: Partial<Edge> = {},
  ): Edge {
    const layer = this.#layers.layer(this.#networkName(network), tensor);
    // Hosts never read these tensors, so compilers usually omit their quantization.
    const plain = this.random.chance(80) ? { ...layer, quantization: undefined } : layer;
    const content = { kind: 'info', layer: plain } as const;
    return this.#add(context, { direction, network, content }, { connection, ...more });
  }

  #add(context: number, of: Pick<Edge, 'direction' | 'network' | 'content'>, more: Partial<Edge> = {}): Edge {
    const edge = this.#layers.edge({ context, ...of }, more);
    (this.#edges[context] as Edge[]).push(edge);
    return edge;
  }

  #context(index: number, all: Edge[]): ContextPlan {
    const { random, palette } = this;
    const edges = random.shuffled(all);
    const numbers = random.shuffled(Array.from({ length: STREAMS }, (_, sys) => sys));
    for (const [i, edge] of edges.entries()) edge.sys = numbers[i] as number;
    const inputs = inputsOf(edges);
    const mayWait = inputs.some(({ connection }) => connection !== DDR);
    return {
      index,
      name: random.chance(20) ? `context_${index}` : '',
      edges,
      inputs: random.chance(50) && mayWait ? inputs.filter(({ connection }) => connection !== DDR) : inputs,
      outputs: random.chance(70)
        ? edges
            .filter(({ direction, connection }) => direction === D2H && connection === BOUNDARY)
            .flatMap(({ content }) => streamNames(content))
        : [],
      hardware: palette.roll('hardware-package', 30, random)
        ? [random.one([8, 16, 64]), random.one([32, 64, 128]), random.one([32, 64])]
        : undefined,
      shmiglue: palette.roll('shmiglue', 30, random) ? random.between(1, 31) : undefined,
      clusterEnds: palette.roll('trigger-lists', 30, random),
      triggerOrder: palette.roll('trigger-lists', 30, random),
    };
  }

  #sortedByLast(contexts: readonly ContextPlan[]): readonly ContextPlan[] {
    const last = contexts.at(-1) as ContextPlan;
    return [...contexts.slice(0, -1), { ...last, outputs: this.#streams }];
  }

  #fusedPlan(): FusedPlan | undefined {
    const { random } = this;
    const layers = this.#fused.map(({ whole, parts }) => ({ whole, parts: random.shuffled(parts) }));
    if (layers.length > 0) return { flag: true, outputs: random.shuffled(this.#streams), layers };
    return random.chance(40)
      ? { flag: false, outputs: random.chance(50) ? this.#streams : [], layers: [] }
      : undefined;
  }

  /**
   * Chooses the features of the core op's operations. Called once for each core op, because the operations
   * must be the same for measuring and for writing.
   */
  #uses(): ReadonlySet<Feature> {
    const { random, palette } = this;
    return new Set(
      OPERATION_FEATURES.filter(([feature, percent]) => palette.roll(feature, percent, random)).map(
        ([feature]) => feature,
      ),
    );
  }

  #hasBoxes(): boolean {
    return this.#edges
      .flat()
      .some(({ content }) => content.kind === 'info' && content.layer.nms !== undefined);
  }

  #anyNetwork(): number {
    return this.random.below(this.order.networks.length);
  }

  #networkName(network: number): string {
    return this.order.networks[network] as string;
  }
}
