import type { Random } from '../random.js';
import { BOUNDARY, type Edge, type Layer } from './edges.js';
import { type GroupPlan, outputsOf } from './group-plan.js';

const YOLOV8 = { member: 12, extension: 27 } as const;
/** Kinds of post-processing: field number in ProtoMDLNmsOp, and type of the required extension. */
const NMS_KINDS = [
  { member: 7, extension: 14 },
  { member: 8, extension: 15 },
  { member: 9, extension: 16 },
  { member: 10, extension: 17 },
  { member: 11, extension: 24 },
  YOLOV8,
] as const;
const YOLOV5 = 7;
/** The number of features of a YOLOv8 regression is a multiple of this number. */
const SIDES = 4;
const IOU = { member: 10, extension: 17 } as const;
const ARGMAX = 21;
const SOFTMAX = 22;
const BBOX_DECODING = 29;
const FORMAT_ORDERS = 17;
/** Value of the member `MAX_ENUM`, which two enums have. */
const MAX_ENUM = 0xffff;

/** An input or output of a node. */
export interface PadPlan {
  readonly index: number;
  readonly name: string;
  readonly order: number;
  readonly dataType: number;
  readonly type: number;
  /** Sizes of a tensor (six numbers) or of a list of boxes (four numbers). */
  readonly shape: readonly number[];
  readonly boxes: boolean;
  readonly scale: number;
}

export interface NmsOpPlan {
  readonly kind: 'nms';
  readonly member: number;
  readonly decodingOnly: boolean;
  /** Random whole numbers, from which the fields of the post-processing are computed. */
  readonly numbers: readonly number[];
  readonly decoders: number;
  /** Output pads of the device that the decoders refer to, in order. */
  readonly pads: readonly number[];
  /** Name of the layer with the prototypes of the masks. */
  readonly protoLayer: string;
}

type NodeWork =
  | { readonly kind: 'core-op'; readonly variants: readonly number[] }
  | NmsOpPlan
  | { readonly kind: 'logits'; readonly type: number };

interface NodePlan {
  readonly name: string;
  readonly inputs: readonly PadPlan[];
  readonly outputs: readonly PadPlan[];
  readonly work: NodeWork;
}

/** The graph of a group: its core ops, followed by the nodes of the host. */
export interface GraphPlan {
  readonly nodes: readonly NodePlan[];
  /** Edges, each from an output pad to an input pad. */
  readonly edges: readonly { readonly from: number; readonly to: number }[];
  readonly extensions: readonly number[];
}

interface GraphOrder {
  /** True if a loader must accept the graph; loaders check the inputs of the host's nodes. */
  readonly isLoaded: boolean;
  readonly isOneNode: boolean;
  /** True if decoders are requested; otherwise, a graph that a loader must accept has no decoders. */
  readonly decodes: boolean;
}

/**
 * Plans a graph: the core ops in a chain of nodes, or as variants of one node, followed by up to two nodes of
 * the host.
 */
export function planGraph(group: GroupPlan, random: Random, order: GraphOrder): GraphPlan {
  const { isLoaded, isOneNode } = order;
  let pads = 0;
  const pad = (node: string): PadPlan => {
    const boxes = random.chance(25);
    return {
      index: pads++,
      name: `${node}/pad${pads}`,
      order: random.chance(5) ? MAX_ENUM : random.below(FORMAT_ORDERS),
      dataType: random.below(2),
      type: random.chance(5) ? MAX_ENUM : random.below(3),
      shape: Array.from({ length: boxes ? 4 : 6 }, () => random.between(1, 100)),
      boxes,
      scale: random.between(1, 1024) / 4096,
    };
  };
  const nodes: NodePlan[] = [];
  const extensions: number[] = [];
  const add = (name: string, work: NodeWork, most = 3): void => {
    const ends = () => Array.from({ length: random.between(1, most) }, () => pad(name));
    nodes.push({ name, inputs: ends(), outputs: ends(), work });
  };
  // Either one node has all core ops as its variants, or each core op has a node of its own.
  const all = [...group.variants.keys()];
  for (const [i, variants] of (isOneNode ? [all] : all.map((variant) => [variant])).entries())
    add(`${group.name}/core${i}`, { kind: 'core-op', variants });
  const coreOps = nodes.length;
  const fed = feedHost(group, nodes, extensions, add, random, order);
  const between = nodes.slice(1, coreOps).flatMap((node, i) => {
    const before = nodes[i] as NodePlan;
    return node.inputs.map(({ index }) => ({ from: random.one(before.outputs).index, to: index }));
  });
  return { nodes, edges: isLoaded ? fed : [...between, ...fed], extensions };
}

