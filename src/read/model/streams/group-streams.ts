import type { CoreOp } from '../core-ops.js';
import type {
  EdgeLayerInfoView,
  EdgeLayerPlanesView,
  EdgeLayerView,
  EdgeView,
  NetworkGroupView,
  OpView,
} from '../mdl.gen.js';
import { MAX_NAMES, take } from '../readable.js';
import { type ChosenCoreOp, chosenCoreOp } from './chosen-core-op.js';
import { tensorBytes } from './frame-bytes.js';
import {
  fusedVstream,
  hardwareStream,
  layerVstream,
  NO_QUANTIZATION,
  type StreamPlace,
} from './layer-streams.js';
import { opVstream } from './op-vstream.js';
import { orderOfPlanes } from './orders.js';
import { postProcessing } from './post-processing.js';
import type { GroupStreams, HardwareStream, PostProcessing, VirtualStream } from './stream-info.js';
import type { StreamRules } from './stream-rules.js';

/** Maximum number of streams listed per group; hardware has 32 per context. */
const MAX_STREAMS = 1024;
/** Number of edge layers between yields: each layer takes some microseconds. */
const TURN_EVERY = 256;

const CONNECTION_BOUNDARY = 0;
const DEVICE_TO_HOST = 1;
/** Index that runtimes assign to a layer without a pad. */
const NO_PAD = 0xffff_ffff;

