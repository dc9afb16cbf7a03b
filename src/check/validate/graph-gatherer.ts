import { SSDBboxDecoderView, YoloBboxDecoderView } from '../../read/model/edge-layer.gen.js';
import { type ViewType, viewOf } from '../../read/model/typed-view.js';
import type { Scanner } from '../../read/scan/scanner.js';
import type { Subscription } from '../../read/scan/subscription.js';
import type { Name, Reference } from '../rules/facts/fact-place.js';
import {
  type DecoderFacts,
  type GraphFacts,
  MAX_GRAPH_PADS,
  type NmsMethod,
  type NmsNumbers,
  type PadEdgeFacts,
  type PostProcessFacts,
} from '../rules/facts/graph.js';
import { ScannedElement } from './element.js';
import type { NameTaker } from './name-reader.js';
import type { ValidationPlan } from './subscription.js';

/** Kinds of post-processing that produce boxes, with the elements of their decoders. */
const METHODS: readonly { readonly member: NmsMethod; readonly element?: string }[] = [
  { member: 'yolo_nms_op', element: 'ProtoMDLYoloBboxDecoder' },
  { member: 'yolo_seg_op', element: 'ProtoMDLYoloBboxDecoder' },
  { member: 'yolox_nms_op', element: 'ProtoMDLYoloxBboxDecoder' },
  { member: 'ssd_nms_op', element: 'ProtoMDLSSDBboxDecoder' },
  { member: 'yolov8_nms_op', element: 'ProtoMDLYolov8BboxDecoder' },
  { member: 'iou_op' },
];
/** Fields of decoders that refer to pads. */
const PADS_OF: Readonly<Record<string, readonly string[]>> = {
  ProtoMDLYoloBboxDecoder: ['pad_index'],
  ProtoMDLYoloxBboxDecoder: ['reg_pad_index', 'cls_pad_index', 'obj_pad_index'],
  ProtoMDLSSDBboxDecoder: ['reg_pad_index', 'cls_pad_index'],
  ProtoMDLYolov8BboxDecoder: ['reg_pad_index', 'cls_pad_index'],
};
const STRIDED = ['ProtoMDLYoloBboxDecoder', 'ProtoMDLYoloxBboxDecoder', 'ProtoMDLYolov8BboxDecoder'];
const WITH_IMAGE = [
  'ProtoMDLYoloNmsOp',
  'ProtoMDLYoloSegNmsOp',
  'ProtoMDLYoloxNmsOp',
  'ProtoMDLSSDNmsOp',
  'ProtoMDLYolov8NmsOp',
];
/** Decoders with lists of anchors. The lists are read while the bytes of the decoder are in the window. */
const ANCHORED = ['ProtoMDLYoloBboxDecoder', 'ProtoMDLSSDBboxDecoder'];

const PROTO_LAYER = 'nms_op.yolo_seg_op.proto_info.proto_layer';

export const GRAPH_SUBSCRIPTION: Subscription = {
  leave: ['ProtoMDLPad', 'ProtoMDLPadEdge', ...Object.keys(PADS_OF)],
  retain: ANCHORED,
  text: ['ProtoMDLPad.name', 'ProtoMDLYoloSegProtoInfo.proto_layer'],
  bounds: [
    'ProtoMDLOp.logits_op',
    'ProtoMDLOp.nms_op',
    'ProtoMDLNmsOp.bbox_decoding_only',
    'ProtoMDLNmsOp.background_removal',
    'ProtoMDLNmsOp.classes',
    'ProtoMDLNmsOp.max_proposals_per_class',
    'ProtoMDLNmsOp.nms_iou_th',
    'ProtoMDLNmsOp.nms_score_th',
    'ProtoMDLNmsShape.number_of_classes',
    'ProtoMDLYoloSegNmsOp.mask_threshold',
    'ProtoMDLYoloSegProtoInfo.number',
    ...WITH_IMAGE.flatMap((type) => [`${type}.image_height`, `${type}.image_width`]),
    ...STRIDED.map((type) => `${type}.stride`),
    'ProtoMDLLogitsOp.logits_type',
    'ProtoMDLPad.index',
    'ProtoMDLPadEdge.dst',
    'ProtoMDLPadEdge.src',
    ...Object.entries(PADS_OF).flatMap(([type, fields]) => fields.map((field) => `${type}.${field}`)),
  ].map((field) => ({ field, max: -1 })),
};

type Leaving = readonly [type: number, leave: (scanner: Scanner) => void];

