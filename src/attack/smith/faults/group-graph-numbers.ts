/** Faults of numbers in the host's post-processing. Loaders accept these numbers, but compute wrong boxes. */
import { ensureMessage, fieldOfType, messageRecord, scalarRecord } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import type { RecordNode } from '../../../read/tree/record.js';
import { messagesAt } from '../../../read/tree/walk.js';
import type { Random } from '../../random.js';
import { type Expected, type Faults, needed, needing } from './fault.js';
import { addBoxes, GRAPHS } from './group-graph.js';
import {
  CONNECTION,
  connectionOf,
  DIRECTION,
  directionOf,
  numberAt,
  oneOf,
  someOf,
  treeContexts,
  treeEdges,
  treeGroups,
} from './places.js';

/** Value of `format` for lists of boxes. */
const FORMAT_NMS = 6;
/** Numbers in a YOLOv5 box, in addition to the scores of its classes. */
const BOX = 5;
const STRIDE = 8;

/** An output of the device that a node of the graph can read. */
interface Tensor {
  readonly pad: number;
  readonly height: number;
  readonly width: number;
  readonly features: number;
}

/** Returns the untransposed tensors that the core op of a group's graph passes to the host. */
function tensorsOf(group: MessageNode): Tensor[] {
  const node = messagesAt(group, 'ops', 'core_op')[0];
  const coreOp =
    node === undefined ? undefined : (messagesAt(node, 'partial_core_ops', 'core_op')[0] ?? node);
  if (coreOp === undefined || numberAt(coreOp, 'network_group_metadata', 'transposed_net') !== 0) return [];
  const seen = new Set<number>();
  return treeContexts(coreOp)
    .flatMap(treeEdges)
    .flatMap((edge) => {
      const [layer] = messagesAt(edge, 'layer_info');
      const [base] = messagesAt(edge, 'layer_info', 'edge_layer_base');
      if (directionOf(edge) !== DIRECTION.D2H || connectionOf(edge) !== CONNECTION.BOUNDARY) return [];
      if (edge.field('pad_index') === undefined) return [];
      const pad = numberAt(edge, 'pad_index');
      // If several layers have the same pad, loaders use the first layer.
      if (seen.has(pad)) return [];
      seen.add(pad);
      if (layer === undefined || base === undefined || numberAt(layer, 'transposed') !== 0) return [];
      if (numberAt(base, 'format') === FORMAT_NMS) return [];
      const [height, width, features] = [
        numberAt(base, 'height'),
        numberAt(base, 'width'),
        numberAt(base, 'features'),
      ];
      return [{ pad, height, width, features }];
    });
}

function nmsNumber(name: string, value: number): RecordNode {
  return scalarRecord(fieldOfType('ProtoMDLNmsOp', name), value);
}

/** Makes the records of a node that selects among boxes of the device. */
function chosen(numbers: Readonly<Record<string, number>>): RecordNode[] {
  const usual = { nms_score_th: 0.25, nms_iou_th: 0.5, max_proposals_per_class: 100, classes: 80 };
  const all = Object.entries({ ...usual, ...numbers });
  return [
    ...all.map(([name, value]) => nmsNumber(name, value)),
    messageRecord(fieldOfType('ProtoMDLNmsOp', 'iou_op'), []),
  ];
}

/** Makes the records of a node that decodes boxes from one tensor with one anchor. */
function decoded(
  group: MessageNode,
  { pad }: Tensor,
  classes: number,
  [height, width]: readonly [number, number],
): { readonly nms: MessageNode; readonly kind: MessageNode; readonly decoder: MessageNode } {
  const numbers = { nms_score_th: 0.25, nms_iou_th: 0.5, max_proposals_per_class: 100, classes };
  const node = addBoxes(
    group,
    Object.entries(numbers).map(([name, value]) => nmsNumber(name, value)),
  );
  const nms = node.message?.field('nms_op')?.message as MessageNode;
  const kind = ensureMessage(nms, 'yolo_nms_op');
  kind.append(scalarRecord(kind.fieldTable('image_height'), height));
  kind.append(scalarRecord(kind.fieldTable('image_width'), width));
  const record = messageRecord(kind.fieldTable('bbox_decoders'));
  kind.append(record);
  const decoder = record.message as MessageNode;
  for (const [name, value] of Object.entries({ h: 16, w: 16, stride: STRIDE, pad_index: pad })) {
    decoder.append(scalarRecord(decoder.fieldTable(name), value));
  }
  return { nms, kind, decoder };
}

