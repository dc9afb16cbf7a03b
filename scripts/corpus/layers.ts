/**
 * Edge layers as compilers write them: each has one buffer, each peer is named in two fields, and every
 * transfer is defined.
 */
import type { Fields } from './notation.js';

const HOST_TO_DEVICE = 0;
const DEVICE_TO_HOST = 1;
const MUX = 1;
const INTERMEDIATE = 1;
const DDR = 2;

/** Value of `context_switch_info.buffers` for a layer without buffers. */
const NO_BUFFERS = 0xffffffff;

/** Codes of `format`. */
export const NHWC = 0;
export const NHCW = 1;
export const NC = 2;
export const NMS = 6;

export interface Shape {
  readonly height: number;
  readonly width: number;
  readonly features: number;
  /** Size on the device; the plain size by default. */
  readonly paddedWidth?: number;
  readonly paddedFeatures?: number;
  readonly dataBytes?: 1 | 2;
  readonly format?: number;
}

export function shape(height: number, width: number, features: number, rest: Partial<Shape> = {}): Shape {
  return { height, width, features, format: NHCW, ...rest };
}

export interface Layer {
  readonly name: string;
  readonly shape: Shape;
  readonly sys: number;
  readonly context: number;
  readonly network?: number;
}

/** The other end of an INTERMEDIATE or DDR layer. */
export interface Peer {
  readonly context: number;
  readonly sys: number;
}

export function base(of: Shape, sys: number, more: Fields = {}): Fields {
  const { height, width, features, paddedWidth = width, paddedFeatures = features, dataBytes = 1 } = of;
  return {
    height,
    padded_height: height,
    width,
    padded_width: paddedWidth,
    features,
    padded_features: paddedFeatures,
    format: of.format ?? NHWC,
    sys_index: sys,
    core_bytes_per_buffer: paddedWidth * paddedFeatures * dataBytes,
    core_buffers_per_frame: height,
    ...more,
    data_bytes: dataBytes,
    buffer_indices: [{ index: sys % 8, cluster_index: 4 + (sys % 4) }],
    max_shmifo_size: 65536,
  };
}

/** Returns the quantization with the full range of a byte at scale 1/32, as for activations after a ReLU. */
export function quantization(): Fields {
  return { qp_zp: 0, qp_scale: 0.03125, limvals_min: 0, limvals_max: 7.96875 };
}

export function info(name: string, edgeBase: Fields, originals: readonly string[] = []): Fields {
  return {
    name,
    edge_layer_base: edgeBase,
    numeric_info: quantization(),
    hn_output_layer_name: name,
    original_names: originals,
  };
}

function switchInfo(context: number): Fields {
  return { context_index: context, context_name: `context_${context}` };
}

export function boundaryInput(
  { name, shape: of, sys, context, network = 0 }: Layer,
  originals: readonly string[] = [`${name}/Placeholder`],
): Fields {
  return {
    direction: HOST_TO_DEVICE,
    layer_info: info(name, base(of, sys), originals),
    context_switch_info: { ...switchInfo(context), buffers: NO_BUFFERS },
    network_index: network,
  };
}

export function boundaryOutput(
  { name, shape: of, sys, context, network = 0 }: Layer,
  more: Fields = {},
): Fields {
  return {
    direction: DEVICE_TO_HOST,
    layer_info: info(name, base(of, sys, more), [`${name}/BiasAdd`]),
    context_switch_info: { ...switchInfo(context), buffers: NO_BUFFERS },
    network_index: network,
  };
}

function connected(own: number, type: number, buffers: number, peers: readonly Peer[]): Fields {
  const [first] = peers;
  return {
    ...switchInfo(own),
    edge_connection_type: type,
    connected_context_index: first?.context,
    connected_context_name: `context_${first?.context}`,
    buffers,
    connected_sys_index: first?.sys,
    connected_contexts: peers.map(({ context, sys }) => ({
      index: context,
      name: `context_${context}`,
      sys_index: sys,
    })),
  };
}

function inner(layer: Layer, direction: number, link: Fields): Fields {
  const { name, shape: of, sys, network = 0 } = layer;
  const { numeric_info: _, ...plain } = info(name, base(of, sys));
  return { direction, layer_info: plain, context_switch_info: link, network_index: network };
}

/** Returns an output of a context to later contexts. */
export function interSource(layer: Layer, peers: readonly Peer[]): Fields {
  return inner(layer, DEVICE_TO_HOST, connected(layer.context, INTERMEDIATE, NO_BUFFERS, peers));
}

/** Returns an input of a context from an earlier context. */
export function interSink(layer: Layer, peer: Peer): Fields {
  return inner(layer, HOST_TO_DEVICE, connected(layer.context, INTERMEDIATE, NO_BUFFERS, [peer]));
}

/**
 * Returns a detour through the host's memory inside one context: the layer that writes to memory, and the
 * layer at `back` that reads. The row must be a multiple of 512 bytes.
 */
export function ddrPair(layer: Layer, back: number, buffers = 32): readonly [Fields, Fields] {
  const { context, sys, name } = layer;
  return [
    inner(layer, DEVICE_TO_HOST, connected(context, DDR, buffers, [{ context, sys: back }])),
    inner(
      { ...layer, name: `${name}_back`, sys: back },
      HOST_TO_DEVICE,
      connected(context, DDR, buffers, [{ context, sys }]),
    ),
  ];
}

/**
 * A part of a mux: a leaf, or a nested mux. Each part has the width and features of the whole mux, and `rows`
 * rows.
 */
export type MuxPart =
  | { readonly leaf: string; readonly rows: number }
  | { readonly mux: string; readonly parts: readonly MuxPart[] };

function rowsOf(part: MuxPart): number {
  return 'leaf' in part ? part.rows : part.parts.reduce((sum, inside) => sum + rowsOf(inside), 0);
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** Returns a `layer_mux`: several outputs that leave through one stream, in turns of a few rows each. */
export function mux(
  name: string,
  row: Omit<Shape, 'height'>,
  parts: readonly MuxPart[],
  sys: number,
): Fields {
  const rows = parts.map(rowsOf);
  const turns = rows.reduce(gcd);
  return {
    name,
    edge_layer_base: base({ ...row, height: rows.reduce((sum, height) => sum + height, 0) }, sys),
    mux_data: {
      number_of_predecessors: parts.length,
      height_gcd: turns,
      height_ratios_list_len: parts.length,
      height_ratios_list: rows.map((height) => height / turns),
    },
    hn_output_layer_name: name,
    predecessors: parts.map((part) =>
      'leaf' in part
        ? { layer_info: info(part.leaf, base({ ...row, height: part.rows }, sys), [`${part.leaf}/out`]) }
        : { layer_mux: mux(part.mux, row, part.parts, sys) },
    ),
  };
}

export function muxOutput(
  layer: Omit<Layer, 'shape'>,
  row: Omit<Shape, 'height'>,
  parts: readonly MuxPart[],
): Fields {
  return {
    direction: DEVICE_TO_HOST,
    edge_layer_type: MUX,
    layer_mux: mux(layer.name, row, parts, layer.sys),
    context_switch_info: { ...switchInfo(layer.context), buffers: NO_BUFFERS },
    network_index: layer.network ?? 0,
  };
}

/** Returns names of the outputs that a mux carries, in order. */
export function leafNames(parts: readonly MuxPart[]): string[] {
  return parts.flatMap((part) => ('leaf' in part ? [part.leaf] : leafNames(part.parts)));
}
