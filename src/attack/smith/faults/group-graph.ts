/** Faults of the host's computations on outputs of the device, in groups that are graphs. */
import {
  ensureMessage,
  fieldOfType,
  messageRecord,
  placeFor,
  scalarRecord,
} from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import type { RecordNode } from '../../../read/tree/record.js';
import type { Random } from '../../random.js';
import { type FaultNeeds, type Faults, needing } from './fault.js';
import { someOf, treeGroups } from './places.js';

export const GRAPHS: FaultNeeds = { layouts: ['ops', 'ops-partial'] };
/** Smallest index of pads that faults add; the indexes of pads in generated graphs are smaller. */
const FREE_PADS = 0x1000;
/** Decoders of each kind of post-processing, with their fields for pads. */
const DECODERS = [
  ['yolo_nms_op', ['pad_index']],
  ['yolo_seg_op', ['pad_index']],
  ['yolox_nms_op', ['reg_pad_index', 'cls_pad_index', 'obj_pad_index']],
  ['ssd_nms_op', ['reg_pad_index', 'cls_pad_index']],
  ['yolov8_nms_op', ['reg_pad_index', 'cls_pad_index']],
] as const;

/** Adds a node to a graph, before the records with greater field numbers. */
function addNode(group: MessageNode, ...records: readonly RecordNode[]): RecordNode {
  const node = messageRecord(fieldOfType('ProtoMDLNetworkGroup', 'ops'), records);
  group.insert(placeFor(group, node.number), node);
  return node;
}

/** Makes an output pad, which every node needs. */
function outputPad(): RecordNode {
  return message(
    'ProtoMDLOp',
    'output_pads',
    scalarRecord(fieldOfType('ProtoMDLPad', 'index'), FREE_PADS + 2000),
  );
}

/** Adds a node that computes boxes, with the given records in its `nms_op`. */
export function addBoxes(group: MessageNode, records: readonly RecordNode[]): RecordNode {
  return addNode(group, outputPad(), message('ProtoMDLOp', 'nms_op', ...records));
}

function message(typeName: string, name: string, ...records: readonly RecordNode[]): RecordNode {
  return messageRecord(fieldOfType(typeName, name), records);
}

function addEdge(group: MessageNode, random: Random, pad: number): void {
  const other = FREE_PADS + 1000 + random.below(1000);
  const [from, to] = random.chance(50) ? [other, pad] : [random.below(4), other];
  const records = [
    scalarRecord(fieldOfType('ProtoMDLPadEdge', 'src'), from),
    scalarRecord(fieldOfType('ProtoMDLPadEdge', 'dst'), to),
  ];
  const edge = message('ProtoMDLNetworkGroup', 'pad_edges', ...records);
  group.insert(placeFor(group, edge.number), edge);
}

export const GRAPH_FAULTS: Faults = {
  'post-process-pad-unconnected': needing(GRAPHS, ({ root, random }) => {
    const group = someOf(random, treeGroups(root));
    const pad = FREE_PADS + random.below(1000);
    const at = scalarRecord(fieldOfType('ProtoMDLPad', 'index'), pad);
    const kind = random.chance(50)
      ? message('ProtoMDLOp', 'logits_op')
      : message('ProtoMDLOp', 'nms_op', message('ProtoMDLNmsOp', 'iou_op'));
    addNode(group, message('ProtoMDLOp', 'input_pads', at), outputPad(), kind);
    // The pad has no edge, an edge from an unknown source, or only edges to other pads.
    if (random.chance(67)) addEdge(group, random, pad);
    return [{ at }];
  }),
  'post-process-decoder-unknown-pad': needing(GRAPHS, ({ root, random }) => {
    const group = someOf(random, treeGroups(root));
    const [kind, fields] = random.one(DECODERS);
    const nms = ensureMessage(addNode(group, outputPad()).message as MessageNode, 'nms_op', kind);
    const decoder = messageRecord(nms.fieldTable('bbox_decoders'));
    nms.append(decoder);
    const inner = decoder.message as MessageNode;
    for (const name of fields) {
      inner.append(scalarRecord(inner.fieldTable(name), FREE_PADS + random.below(1000)));
    }
    return fields.map((name) => ({
      at: inner.field(name) as RecordNode,
    }));
  }),
  'post-process-unknown': needing(GRAPHS, ({ root, random }) => {
    const group = someOf(random, treeGroups(root));
    return [{ at: random.chance(50) ? addNode(group, outputPad()) : addBoxes(group, []) }];
  }),
  'post-process-pads': needing(GRAPHS, ({ root, random }) => {
    const group = someOf(random, treeGroups(root));
    const withoutInput = (): RecordNode => addNode(group, outputPad(), message('ProtoMDLOp', 'logits_op'));
    const withoutOutput = (): RecordNode =>
      addNode(group, message('ProtoMDLOp', 'nms_op', message('ProtoMDLNmsOp', 'iou_op')));
    return [{ at: random.chance(50) ? withoutInput() : withoutOutput() }];
  }),
  'post-process-decoders': needing(GRAPHS, ({ root, random }) => {
    const group = someOf(random, treeGroups(root));
    const kind = random.one(['yolo_seg_op', 'yolox_nms_op', 'ssd_nms_op'] as const);
    // The node is either a segmentation of a layer that is not its input, or a YOLOX or SSD computation
    // without the final selection of boxes, which YOLOX and SSD do not support.
    const records = [message('ProtoMDLNmsOp', kind)];
    if (kind !== 'yolo_seg_op') {
      records.push(scalarRecord(fieldOfType('ProtoMDLNmsOp', 'bbox_decoding_only'), 1));
    }
    return [{ at: addBoxes(group, records) }];
  }),
};
