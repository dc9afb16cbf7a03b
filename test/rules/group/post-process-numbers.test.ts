import { describe, expect, it } from 'vitest';
import { spoiled } from '../../../scripts/corpus/faults.js';
import { asGraph, OUTPUT_PAD, yolov5 } from '../../../scripts/corpus/invalid-graphs.js';
import { explicit, type Fields } from '../../../scripts/corpus/notation.js';
import { oneContext } from '../../../scripts/corpus/valid-networks.js';
import { findings } from '../findings.js';

const CODES = [
  'post-process-image-size',
  'post-process-threshold-range',
  'post-process-threshold-unusual',
  'post-process-class-count',
  'post-process-decoder-incomplete',
  'post-process-no-boxes',
];
const INFO = 'network_groups[0].contexts[0].metadata.edge_layers[1].layer_info';
const LAYER = `${INFO}.edge_layer_base`;

/**
 * Returns the findings (code and field) about a node on the only output of the device, whose shape may be
 * changed.
 */
async function linesOf(node: Fields, shape: Fields = {}, layer: Fields = {}): Promise<readonly string[]> {
  const [withPad, ...graph] = asGraph([node], [{ src: OUTPUT_PAD, dst: 7 }]);
  const { lines } = await findings(
    spoiled(
      oneContext,
      ...Object.entries(shape).map(([name, value]) => [`${LAYER}.${name}`, () => value] as const),
      [INFO, (info) => ({ ...(info as Fields), ...layer })],
      ...(withPad === undefined ? [] : [withPad]),
      ...graph,
    ),
    CODES,
  );
  return lines.map((line) => line.replace(/ network_groups\[0\]\.ops\[1\](\.nms_op)?\.?/, ' ').trim());
}

const decoder = { h: [16], w: [16], stride: 8, pad_index: OUTPUT_PAD };
const yolo = (image: readonly [number, number], ...decoders: readonly Fields[]): Fields =>
  yolov5({ yolo_nms_op: { image_height: image[0], image_width: image[1], bbox_decoders: [...decoders] } });

describe('the image of post-processing', () => {
  const grid = { height: 20, width: 40, padded_height: 20, padded_width: 40 };

  it('must be the part that the grids cover; the last cells may be partly outside', async () => {
    expect(await linesOf(yolo([160, 320], decoder), grid)).toEqual([]);
    expect(await linesOf(yolo([153, 327], decoder), grid)).toEqual([]);
    expect(await linesOf(yolo([152, 320], decoder), grid)).toEqual([
      'warning post-process-image-size yolo_nms_op.image_height',
    ]);
    expect(await linesOf(yolo([160, 640], decoder), grid)).toEqual([
      'warning post-process-image-size yolo_nms_op.image_width',
    ]);
    expect(await linesOf(yolo([320, 160], decoder), grid)).toHaveLength(1);
    expect(await linesOf(yolo([Number.NaN, 320], decoder), grid)).toHaveLength(1);
  });

  it('is right if only one of several decoders does not fit: then the stride of this decoder is wrong', async () => {
    expect(await linesOf(yolo([160, 320], decoder, { ...decoder, stride: 16 }), grid)).toEqual([
      'warning post-process-image-size yolo_nms_op.bbox_decoders[1].stride',
    ]);
  });

  it('is not checked against a transposed output', async () => {
    const rows = { ...grid, format: 1 };
    expect(await linesOf(yolo([320, 160], decoder), rows, { transposed: true })).toEqual([]);
  });
});

describe('thresholds', () => {
  it.each([
    [{ nms_score_th: 0 }, []],
    [{ nms_score_th: 0.9 }, []],
    [{ nms_score_th: 0.91 }, ['info post-process-threshold-unusual nms_score_th']],
    [{ nms_score_th: 1 }, ['info post-process-threshold-unusual nms_score_th']],
    [{ nms_score_th: 1.01 }, ['warning post-process-threshold-range nms_score_th']],
    [{ nms_score_th: -0.1 }, ['warning post-process-threshold-range nms_score_th']],
    [{ nms_iou_th: 1 }, []],
    [{ nms_iou_th: 1e-9 }, []],
    [{ nms_iou_th: explicit(0) }, ['info post-process-threshold-unusual nms_iou_th']],
    [{ nms_iou_th: Number.NaN }, ['warning post-process-threshold-range nms_iou_th']],
  ])('%o', async (changes, lines) => {
    expect(await linesOf(yolov5(changes))).toEqual(lines);
  });

  it('are ignored if every box is kept', async () => {
    expect(await linesOf(yolov5({ nms_score_th: 7, nms_iou_th: 0, bbox_decoding_only: true }))).toEqual([]);
  });
});