/** Reads the streams of a group: first its layers, then the streams derived from the layers. */
export class GroupReader {
  readonly #chosen: ChosenCoreOp;
  readonly #networks: readonly string[];
  readonly #listed: readonly string[];
  readonly #hardware: { readonly input: HardwareStream[]; readonly output: HardwareStream[] } = {
    input: [],
    output: [],
  };
  /** Virtual streams in file order; the parts of a fused layer are separate streams. */
  readonly #vstreams: VirtualStream[] = [];
  readonly #originals: ReadonlyMap<string, readonly string[]> | undefined;
  readonly #fused: ReadonlyMap<string, ReturnType<typeof fusedLayersOf>[number]>;

  constructor(
    private readonly group: NetworkGroupView,
    private readonly rules: StreamRules,
  ) {
    this.#chosen = chosenCoreOp(group, rules);
    const { name, coreOp } = this.#chosen;
    const fullNames = ({ networksNames }: CoreOp): readonly string[] => {
      const networks = rules.multiNetwork ? take(networksNames, MAX_NAMES) : [];
      return (networks.length === 0 ? [name] : networks).map((network) => `${name}/${network}`);
    };
    this.#networks = fullNames(coreOp);
    // A group with a graph has its own list of networks, apart from its core operation's; real files leave
    // this list empty.
    this.#listed = rules.netFlow ? fullNames(group) : this.#networks;
    this.#originals = originalsOf(this.#chosen);
    this.#fused = new Map(fusedLayersOf(this.#chosen).map((layer) => [layer.name, layer]));
  }

  /** Reads the edge layers, and yields regularly, so that a caller can let other tasks run. */
  *readLayers(): Generator<void> {
    const { coreOp } = this.#chosen;
    const transposedNet = coreOp.networkGroupMetadata?.transposedNet ?? false;
    let context = 0;
    let seen = 0;
    for (const { metadata } of coreOp.contexts) {
      for (const edge of metadata?.edgeLayers ?? []) {
        if (++seen % TURN_EVERY === 0) yield;
        if ((edge.contextSwitchInfo?.edgeConnectionType ?? CONNECTION_BOUNDARY) !== CONNECTION_BOUNDARY)
          continue;
        if (this.#hardware.input.length + this.#hardware.output.length >= MAX_STREAMS) return;
        const direction = edge.direction === DEVICE_TO_HOST ? 'output' : 'input';
        this.#edge(edge, {
          direction,
          network: this.#networkOf(edge),
          context,
          pad: edge.padIndex ?? null,
          transposedNet,
        });
      }
      context++;
    }
  }

  /** Returns the streams of the layers that were read, as an application sees them. */
  finish(): GroupStreams {
    const { name, outputOrder } = this.#chosen;
    const remarks: string[] = [];
    const nodes = this.rules.netFlow ? this.#nodes(remarks) : [];
    // The inputs of post-processing are hidden, because they have no virtual streams.
    const hidden = new Set(nodes.flatMap(({ op }) => op.inputs));
    const seen = joined(this.#vstreams, hidden).map((vstream) => this.#withOriginals(vstream));
    const outputs = seen.filter(({ direction }) => direction === 'output');
    for (const { vstream } of nodes) outputs.push(vstream);
    const inputs = seen.filter(({ direction }) => direction === 'input');
    if (inputs.length === 0 || outputs.length === 0) {
      const what = inputs.length === 0 ? 'inputs' : 'outputs';
      remarks.push(`the runtime does not list the streams (HAILO_NOT_FOUND): there are no ${what}`);
    }
    return {
      name,
      networkNames: this.#listed,
      inputs,
      outputs: sorted(outputs, outputOrder, remarks),
      hardwareStreams: [...this.#hardware.input, ...this.#hardware.output],
      postProcessing: nodes.map(({ op }) => op),
      outputOrder,
      remarks,
    };
  }

  /**
   * Returns the network of a layer. The network index is only valid with the extension for several networks.
   * Runtimes cut the index to eight bits.
   */
  #networkOf({ networkIndex }: EdgeLayerView): string {
    const index = this.rules.multiNetwork ? networkIndex & 0xff : 0;
    return this.#networks[index] ?? (this.#networks[0] as string);
  }

  #edge(edge: EdgeLayerView, place: StreamPlace): void {
    const { layerInfo, layerMux, layerPlanes } = edge;
    if (layerInfo !== undefined) {
      this.#stream(layerInfo.name, layerInfo.edgeLayerBase, layerInfo, place);
      this.#layer(layerInfo, [layerInfo.name], place);
    } else if (layerMux !== undefined) {
      this.#stream(layerMux.name, layerMux.edgeLayerBase, undefined, place);
      this.#leaves(layerMux.predecessors, [layerMux.name], place);
    } else if (layerPlanes !== undefined) this.#planes(layerPlanes, place);
  }

  #stream(
    name: string,
    base: Parameters<typeof hardwareStream>[1],
    layer: EdgeLayerInfoView | undefined,
    place: StreamPlace,
  ): void {
    this.#hardware[place.direction].push(hardwareStream(name, base, layer, place, this.rules));
  }

  /**
   * Adds the leaves of a mux. Views limit the depth of nested muxes, but not the number of their leaves, so
   * the number of streams is limited here.
   */
  #leaves(parts: Iterable<EdgeView>, hardware: readonly string[], place: StreamPlace): void {
    for (const { layerInfo, layerMux } of parts) {
      if (this.#vstreams.length >= MAX_STREAMS) return;
      if (layerInfo !== undefined) this.#layer(layerInfo, hardware, place);
      else if (layerMux !== undefined) this.#leaves(layerMux.predecessors, hardware, place);
    }
  }

  #layer(layer: EdgeLayerInfoView, hardware: readonly string[], place: StreamPlace): void {
    const own = layerVstream(layer, hardware, place, this.rules);
    const nms = own.nms === null ? undefined : layer.edgeLayerBase?.additionalInfo?.nmsInfo;
    const fused = nms?.isDefused === true ? this.#fused.get(nms.defuseInfo?.originalName ?? '') : undefined;
    if (fused?.nmsInfo === undefined) this.#vstreams.push(own);
    else this.#vstreams.push(fusedVstream(own, fused.name, fused.nmsInfo, this.rules));
  }

  #withOriginals(vstream: VirtualStream): VirtualStream {
    if (this.#originals === undefined) return vstream;
    return { ...vstream, originalNames: this.#originals.get(vstream.name) ?? [] };
  }

  #planes(image: EdgeLayerPlanesView, place: StreamPlace): void {
    const { name, height, width, features } = image;
    const from = this.#hardware[place.direction].length;
    const originals: string[] = [];
    for (const { layerInfo } of image.planes) {
      if (layerInfo === undefined) continue;
      this.#stream(layerInfo.name, layerInfo.edgeLayerBase, layerInfo, place);
      originals.push(...take(layerInfo.originalNames, MAX_NAMES));
    }
    const planes = this.#hardware[place.direction].slice(from);
    const shape = { height, width, features };
    const type = planes[0]?.type ?? 'UINT8';
    this.#vstreams.push({
      direction: place.direction,
      name,
      network: place.network,
      order: orderOfPlanes(image.planesFormat),
      type,
      transposed: false,
      shape,
      nms: null,
      frameBytes: tensorBytes(shape, type),
      quantization: NO_QUANTIZATION,
      hardware: planes.map((plane) => plane.name),
      originalNames: originals,
    });
  }

  #nodes(remarks: string[]): { readonly op: PostProcessing; readonly vstream: VirtualStream }[] {
    const byPad = new Map<number, HardwareStream>();
    for (const stream of this.#hardware.output) {
      if (stream.pad !== null && stream.pad !== NO_PAD && !byPad.has(stream.pad))
        byPad.set(stream.pad, stream);
    }
    const sources = new Map<number, number>();
    for (const { src, dst } of this.group.padEdges) if (!sources.has(dst)) sources.set(dst, src);
    const found = [];
    for (const node of this.group.ops) {
      if (node.coreOp !== undefined || found.length >= MAX_STREAMS) continue;
      const streams = this.#inputsOf(node, sources, byPad, remarks);
      const op = postProcessing(node, [...new Set(streams.map(({ name }) => name))], byPad);
      // The network of an output of post-processing has the name of the group, even in groups of several
      // networks.
      const network = `${this.#chosen.name}/${this.#chosen.name}`;
      found.push({ op, vstream: opVstream(op, node, streams, network, this.rules.release) });
    }
    return found;
  }

  #inputsOf(
    { name, inputPads }: OpView,
    sources: ReadonlyMap<number, number>,
    byPad: ReadonlyMap<number, HardwareStream>,
    remarks: string[],
  ): HardwareStream[] {
    const streams: HardwareStream[] = [];
    for (const { index } of take(inputPads, MAX_NAMES)) {
      const stream = byPad.get(sources.get(index) ?? NO_PAD);
      if (stream === undefined)
        remarks.push(`no output of the device leads to pad ${index} of ${JSON.stringify(name)}`);
      else streams.push(stream);
    }
    return streams;
  }
}