function somewhere(
  root: MessageNode,
  random: Random,
): { readonly group: MessageNode; readonly tensor: Tensor } {
  const group = someOf(random, treeGroups(root));
  return { group, tensor: needed(oneOf(random, tensorsOf(group))) };
}

function record(message: MessageNode, name: string): RecordNode {
  return message.field(name) as RecordNode;
}

export const GRAPH_NUMBER_FAULTS: Faults = {
  'post-process-image-size': needing(GRAPHS, ({ root, random }) => {
    const { group, tensor } = somewhere(root, random);
    const [height, width] = [tensor.height * STRIDE, tensor.width * STRIDE];
    const isTooHigh = random.chance(50);
    const image = isTooHigh
      ? ([2 * height + STRIDE, width] as const)
      : ([height, 2 * width + STRIDE] as const);
    const classes = Math.max(1, tensor.features - BOX);
    const { nms, kind } = decoded(group, tensor, classes, image);
    const expected: Expected[] = [{ at: record(kind, isTooHigh ? 'image_height' : 'image_width') }];
    if (classes + BOX !== tensor.features) {
      expected.push({ code: 'post-process-class-count', at: record(nms, 'classes') });
    }
    return expected;
  }),
  'post-process-threshold-range': needing(GRAPHS, ({ root, random }) => {
    const name = random.one(['nms_score_th', 'nms_iou_th'] as const);
    const value = random.one([-0.5, 1.25, 25, Number.NaN, Number.POSITIVE_INFINITY]);
    const node = addBoxes(someOf(random, treeGroups(root)), chosen({ [name]: value }));
    return [{ at: record(node.message?.field('nms_op')?.message as MessageNode, name) }];
  }),
  'post-process-threshold-unusual': needing(GRAPHS, ({ root, random }) => {
    const name = random.one(['nms_score_th', 'nms_iou_th'] as const);
    const value = name === 'nms_score_th' ? random.between(91, 100) / 100 : 0;
    const node = addBoxes(someOf(random, treeGroups(root)), chosen({ [name]: value }));
    return [{ at: record(node.message?.field('nms_op')?.message as MessageNode, name) }];
  }),
  'post-process-class-count': needing(GRAPHS, ({ root, random }) => {
    const { group, tensor } = somewhere(root, random);
    const classes = Math.max(0, tensor.features - BOX) + random.between(1, 80);
    const { nms } = decoded(group, tensor, classes, [tensor.height * STRIDE, tensor.width * STRIDE]);
    return [{ at: record(nms, 'classes') }];
  }),
  'post-process-decoder-incomplete': needing(GRAPHS, ({ root, random }) => {
    const group = someOf(random, treeGroups(root));
    const tensor = oneOf(random, tensorsOf(group));
    if (tensor === undefined || random.chance(25)) {
      const records = chosen({}).slice(0, -1);
      return [
        { at: addBoxes(group, [...records, messageRecord(fieldOfType('ProtoMDLNmsOp', 'yolo_nms_op'), [])]) },
      ];
    }
    // With one anchor, a tensor has `BOX` more features than classes. At least one class is required.
    const classes = Math.max(1, tensor.features - BOX);
    const size = [tensor.height * STRIDE, tensor.width * STRIDE] as const;
    const { nms, decoder } = decoded(group, tensor, classes, size);
    const at = decoder.owner as RecordNode;
    if (random.chance(50)) {
      decoder.setRecords(decoder.records.filter(({ field }) => field?.name !== 'h' && field?.name !== 'w'));
      return [{ at }];
    }
    decoder.setRecords(decoder.records.filter(({ field }) => field?.name !== 'stride'));
    const expected: Expected[] = [{ at }];
    if (classes + BOX !== tensor.features) {
      expected.push({ code: 'post-process-class-count', at: record(nms, 'classes') });
    }
    return expected;
  }),
  'post-process-no-boxes': needing(GRAPHS, ({ root, random }) => {
    const name = random.one(['classes', 'max_proposals_per_class'] as const);
    const node = addBoxes(someOf(random, treeGroups(root)), chosen({ [name]: 0 }));
    return [{ at: record(node.message?.field('nms_op')?.message as MessageNode, name) }];
  }),
};
