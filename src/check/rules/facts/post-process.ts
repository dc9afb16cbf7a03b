import type { EdgeLayerBaseView } from '../../../read/model/edge-layer.gen.js';
import type { CoreOpFacts } from './core-op.js';
import {
  CONNECTION_BOUNDARY,
  DIRECTION_D2H,
  type EdgeFacts,
  LAYER_MUX,
  LAYER_PLANES,
  TYPE_MUX,
  TYPE_PLANES,
} from './edge.js';
import { type FactPlace, factPlace, type Reference } from './fact-place.js';
import type { DecoderFacts, GraphFacts, PadEdgeFacts, PostProcessFacts } from './graph.js';
import { NMS_FORMAT } from './layer.js';

/** Status with which a loader refuses a graph, or `crash` if the loader crashes. */
type GraphEnding = 'INVALID_HEF' | 'INVALID_ARGUMENT' | 'INTERNAL_FAILURE' | 'crash';

interface NodeFault {
  readonly code:
    | 'post-process-decoders'
    | 'post-process-decoder-unknown-pad'
    | 'post-process-pad-unconnected'
    | 'post-process-pads'
    | 'post-process-unknown';
  readonly ending: GraphEnding;
  readonly place: FactPlace;
  readonly message: string;
  /** Arguments that distinguish the fault from other faults of the node. */
  readonly args?: readonly string[] | undefined;
}

/** Pad index that loaders use for a layer without a pad index. */
const NO_PAD = 0xffff_ffff;
const ARGMAX = 0;
const SOFTMAX = 1;
/** Number of distances in a box regression: to its left, top, right and bottom. */
const SIDES = 4;
/** Number of values per box in a list of boxes, which is the width of such an output. */
const BOX_VALUES = 5;
/** Outputs of this format are not transposed. */
const FORMAT_NC = 2;
/** Maps a later format to the earlier format that loaders treat in the same way. */
const SAME_ORDER: Readonly<Record<number, number>> = { 13: 0 };

/** An output of the device, as an input of post-processing. */
export interface OutputLayer {
  readonly name: string;
  /** True for a list of boxes, whose height is the number of classes. */
  readonly isList: boolean;
  readonly height: number;
  readonly width: number;
  readonly features: number;
  readonly dataBytes: number;
  readonly order: string;
  readonly isTransposed: boolean;
  readonly isArgmax: boolean;
}

/**
 * Kinds of post-processing that a release runs with `bbox_decoding_only`, which decodes boxes but does not
 * select boxes.
 */
interface GraphRelease {
  readonly hasYolov8BboxOnly: boolean;
}

/**
 * The newest release. Rules use this release, because predictions cover faults that only older releases
 * refuse.
 */
export const NEWEST: GraphRelease = { hasYolov8BboxOnly: true };

/** Output layers of one core op, and the connected input pads of post-processing. */
export class GraphInputs {
  /**
   * If several layers have the same pad, or several edges lead to the same pad, loaders keep the first layer
   * or edge.
   */
  readonly #layers = new Map<number, EdgeFacts>();
  readonly #sources = new Map<number, number>();