/**
 * Adds the host's nodes, whose inputs are outputs of the first core op with a pad index. In a loadable model,
 * each node of the host has one input: boxes made by the device, or a tensor. Several inputs would need
 * decoders that match the tensors.
 */
function feedHost(
  group: GroupPlan,
  nodes: readonly NodePlan[],
  extensions: number[],
  add: (name: string, work: NodeWork, most: number) => void,
  random: Random,
  { isLoaded, decodes }: GraphOrder,
): GraphPlan['edges'] {
  const contexts = group.variants[0]?.coreOp.contexts ?? [];
  const outputs = contexts.flatMap(({ edges }) =>
    outputsOf(edges).filter(({ connection }) => connection === BOUNDARY),
  );
  // If a model has fused layers, loaders read the outputs only from the list of the fused layers, which lacks
  // the outputs of the host's nodes.
  const isFused = group.variants.some(({ coreOp }) => coreOp.fused?.flag === true);
  const pads = isLoaded && isFused ? [] : [...new Set(outputs.flatMap(({ padIndex }) => padIndex ?? []))];
  const wires: { from: number; to: number }[] = [];
  for (const from of pads.slice(0, 2)) {
    const name = `${group.name}/host${from}`;
    const source = outputs.find(({ padIndex }) => padIndex === from);
    if (isLoaded && decodes && source !== undefined && random.chance(80)) {
      const { member, extension } = kindFor(source, random);
      const decodingOnly = member === YOLOV5 && random.chance(20);
      extensions.push(extension, ...(decodingOnly ? [BBOX_DECODING] : []));
      const numbers = Array.from({ length: 16 }, () => random.between(1, 640));
      const decoders = random.between(1, 3);
      const protoLayer = layerIn(source)?.name ?? '';
      add(name, { kind: 'nms', member, decodingOnly, numbers, decoders, pads: [from], protoLayer }, 1);
    } else if (random.chance(50)) {
      const { member, extension } = isLoaded ? IOU : random.one(NMS_KINDS);
      const decodingOnly = !isLoaded && random.chance(20);
      extensions.push(extension, ...(decodingOnly ? [BBOX_DECODING] : []));
      const numbers = Array.from({ length: 16 }, () => random.between(1, 640));
      const decoders = isLoaded ? 0 : random.below(4);
      const work = {
        kind: 'nms',
        member,
        decodingOnly,
        numbers,
        decoders,
        pads,
        protoLayer: 'proto',
      } as const;
      add(name, work, isLoaded ? 1 : 3);
    } else {
      const type = random.below(2);
      extensions.push(type === 0 ? ARGMAX : SOFTMAX);
      add(name, { kind: 'logits', type }, 1);
    }
    const inputs = nodes.at(-1)?.inputs ?? [];
    wires.push(...inputs.map(({ index }, i) => ({ from: i === 0 ? from : random.one(pads), to: index })));
  }
  return wires;
}

/**
 * Chooses a kind of post-processing that a loader accepts if all inputs are the same output of the device.
 */
function kindFor(source: Edge, random: Random): (typeof NMS_KINDS)[number] {
  const layer = layerIn(source);
  const isMultiple =
    layer !== undefined &&
    layer.nms === undefined &&
    !layer.hostArgmax &&
    layer.tensor.features % SIDES === 0;
  // A suitable output gets YOLOv8 in half of the cases, because few outputs are suitable.
  if (isMultiple && random.chance(50)) return YOLOV8;
  return random.one(NMS_KINDS.filter((kind) => kind !== YOLOV8));
}

function layerIn({ content }: Edge): Layer | undefined {
  if (content.kind === 'planes') return undefined;
  return content.kind === 'mux' ? content.mux.layer : content.layer;
}

export function decodesBoxes({ nodes }: GraphPlan): boolean {
  return nodes.some(({ work }) => work.kind === 'nms' && work.member !== IOU.member);
}

/** True if the host selects among boxes of the device, whose number of classes may differ from the host's. */
export function choosesBoxes({ nodes }: GraphPlan): boolean {
  return nodes.some(({ work }) => work.kind === 'nms' && work.member === IOU.member);
}