type AnchoredView = YoloBboxDecoderView | SSDBboxDecoderView;

type Anchors = Pick<DecoderFacts, 'heights' | 'widths'>;

const NO_ANCHORS: Anchors = { heights: [], widths: [] };

/** Builds the facts of a group's graph: connections of pads, and inputs of post-processing. */
export class GraphGatherer {
  readonly #pad: ScannedElement;
  readonly #edge: ScannedElement;
  readonly #op: ScannedElement;
  /** The plan's entries of the input and output pads. */
  readonly #inputs: number;
  readonly #outputs: number;
  /** Kinds of post-processing, by the plan's entry of their decoders. */
  readonly #members: ReadonlyMap<number, NmsMethod>;
  readonly #anchored: ReadonlyMap<number, ViewType<AnchoredView>>;
  #edges: PadEdgeFacts[] = [];
  #nodes: PostProcessFacts[] = [];
  /** State of the open node. */
  #pads: Reference[] = [];
  #outputCount = 0;
  #output: Name | undefined;
  #padClasses = 0;
  #protoLayer = '';
  #decoders: (DecoderFacts & { readonly entry: number })[] = [];
  /** State of the open pad or decoder. */
  #padName: Name | undefined;
  #anchors: Anchors = NO_ANCHORS;
  #kept = 0;
  #isWhole = true;