/**
 * Returns the original names of the first variant, which runtimes use for all variants; undefined if the
 * first variant was chosen.
 */
function originalsOf({
  coreOp,
  firstVariant,
}: ChosenCoreOp): ReadonlyMap<string, readonly string[]> | undefined {
  if (firstVariant === undefined || firstVariant.path === coreOp.path) return undefined;
  const names = new Map<string, readonly string[]>();
  const add = ({ layerInfo, layerMux, layerPlanes }: EdgeLayerView | EdgeView): void => {
    if (names.size >= MAX_STREAMS) return;
    if (layerInfo !== undefined) names.set(layerInfo.name, take(layerInfo.originalNames, MAX_NAMES));
    for (const part of layerMux?.predecessors ?? []) add(part);
    if (layerPlanes === undefined) return;
    const planes = take(layerPlanes.planes, MAX_NAMES).flatMap((plane) =>
      take(plane.layerInfo?.originalNames ?? [], MAX_NAMES),
    );
    names.set(layerPlanes.name, planes);
  };
  for (const { metadata } of firstVariant.contexts) {
    for (const edge of metadata?.edgeLayers ?? []) {
      if ((edge.contextSwitchInfo?.edgeConnectionType ?? CONNECTION_BOUNDARY) === CONNECTION_BOUNDARY)
        add(edge);
    }
  }
  return names;
}

function fusedLayersOf({ coreOp }: ChosenCoreOp) {
  const fused = coreOp.fusedLayersMetadata;
  if (fused?.networkHasFusedLayers !== true) return [];
  return take(fused.fusedLayers, MAX_NAMES).map(({ layerInfo, nmsInfo }) => ({
    name: layerInfo?.name ?? '',
    nmsInfo,
  }));
}

/**
 * Joins the parts of a fused layer into one virtual stream, with the quantisation of the first part that the
 * application gets.
 */
function joined(vstreams: readonly VirtualStream[], hidden: ReadonlySet<string>): VirtualStream[] {
  const hardware = new Map<string, string[]>();
  const key = ({ direction, name }: VirtualStream): string => `${direction} ${name}`;
  for (const vstream of vstreams) {
    const parts = hardware.get(key(vstream));
    if (parts === undefined) hardware.set(key(vstream), [...vstream.hardware]);
    else parts.push(...vstream.hardware);
  }
  const first = new Map<string, VirtualStream>();
  for (const vstream of vstreams) {
    if (vstream.direction === 'output' && vstream.hardware.some((stream) => hidden.has(stream))) continue;
    if (!first.has(key(vstream)))
      first.set(key(vstream), { ...vstream, hardware: hardware.get(key(vstream)) ?? [] });
  }
  return [...first.values()];
}

/** Sorts the outputs by name. Runtimes do not compare the name of a single output. */
function sorted(outputs: VirtualStream[], order: readonly string[], remarks: string[]): VirtualStream[] {
  if (outputs.length < 2) return outputs;
  const ranks = new Map(order.map((name, rank) => [name, rank]));
  const missing = outputs.filter(({ name }) => !ranks.has(name));
  if (missing.length > 0) {
    const names = missing.map(({ name }) => JSON.stringify(name)).join(', ');
    remarks.push(
      `the runtime does not list the outputs (HAILO_INTERNAL_FAILURE): the sorted output names lack ${names}`,
    );
  }
  const rank = ({ name }: VirtualStream): number => ranks.get(name) ?? order.length;
  return outputs.sort((a, b) => rank(a) - rank(b));
}