  constructor(
    private readonly coreOp: CoreOpFacts,
    edges: readonly PadEdgeFacts[],
  ) {
    for (const { edges } of coreOp.contexts) {
      for (const edge of edges) {
        if (edge.direction !== DIRECTION_D2H || edge.connection !== CONNECTION_BOUNDARY) continue;
        const { padIndex } = edge.view;
        if (padIndex === undefined || padIndex === NO_PAD) continue;
        if (!this.#layers.has(padIndex)) this.#layers.set(padIndex, edge);
      }
    }
    for (const { from, to } of edges) if (!this.#sources.has(to)) this.#sources.set(to, from);
  }

  sourceOf(pad: number): number | undefined {
    return this.#sources.get(pad);
  }

  layer(pad: number | undefined): OutputLayer | undefined {
    const edge = pad === undefined ? undefined : this.#layers.get(pad);
    return edge && layerOf(edge, this.coreOp);
  }

  has(pad: number | undefined): boolean {
    return pad !== undefined && this.#layers.has(pad);
  }

  namesOf({ inputs }: PostProcessFacts): ReadonlySet<string> {
    const names = new Set<string>();
    for (const { value } of inputs) {
      const layer = this.layer(this.sourceOf(value));
      if (layer !== undefined) names.add(layer.name);
    }
    return names;
  }
}

/** Returns the name by which loaders store an edge layer. */
export function edgeName({ view, type }: EdgeFacts): string {
  const { layerInfo, layerMux, layerPlanes } = view;
  const own = type === TYPE_MUX ? layerMux : type === TYPE_PLANES ? layerPlanes : layerInfo;
  return (own ?? layerInfo ?? layerMux ?? layerPlanes)?.name ?? '';
}

function layerOf(edge: EdgeFacts, { metadata }: CoreOpFacts): OutputLayer {
  const name = edgeName(edge);
  const { view, type, member } = edge;
  if (type === TYPE_PLANES || member === LAYER_PLANES) {
    const { height = 0, width = 0, features = 0, planesFormat = 0 } = view.layerPlanes ?? {};
    const dataBytes = view.layerPlanes?.planes.at(0)?.layerInfo?.edgeLayerBase?.dataBytes ?? 0;
    const shape = { height, width, features, dataBytes, order: `planes ${planesFormat}` };
    return { name, ...shape, isList: false, isTransposed: false, isArgmax: false };
  }
  const isMux = type === TYPE_MUX || member === LAYER_MUX;
  const base = (isMux ? view.layerMux : view.layerInfo)?.edgeLayerBase;
  const { dataBytes = 0, format = 0, hostArgmax: isArgmax = false } = base ?? {};
  const isMarked = metadata?.transposed === true || (!isMux && view.layerInfo?.transposed === true);
  const isTransposed = isMarked && format !== FORMAT_NC;
  const shape = shapeOf(base);
  const isList = format === NMS_FORMAT;
  const isTurned = isTransposed && !isList;
  const [height, width] = isTurned ? [shape.width, shape.height] : [shape.height, shape.width];
  const features = isArgmax ? 1 : shape.features;
  const order = String(SAME_ORDER[format] ?? format);
  return { name, isList, height, width, features, dataBytes, order, isTransposed, isArgmax };
}

function shapeOf(base: EdgeLayerBaseView | undefined): Pick<OutputLayer, 'height' | 'width' | 'features'> {
  if (base?.format !== NMS_FORMAT) {
    const { height = 0, width = 0, features = 0 } = base ?? {};
    return { height, width, features };
  }
  const nms = base.additionalInfo?.nmsInfo;
  const boxes = (nms?.maxOutputSize ?? 0n) * (nms?.inputDivisionFactor ?? 0n);
  return {
    height: Number(BigInt.asUintN(32, nms?.numberOfClasses ?? 0n)),
    width: BOX_VALUES,
    features: Number(BigInt.asUintN(32, boxes)),
  };
}

/** Yields the faults of all nodes in the order of a loader's checks. The first fault ends the load. */
export function* graphFaults(
  { nodes }: GraphFacts,
  inputs: GraphInputs,
  release: GraphRelease,
): Generator<NodeFault> {
  for (const node of nodes) yield* nodeFaults(node, inputs, release);
}

/** True if the newest release does not accept a node. */
export function hasFault(node: PostProcessFacts, inputs: GraphInputs): boolean {
  return nodeFaults(node, inputs, NEWEST).next().done !== true;
}

function* nodeFaults(
  node: PostProcessFacts,
  inputs: GraphInputs,
  release: GraphRelease,
): Generator<NodeFault> {
  const at = factPlace(node);
  if (node.kind === 'unset') {
    yield unknown(at, 'the node is neither a core op nor post-processing');
    return;
  }
  if (node.kind === 'logits') {
    yield* countFaults(node);
    yield* feedFaults(node, inputs);
    if (node.outputCount === 0) return;
    const type = node.logitsType % 2 ** 32;
    if (type !== ARGMAX && type !== SOFTMAX) yield unknown(at, `logits_type is ${type}`);
    return;
  }
  yield* feedFaults(node, inputs);
  if (node.method === 'unset') yield unknown(at, 'nms_op has no kind');
  else yield* decoderFaults(node, inputs, release);
}

function* countFaults({ inputs, outputCount, ...node }: PostProcessFacts): Generator<NodeFault> {
  const at = factPlace(node);
  const miscounted = (count: number, what: string) =>
    pads(at, `the node has ${count} ${what} pads; it must have exactly one`, [what]);
  if (inputs.length !== 1) yield miscounted(inputs.length, 'input');
  if (outputCount !== 1) yield miscounted(outputCount, 'output');
}

function* feedFaults({ inputs: own }: PostProcessFacts, inputs: GraphInputs): Generator<NodeFault> {
  for (const { value, ...place } of own) {
    const source = inputs.sourceOf(value);
    if (inputs.has(source)) continue;
    const what =
      source === undefined ? 'no edge is connected to it' : `pad ${source} is not an output of the device`;
    yield {
      code: 'post-process-pad-unconnected',
      ending: 'INVALID_HEF',
      place,
      message: `input pad ${value}: ${what}`,
    };
  }
}

function* decoderFaults(
  node: PostProcessFacts,
  inputs: GraphInputs,
  release: GraphRelease,
): Generator<NodeFault> {
  const at = factPlace(node);
  const { method, decoders } = node;
  for (const decoder of decoders) {
    if (method === 'yolo_nms_op' || method === 'yolo_seg_op') yield* anchorFaults(decoder, at);
    yield* padFaults(decoder.pads, inputs);
  }
  // If a release accepts an unknown pad, it reads memory outside the file, so its further checks are unknown.
  if (decoders.some(({ pads: own }) => own.some(({ value }) => !inputs.has(value)))) return;
  const names = inputs.namesOf(node);
  if (method === 'yolo_seg_op' && !names.has(node.protoLayer)) {
    const message = `proto_layer is ${JSON.stringify(node.protoLayer)}, which is not one of the inputs`;
    yield { ...invalid(at, message, [node.protoLayer]), ending: 'INVALID_HEF' };
  }
  if (node.outputCount === 0) {
    yield { ...pads(at, 'the node has no output pad; loaders read the first one'), ending: 'crash' };
  }
  switch (method) {
    case 'yolo_nms_op':
      if (node.isBboxOnly) yield* bboxOnlyFaults(node, names, inputs);
      break;
    case 'yolo_seg_op':
      if (node.isBboxOnly) yield invalid(at, 'a segmentation does not support bbox_only');
      break;
    case 'yolov8_nms_op':
      if (node.isBboxOnly && !release.hasYolov8BboxOnly) {
        yield invalid(at, 'the release does not support bbox_only for YOLOv8');
      }
      yield* pairFaults(node, names, inputs);
      break;
    case 'yolox_nms_op':
    case 'ssd_nms_op':
      if (node.isBboxOnly) yield invalid(at, 'the node does not support bbox_only');
      if (method === 'ssd_nms_op') yield* sharedAnchorFaults(node, inputs);
      yield* pairFaults(node, names, inputs);
      break;
  }
}

function* anchorFaults({ heights, widths }: DecoderFacts, at: FactPlace): Generator<NodeFault> {
  if (heights.length === widths.length) return;
  const message = `a decoder has ${heights.length} heights and ${widths.length} widths`;
  yield { ...invalid(at, message), ending: 'INVALID_HEF' };
}

function* padFaults(own: readonly Reference[], inputs: GraphInputs): Generator<NodeFault> {
  for (const { value, ...place } of own) {
    if (inputs.has(value)) continue;
    yield {
      code: 'post-process-decoder-unknown-pad',
      ending: 'crash',
      place,
      message: `boxes are decoded from pad ${value}, which no output of the device has`,
    };
  }
}

/**
 * Yields the faults of a node that decodes boxes without selecting them. For such a node, loaders look up a
 * decoder for every input, although an input may have no decoder.
 */
function* bboxOnlyFaults(
  node: PostProcessFacts,
  names: ReadonlySet<string>,
  inputs: GraphInputs,
): Generator<NodeFault> {
  const decoded = new Set(node.decoders.map(({ pads: [pad] }) => inputs.layer(pad?.value)?.name));
  for (const name of names) {
    if (decoded.has(name)) continue;
    const message = `the input ${JSON.stringify(name)} has no decoder`;
    yield { ...invalid(factPlace(node), message, [name]), ending: 'crash' };
    return;
  }
}

/**
 * Yields the faults of shared anchors: an output has the anchors of the first decoder that names the output.
 * Both outputs of a decoder must have the same anchors.
 */
function* sharedAnchorFaults(node: PostProcessFacts, inputs: GraphInputs): Generator<NodeFault> {
  const anchors = new Map<string, DecoderFacts>();
  const pairs = new Map<string, string>();
  for (const decoder of node.decoders) {
    const [box, score] = decoder.pads.map(({ value }) => inputs.layer(value)?.name ?? '');
    for (const name of [box, score]) if (name !== undefined && !anchors.has(name)) anchors.set(name, decoder);
    if (box !== undefined && score !== undefined && !pairs.has(box)) pairs.set(box, score);
  }
  for (const [box, score] of pairs) {
    if (sameAnchors(anchors.get(box), anchors.get(score))) continue;
    const message = `${JSON.stringify(box)} and ${JSON.stringify(score)} have different anchors`;
    yield invalid(factPlace(node), message, [box, score]);
  }
}

function sameAnchors(a: DecoderFacts | undefined, b: DecoderFacts | undefined): boolean {
  const listOf = (one: DecoderFacts | undefined): number[] =>
    one === undefined ? [] : one.heights.flatMap((height, i) => [one.widths[i] ?? 0, height]);
  const [left, right] = [listOf(a), listOf(b)];
  return left.length === right.length && left.every((value, i) => value === right[i]);
}

/**
 * Yields the faults of outputs that are decoded together. All of them must be inputs of the node, and have
 * the same height, width and (except for SSD) format.
 */
function* pairFaults(
  { decoders, method, ...node }: PostProcessFacts,
  names: ReadonlySet<string>,
  inputs: GraphInputs,
): Generator<NodeFault> {
  const at = factPlace(node);
  const seen = new Set<string>();
  for (const { pads: own } of decoders) {
    const layers = own.map(({ value }) => inputs.layer(value));
    const [first] = layers;
    if (first === undefined || layers.includes(undefined)) continue;
    // For SSD, loaders keep only one decoder for each output with boxes, so they do not check the other
    // decoders.
    if (method === 'ssd_nms_op' && seen.has(first.name)) continue;
    seen.add(first.name);
    const outside = layers.find((layer) => layer !== undefined && !names.has(layer.name));
    if (outside !== undefined) {
      const message = `${JSON.stringify(outside.name)} is decoded, but is not an input of the node`;
      yield invalid(at, message, [outside.name]);
      continue;
    }
    const isFitting = method === 'ssd_nms_op' ? hasSameSize : isAlike;
    const other = layers.find((layer) => layer !== undefined && !isFitting(first, layer));
    if (other !== undefined) {
      yield invalid(
        at,
        `${JSON.stringify(first.name)} and ${JSON.stringify(other.name)} are decoded together, but differ ` +
          'in height, width or format',
        [first.name, other.name],
      );
    } else if (method === 'yolov8_nms_op' && first.features % SIDES !== 0) {
      yield invalid(
        at,
        `${JSON.stringify(first.name)} has ${first.features} features, not a multiple of ${SIDES}`,
        [first.name],
      );
    }
  }
}

function hasSameSize(a: OutputLayer, b: OutputLayer): boolean {
  return a.height === b.height && a.width === b.width;
}

function isAlike(a: OutputLayer, b: OutputLayer): boolean {
  return (
    hasSameSize(a, b) &&
    a.dataBytes === b.dataBytes &&
    a.isTransposed === b.isTransposed &&
    a.isArgmax === b.isArgmax &&
    a.order === b.order
  );
}

function unknown(place: FactPlace, message: string): NodeFault {
  return { code: 'post-process-unknown', ending: 'INTERNAL_FAILURE', place, message };
}

function pads(place: FactPlace, message: string, args?: readonly string[]): NodeFault {
  return { code: 'post-process-pads', ending: 'INVALID_HEF', place, message, args };
}

function invalid(place: FactPlace, message: string, args?: readonly string[]): NodeFault {
  return { code: 'post-process-decoders', ending: 'INVALID_ARGUMENT', place, message, args };
}