  constructor(private readonly plan: ValidationPlan) {
    this.#pad = new ScannedElement(plan, 'ProtoMDLPad');
    this.#edge = new ScannedElement(plan, 'ProtoMDLPadEdge');
    this.#op = new ScannedElement(plan, 'ProtoMDLOp');
    this.#inputs = plan.entry('ProtoMDLOp', 'input_pads');
    this.#outputs = plan.entry('ProtoMDLOp', 'output_pads');
    this.#members = new Map(
      METHODS.flatMap(({ member, element }) =>
        element === undefined ? [] : [[plan.entry('ProtoMDLOp', `nms_op.${member}.bbox_decoders`), member]],
      ),
    );
    this.#anchored = new Map<number, ViewType<AnchoredView>>([
      [plan.typeNames.indexOf('ProtoMDLYoloBboxDecoder'), YoloBboxDecoderView],
      [plan.typeNames.indexOf('ProtoMDLSSDBboxDecoder'), SSDBboxDecoderView],
    ]);
  }

  start(): void {
    this.#edges = [];
    this.#nodes = [];
    this.#kept = 0;
    this.#isWhole = true;
    this.#startNode();
  }

  #startNode(): void {
    this.#pads = [];
    this.#outputCount = 0;
    this.#output = undefined;
    this.#padClasses = 0;
    this.#protoLayer = '';
    this.#decoders = [];
    this.#padName = undefined;
    this.#anchors = NO_ANCHORS;
  }

  leaving(): readonly Leaving[] {
    const type = (typeName: string): number => this.plan.typeNames.indexOf(typeName);
    return [
      [type('ProtoMDLPad'), (scanner) => this.#leavePad(scanner)],
      [type('ProtoMDLPadEdge'), (scanner) => this.#leaveEdge(scanner)],
      [type('ProtoMDLOp'), (scanner) => this.#leaveOp(scanner)],
      ...Object.entries(PADS_OF).map(([typeName, fields]): Leaving => {
        const decoder = new ScannedElement(this.plan, typeName);
        const hasStride = STRIDED.includes(typeName);
        return [type(typeName), (scanner) => this.#leaveDecoder(scanner, decoder, fields, hasStride)];
      }),
    ];
  }

  names(): readonly NameTaker[] {
    return [
      {
        entry: this.#pad.entry('name'),
        take: (_scanner, name) => {
          this.#padName = name;
        },
      },
      {
        entry: this.#op.entry(PROTO_LAYER),
        take: (_scanner, { value }) => {
          this.#protoLayer = value;
        },
      },
    ];
  }

  /**
   * True if the ending record is a decoder with anchors, which this function reads; see ScanHandler.record.
   */
  record(scanner: Scanner, bytes: Uint8Array, start: number, end: number): boolean {
    const type = this.#anchored.get(scanner.message);
    if (type === undefined) return false;
    if (!this.#isWhole) return true;
    const view = viewOf<AnchoredView>(
      type,
      bytes,
      start,
      end,
      0,
      { offset: 0, length: end - start },
      '',
      scanner.frames.depth,
    );
    const heights = this.#listed(view.h);
    this.#anchors = { heights, widths: this.#listed(view.w) };
    return true;
  }

  #listed(values: Iterable<number>): number[] {
    const list: number[] = [];
    for (const value of values) {
      if (!this.#mayKeep()) break;
      list.push(value);
    }
    return list;
  }

  /** Returns the graph of the ending group; undefined if the graph has no post-processing. */
  take(): GraphFacts | undefined {
    const graph =
      this.#nodes.length === 0 && this.#isWhole
        ? undefined
        : { edges: this.#edges, nodes: this.#nodes, isWhole: this.#isWhole };
    this.start();
    return graph;
  }

  #leavePad(scanner: Scanner): void {
    const { frames } = scanner;
    const pad = this.#pad.at(scanner);
    const name = this.#padName;
    this.#padName = undefined;
    if (frames.entry[frames.depth] === this.#outputs) {
      if (this.#outputCount++ > 0) return;
      this.#output = pad.has('name') ? name : pad.noName('name');
      this.#padClasses = pad.value('nms_shape.number_of_classes');
    } else if (frames.entry[frames.depth] === this.#inputs && this.#mayKeep()) {
      this.#pads.push(pad.reference('index'));
    }
  }

  #leaveEdge(scanner: Scanner): void {
    if (!this.#mayKeep()) return;
    const edge = this.#edge.at(scanner);
    this.#edges.push({ from: edge.value('src'), to: edge.value('dst') });
  }

  #leaveDecoder(
    scanner: Scanner,
    decoder: ScannedElement,
    fields: readonly string[],
    hasStride: boolean,
  ): void {
    const { heights, widths } = this.#anchors;
    this.#anchors = NO_ANCHORS;
    if (!this.#mayKeep()) return;
    const { frames } = scanner;
    const { offset, length, path } = decoder.at(scanner).place();
    const pads = fields.map((field) => decoder.reference(field));
    const stride = hasStride ? decoder.reference('stride') : undefined;
    const entry = frames.entry[frames.depth] as number;
    this.#decoders.push({ offset, length, path, entry, stride, pads, heights, widths });
  }

  #leaveOp(scanner: Scanner): void {
    const op = this.#op.at(scanner);
    const inputs = this.#pads;
    const output = this.#output;
    const outputCount = this.#outputCount;
    const decoders = this.#decoders;
    const padClasses = this.#padClasses;
    const protoLayer = op.has(PROTO_LAYER) ? this.#protoLayer : '';
    this.#startNode();
    if (op.has('core_op') || !this.#mayKeep()) return;
    const kind = op.has('nms_op') ? 'nms' : op.has('logits_op') ? 'logits' : 'unset';
    const method =
      kind === 'nms' ? METHODS.find(({ member }) => op.has(`nms_op.${member}`))?.member : undefined;
    const { offset, length, path } = op.place();
    this.#nodes.push({
      offset,
      length,
      path,
      kind,
      method: method ?? 'unset',
      isBboxOnly: kind === 'nms' && op.value('nms_op.bbox_decoding_only') !== 0,
      logitsType: kind === 'logits' ? op.value('logits_op.logits_type') : 0,
      inputs,
      outputCount,
      output,
      // If a node has several kinds of post-processing, the last kind counts.
      decoders:
        method === undefined ? [] : decoders.filter(({ entry }) => this.#members.get(entry) === method),
      protoLayer,
      numbers: method && numbersOf(op, method, padClasses),
    });
  }

  /**
   * True if the limit allows another pad, edge or anchor. A graph has some dozens of pads; a hostile graph
   * has millions.
   */
  #mayKeep(): boolean {
    if (this.#kept >= MAX_GRAPH_PADS) this.#isWhole = false;
    else this.#kept++;
    return this.#isWhole;
  }
}

function numbersOf(op: ScannedElement, method: NmsMethod, padClasses: number): NmsNumbers {
  const within = `nms_op.${method}`;
  return {
    scoreThreshold: op.double('nms_op.nms_score_th'),
    iouThreshold: op.double('nms_op.nms_iou_th'),
    classes: op.reference('nms_op.classes'),
    boxes: op.reference('nms_op.max_proposals_per_class'),
    hasBackground: op.value('nms_op.background_removal') !== 0,
    image:
      method === 'iou_op'
        ? undefined
        : { height: op.double(`${within}.image_height`), width: op.double(`${within}.image_width`) },
    masks:
      method === 'yolo_seg_op'
        ? {
            prototypes: op.value(`${within}.proto_info.number`),
            threshold: op.double(`${within}.mask_threshold`),
          }
        : undefined,
    padClasses,
  };
}