describe('classes', () => {
  const MISMATCH = ['warning post-process-class-count classes'];

  it('follow from the number of features: the base output has 10 features, for 5 classes and the 5 numbers of a box', async () => {
    expect(await linesOf(yolov5({ classes: 5 }))).toEqual([]);
    expect(await linesOf(yolov5({ classes: 4 }))).toEqual(MISMATCH);
    expect(await linesOf(yolov5({ classes: 5, background_removal: true }))).toEqual([]);
  });

  it('are counted for each anchor', async () => {
    const anchors = [1, 2, 3];
    const shape = { features: 255, padded_features: 256 };
    const node = (classes: number): Fields => ({
      ...yolov5({
        classes,
        yolo_nms_op: {
          image_height: 8,
          image_width: 8,
          bbox_decoders: [{ ...decoder, h: anchors, w: anchors }],
        },
      }),
    });
    expect(await linesOf(node(80), shape)).toEqual([]);
    expect(await linesOf(node(81), shape)).toEqual(MISMATCH);
  });

  it('are those of the output with the scores, for kinds with an output for each part', async () => {
    const pads = { reg_pad_index: OUTPUT_PAD, cls_pad_index: OUTPUT_PAD, stride: 8 };
    const node = (classes: number): Fields =>
      yolov5({
        classes,
        yolo_nms_op: undefined,
        yolov8_nms_op: { image_height: 8, image_width: 8, bbox_decoders: [pads] },
      });
    const shape = { features: 12, padded_features: 16 };
    expect(await linesOf(node(12), shape)).toEqual([]);
    expect(await linesOf(node(10), shape)).toEqual(MISMATCH);
    const ssd = (h: readonly number[]): Fields =>
      yolov5({
        classes: 4,
        yolo_nms_op: undefined,
        ssd_nms_op: { bbox_decoders: [{ ...pads, stride: undefined, h: [...h], w: [...h] }] },
      });
    expect(await linesOf(ssd([1, 2, 3]), shape)).toEqual([]);
    expect(await linesOf(ssd([1, 2]), shape)).toEqual(MISMATCH);
  });

  it('must agree with the output pad, which may leave out the background', async () => {
    const node = (ofPad: number, changes: Fields = {}): Fields => ({
      ...yolov5(changes),
      output_pads: [{ index: 8, name: 'out', nms_shape: { number_of_classes: ofPad } }],
    });
    expect(await linesOf(node(5))).toEqual([]);
    expect(await linesOf(node(4))).toEqual(MISMATCH);
    expect(await linesOf(node(4, { background_removal: true }))).toEqual([]);
  });

  it('must include at least one besides the background, and allow at least one box', async () => {
    const classes = ['warning post-process-no-boxes classes'];
    expect(await linesOf(yolov5({ classes: explicit(0) }))).toEqual(classes);
    expect(await linesOf(yolov5({ classes: 1, background_removal: true }))).toEqual(classes);
    expect(await linesOf(yolov5({ max_proposals_per_class: 0, bbox_decoding_only: true }))).toEqual([]);
  });
});

describe('a decoder', () => {
  const INCOMPLETE = ['warning post-process-decoder-incomplete yolo_nms_op.bbox_decoders[0]'];

  it('needs a stride and anchors', async () => {
    expect(await linesOf(yolo([8, 8], decoder))).toEqual([]);
    expect(await linesOf(yolo([8, 8], { ...decoder, stride: 0 }))).toEqual(INCOMPLETE);
    expect(await linesOf(yolo([8, 8], { ...decoder, h: [], w: [] }))).toEqual(INCOMPLETE);
    expect(await linesOf(yolo([8, 8]))).toEqual(['warning post-process-decoder-incomplete']);
  });

  it('is not checked if no release accepts the node', async () => {
    expect(await linesOf(yolo([99, 99], { ...decoder, pad_index: 4, stride: 0 }))).toEqual([]);
    expect(await linesOf(yolo([99, 99], { ...decoder, h: [1, 2] }))).toEqual([]);
  });
});
