/** One file for each rule about groups that are graphs: computations of the host on outputs of the device. */
import { type Change, CONTEXT, spoiled, without } from './faults.js';
import { at, type Fields, type Value } from './notation.js';
import { error, info, type Plan, warning } from './specimen.js';
import { oneContext } from './valid-networks.js';

/** Pad of the only output of the base network. */
export const OUTPUT_PAD = 3;

/**
 * Returns the changes that make the base network a graph: its output gets a pad, and further nodes run on the
 * host.
 */
export function asGraph(nodes: readonly Value[], edges: readonly Fields[]): Change[] {
  return [
    [`${CONTEXT}.metadata.edge_layers[1]`, (layer) => ({ ...(layer as Fields), pad_index: OUTPUT_PAD })],
    [
      'network_groups[0]',
      (first) => ({
        network_group_metadata: (first as Fields).network_group_metadata,
        sorted_outputs_order: (first as Fields).sorted_outputs_order,
        ops: [at('op', { core_op: without(first, 'networks_names') }), ...nodes],
        pad_edges: [...edges],
      }),
    ],
    ['extensions', (list) => [...(list as Value[]), { type_index: at('type', 13) }]],
  ];
}

const REMARKS = [info('newer-layout', 'op'), info('extension-not-loadable', 'type')];

/**
 * Returns the base network as a graph with one more node, whose input pad 7 receives the output of the
 * device.
 */
function oneNode(node: Value) {
  return spoiled(oneContext, ...asGraph([node], [{ src: OUTPUT_PAD, dst: 7 }]));
}

/** Boxes of one anchor, for the output of the base network: 1 × 1 cells with 10 features. */
const DECODER: Fields = { h: [16], w: [16], stride: 8, pad_index: OUTPUT_PAD };

/** Returns a node that finds boxes of five classes in that output. */
export function yolov5(changes: Fields): Fields {
  return {
    name: 'boxes',
    input_pads: [{ index: 7 }],
    output_pads: [{ index: 8, name: 'out' }],
    nms_op: {
      nms_score_th: 0.25,
      nms_iou_th: 0.6,
      max_proposals_per_class: 100,
      classes: 5,
      yolo_nms_op: { image_height: 8, image_width: 8, bbox_decoders: [DECODER] },
      ...changes,
    },
  };
}

export const INVALID_GRAPHS: readonly Plan[] = [
  {
    name: 'post-process-pad-unconnected',
    about:
      'Three nodes on the host: the input of one node has no edge, and the edge to another node comes from a pad that is not an output.',
    content: spoiled(
      oneContext,
      ...asGraph(
        [
          {
            name: 'good',
            logits_op: {},
            input_pads: [{ index: 7 }],
            output_pads: [{ index: 10, name: 'out' }],
          },
          {
            name: 'alone',
            logits_op: {},
            input_pads: [{ index: at('alone', 8) }],
            output_pads: [{ index: 10, name: 'out' }],
          },
          {
            name: 'astray',
            nms_op: { iou_op: {} },
            input_pads: [{ index: at('astray', 9) }],
            output_pads: [{ index: 10, name: 'out' }],
          },
        ],
        [
          { src: OUTPUT_PAD, dst: 7 },
          { src: 4, dst: 9 },
        ],
      ),
    ),
    expected: [
      error('post-process-pad-unconnected', 'alone'),
      error('post-process-pad-unconnected', 'astray'),
      ...REMARKS,
    ],
  },
  {
    name: 'post-process-decoder-unknown-pad',
    about: 'A decoder of boxes names the input pad instead of the output of the device.',
    content: oneNode({
      name: 'boxes',
      input_pads: [{ index: 7 }],
      output_pads: [{ index: 8, name: 'boxes' }],
      nms_op: {
        yolo_nms_op: {
          bbox_decoders: [
            { h: [16], w: [16], stride: 8, pad_index: OUTPUT_PAD },
            { h: [32], w: [32], stride: 16, pad_index: at('here', 7) },
          ],
        },
      },
    }),
    expected: [error('post-process-decoder-unknown-pad', 'here'), ...REMARKS],
  },
  {
    name: 'post-process-unknown',
    about: 'Post-processing of boxes by an unknown method.',
    content: oneNode(
      at('here', {
        name: 'boxes',
        input_pads: [{ index: 7 }],
        output_pads: [{ index: 8, name: 'out' }],
        nms_op: {},
      } as Value),
    ),
    expected: [error('post-process-unknown', 'here'), ...REMARKS],
  },
  {
    name: 'post-process-pads',
    about: 'Logits without an output.',
    content: oneNode(at('here', { name: 'classes', input_pads: [{ index: 7 }], logits_op: {} } as Value)),
    expected: [error('post-process-pads', 'here'), ...REMARKS],
  },
  {
    name: 'post-process-decoders',
    about: 'A decoder with two heights and one width of anchors.',
    content: oneNode(
      at('here', {
        name: 'boxes',
        input_pads: [{ index: 7 }],
        output_pads: [{ index: 8, name: 'out' }],
        nms_op: { yolo_nms_op: { bbox_decoders: [{ h: [16, 32], w: [16], pad_index: OUTPUT_PAD }] } },
      } as Value),
    ),
    expected: [error('post-process-decoders', 'here'), ...REMARKS],
  },
  {
    name: 'post-process-image-size',
    about: 'A grid of 1 × 1 cells of 8 pixels, and an image of 32 × 32.',
    content: oneNode(
      yolov5({ yolo_nms_op: { image_height: at('here', 32), image_width: 32, bbox_decoders: [DECODER] } }),
    ),
    expected: [warning('post-process-image-size', 'here'), ...REMARKS],
  },
  {
    name: 'post-process-threshold-range',
    about: 'A score threshold that is given in percent.',
    content: oneNode(yolov5({ nms_score_th: at('here', 25) })),
    expected: [warning('post-process-threshold-range', 'here'), ...REMARKS],
  },
  {
    name: 'post-process-threshold-unusual',
    about: 'An overlap threshold of 0, at which only one of two touching boxes is kept.',
    content: oneNode(yolov5({ nms_iou_th: at('here', 0) })),
    expected: [info('post-process-threshold-unusual', 'here'), ...REMARKS],
  },
  {
    name: 'post-process-class-count',
    about: 'An output of 10 features, which has 5 classes, and a node with 80 classes.',
    content: oneNode(yolov5({ classes: at('here', 80) })),
    expected: [warning('post-process-class-count', 'here'), ...REMARKS],
  },
  {
    name: 'post-process-decoder-incomplete',
    about: 'A decoder without anchors.',
    content: oneNode(
      yolov5({
        yolo_nms_op: {
          image_height: 8,
          image_width: 8,
          bbox_decoders: [at('here', { stride: 8, pad_index: OUTPUT_PAD })],
        },
      }),
    ),
    expected: [warning('post-process-decoder-incomplete', 'here'), ...REMARKS],
  },
  {
    name: 'post-process-no-boxes',
    about: 'A maximum of zero boxes for each class.',
    content: oneNode(yolov5({ max_proposals_per_class: at('here', 0) })),
    expected: [warning('post-process-no-boxes', 'here'), ...REMARKS],
  },
];
