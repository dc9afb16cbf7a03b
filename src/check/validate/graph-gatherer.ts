import type { Scanner } from '../../read/scan/scanner.js';
import type { Subscription } from '../../read/scan/subscription.js';
import {
  type GraphFacts,
  MAX_GRAPH_PADS,
  type PadEdgeFacts,
  type PostProcessFacts,
} from '../rules/facts/graph.js';
import type { Reference } from '../rules/facts/place.js';
import { ScannedElement } from './element.js';
import type { ValidationPlan } from './subscription.js';

/** Where decoders of boxes are, and which of their fields name pads. */
const DECODERS = [
  { member: 'yolo_nms_op', element: 'ProtoMDLYoloBboxDecoder' },
  { member: 'yolo_seg_op', element: 'ProtoMDLYoloBboxDecoder' },
  { member: 'yolox_nms_op', element: 'ProtoMDLYoloxBboxDecoder' },
  { member: 'ssd_nms_op', element: 'ProtoMDLSSDBboxDecoder' },
  { member: 'yolov8_nms_op', element: 'ProtoMDLYolov8BboxDecoder' },
] as const;
const PADS_OF: Readonly<Record<string, readonly string[]>> = {
  ProtoMDLYoloBboxDecoder: ['pad_index'],
  ProtoMDLYoloxBboxDecoder: ['reg_pad_index', 'cls_pad_index', 'obj_pad_index'],
  ProtoMDLSSDBboxDecoder: ['reg_pad_index', 'cls_pad_index'],
  ProtoMDLYolov8BboxDecoder: ['reg_pad_index', 'cls_pad_index'],
};

/** What gathering graphs needs of the scan. */
export const GRAPH_SUBSCRIPTION: Subscription = {
  leave: ['ProtoMDLPad', 'ProtoMDLPadEdge', ...Object.keys(PADS_OF)],
  bounds: [
    'ProtoMDLOp.logits_op',
    'ProtoMDLOp.nms_op',
    'ProtoMDLPad.index',
    'ProtoMDLPadEdge.dst',
    'ProtoMDLPadEdge.src',
    ...Object.entries(PADS_OF).flatMap(([type, fields]) => fields.map((field) => `${type}.${field}`)),
  ].map((field) => ({ field, max: -1 })),
};

type Leaving = readonly [type: number, leave: (scanner: Scanner) => void];

/** Makes facts of a group's graph: which pads are connected, and what post-processing takes in. */
export class GraphGatherer {
  readonly #pad: ScannedElement;
  readonly #edge: ScannedElement;
  readonly #op: ScannedElement;
  /** The plan's entry of the pads by which data comes in. */
  readonly #inputs: number;
  /** Kinds of post-processing, by the plan's entry of their decoders. */
  readonly #members: ReadonlyMap<number, string>;
  #edges: PadEdgeFacts[] = [];
  #nodes: PostProcessFacts[] = [];
  /** Of the node that is open. */
  #pads: Reference[] = [];
  #decoded: { readonly entry: number; readonly pads: readonly Reference[] }[] = [];
  #kept = 0;
  #isWhole = true;

  constructor(private readonly plan: ValidationPlan) {
    this.#pad = new ScannedElement(plan, 'ProtoMDLPad');
    this.#edge = new ScannedElement(plan, 'ProtoMDLPadEdge');
    this.#op = new ScannedElement(plan, 'ProtoMDLOp');
    this.#inputs = plan.entry('ProtoMDLOp', 'input_pads');
    this.#members = new Map(
      DECODERS.map(({ member }) => [
        plan.entry('ProtoMDLOp', `nms_op.${member}.bbox_decoders`),
        `nms_op.${member}`,
      ]),
    );
  }

  start(): void {
    this.#edges = [];
    this.#nodes = [];
    this.#pads = [];
    this.#decoded = [];
    this.#kept = 0;
    this.#isWhole = true;
  }

  leaving(): readonly Leaving[] {
    const type = (typeName: string): number => this.plan.typeNames.indexOf(typeName);
    return [
      [type('ProtoMDLPad'), (scanner) => this.#leavePad(scanner)],
      [type('ProtoMDLPadEdge'), (scanner) => this.#leaveEdge(scanner)],
      [type('ProtoMDLOp'), (scanner) => this.#leaveOp(scanner)],
      ...Object.entries(PADS_OF).map(([typeName, fields]): Leaving => {
        const decoder = new ScannedElement(this.plan, typeName);
        return [type(typeName), (scanner) => this.#leaveDecoder(scanner, decoder, fields)];
      }),
    ];
  }

  /** The graph of the group that ends; undefined where nothing in it is post-processed. */
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
    if (frames.entry[frames.depth] !== this.#inputs) return;
    if (this.#mayKeep()) this.#pads.push(this.#pad.at(scanner).reference('index'));
  }

  #leaveEdge(scanner: Scanner): void {
    if (!this.#mayKeep()) return;
    const edge = this.#edge.at(scanner);
    this.#edges.push({ from: edge.value('src'), to: edge.value('dst') });
  }

  #leaveDecoder(scanner: Scanner, decoder: ScannedElement, fields: readonly string[]): void {
    if (!this.#mayKeep()) return;
    const { frames } = scanner;
    const pads = fields.map((field) => decoder.at(scanner).reference(field));
    this.#decoded.push({ entry: frames.entry[frames.depth] as number, pads });
  }

  #leaveOp(scanner: Scanner): void {
    const inputs = this.#pads;
    if (inputs.length > 0) this.#pads = [];
    const kinds = this.#decoded;
    if (kinds.length > 0) this.#decoded = [];
    const op = this.#op.at(scanner);
    if (!op.has('nms_op') && !op.has('logits_op')) return;
    // Of several kinds of post-processing the last one counts.
    const decoded = kinds.flatMap(({ entry, pads }) =>
      op.has('nms_op') && op.has(this.#members.get(entry) ?? '') ? pads : [],
    );
    if (!this.#mayKeep()) return;
    const { offset, length, path } = op.place();
    this.#nodes.push({ offset, length, path, inputs, decoded });
  }

  /** A graph has some dozens of pads; a hostile one has millions. */
  #mayKeep(): boolean {
    if (this.#kept >= MAX_GRAPH_PADS) this.#isWhole = false;
    else this.#kept++;
    return this.#isWhole;
  }
}
