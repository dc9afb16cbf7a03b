import { codesOf } from '../../../base/diagnostics/catalogue.js';
import type { Report } from '../../../base/diagnostics/diagnostic.js';
import { coversImage, coversSide, type Grid } from '../../../read/model/streams/image-cover.js';
import { type FactPlace, factPlace, findingAt, type Reference } from '../facts/fact-place.js';
import type { DecoderFacts, NmsNumbers, PostProcessFacts } from '../facts/graph.js';
import { type GraphInputs, hasFault, type OutputLayer } from '../facts/post-process.js';
import type { Rule } from '../rule.js';
import { graphsOf } from './post-process.js';

/**
 * Number of values of a YOLOv5 box besides the scores of classes: position (2), size (2), and the score for
 * any object.
 */
const NUMBERS_OF_YOLOV5_BOX = 5;
/** A higher score threshold drops nearly every box of a typical network. */
const HIGH_SCORE = 0.9;

/**
 * Checks the numbers of post-processing. Loaders do not check these numbers, and wrong numbers give wrong
 * boxes.
 */
export const postProcessNumberRules: Rule = {
  codes: codesOf('network-group', {
    'post-process-image-size': {
      severity: 'warning',
      stage: 'inference',
      summary: 'an image size that differs from the area that the grids of the decoders cover',
      why:
        'A decoder places boxes by its stride: a grid of 40 × 40 cells of 8 pixels covers an image of 320 ' +
        '× 320. The host then divides each box by the image size. With 640 × 640 instead, all boxes have ' +
        'half their size and lie in the upper left quarter.',
      runtime: 'Loads, and returns wrong boxes.',
      wrong:
        'nms_op { yolov8_nms_op { image_height: 640 image_width: 640 bbox_decoders { stride: 8 … } } }  # 40 × 40 cells',
      fix: 'nms_op { yolov8_nms_op { image_height: 320 image_width: 320 bbox_decoders { stride: 8 … } } }',
    },
    'post-process-threshold-range': {
      severity: 'warning',
      stage: 'inference',
      summary: 'a post-processing threshold outside 0 to 1',
      why:
        'Scores and overlaps lie between 0 and 1. No box passes a score threshold above 1; every box ' +
        'passes a threshold below 0.',
      runtime: 'Loads, and returns no boxes or too many.',
      wrong: 'nms_op { nms_score_th: 25 nms_iou_th: 0.6 }',
      fix: 'nms_op { nms_score_th: 0.25 nms_iou_th: 0.6 }',
    },
    'post-process-threshold-unusual': {
      severity: 'info',
      stage: 'inference',
      summary: 'a score threshold above 0.9, or an IoU threshold of 0',
      why:
        'With a score threshold above 0.9, most networks return few boxes. With an IoU threshold of 0, ' +
        'each box removes all boxes of its class that touch it.',
      runtime: 'Loads. An application can set other thresholds.',
      wrong: 'nms_op { nms_score_th: 0.25 }  # nms_iou_th is 0',
      fix: 'nms_op { nms_score_th: 0.25 nms_iou_th: 0.6 }',
    },
    'post-process-class-count': {
      severity: 'warning',
      stage: 'inference',
      summary: 'a number of classes that does not match the outputs with the scores',
      why:
        'The output with the scores has one feature for each class (YOLOX, YOLOv8), or one for each class ' +
        'and anchor (SSD). In YOLOv5, the output has for each anchor one feature per class, 5 numbers of ' +
        'the box, and the coefficients of the mask. With the wrong number, the values of one class are ' +
        'read as the values of another class. If the device itself finds the boxes, its own list sets the ' +
        'classes, and a different number is only a note.',
      runtime: "Loads, with the node's number of classes.",
      wrong:
        'nms_op { classes: 80 yolov8_nms_op { bbox_decoders { cls_pad_index: 3 … } } }  # an output with 20 features',
      fix: 'nms_op { classes: 20 yolov8_nms_op { bbox_decoders { cls_pad_index: 3 … } } }',
    },
    'post-process-decoder-incomplete': {
      severity: 'warning',
      stage: 'inference',
      summary: 'boxes without a decoder, or a decoder without its stride or anchors',
      why:
        'The stride of the grid sets the position of a box. In YOLOv5 and SSD, an anchor (height and ' +
        'width) sets its size.',
      runtime: 'Loads, and returns no boxes of this decoder, or boxes of size 0.',
      wrong: 'yolo_nms_op { bbox_decoders { pad_index: 3 stride: 8 } }',
      fix: 'yolo_nms_op { bbox_decoders { pad_index: 3 stride: 8 h: [13, 30, 23] w: [10, 16, 33] } }',
    },
    'post-process-no-boxes': {
      severity: 'warning',
      stage: 'inference',
      summary: 'post-processing with 0 classes, or with 0 boxes for each class',
      why: 'The application always gets an empty list of boxes.',
      runtime: 'Loads.',
      wrong: 'nms_op { classes: 80 }',
      fix: 'nms_op { classes: 80 max_proposals_per_class: 100 }',
    },
  }),
  file: (file, report) => {
    for (const { graph, inputs } of graphsOf(file)) {
      for (const node of graph.nodes) {
        if (node.numbers !== undefined && !hasFault(node, inputs)) {
          checkNumbers(node, node.numbers, inputs, report);
        }
      }
    }
  },
};

function checkNumbers(
  node: PostProcessFacts,
  numbers: NmsNumbers,
  inputs: GraphInputs,
  report: Report,
): void {
  checkThresholds(node, numbers, report);
  const isEmpty = checkCounts(node, numbers, report);
  if (node.method === 'iou_op') {
    if (!isEmpty) checkDeviceClasses(node, numbers, inputs, report);
    return;
  }
  if (node.decoders.length === 0) {
    report(findingAt(factPlace(node), 'post-process-decoder-incomplete', 'the node has no decoder'));
  }
  for (const decoder of node.decoders) checkDecoder(node, decoder, report);
  checkImage(node, numbers, inputs, report);
  if (!isEmpty) checkClasses(node, numbers, inputs, report);
}

function checkThresholds({ isBboxOnly }: PostProcessFacts, numbers: NmsNumbers, report: Report): void {
  const { scoreThreshold, iouThreshold, masks } = numbers;
  const check = (threshold: Reference, name: string, unusual = false): void => {
    const { value } = threshold;
    const code = value >= 0 && value <= 1 ? 'post-process-threshold-unusual' : 'post-process-threshold-range';
    if (code === 'post-process-threshold-range' || unusual) {
      report(findingAt(threshold, code, `${name} is ${shortened(value)}`, undefined, undefined, [name]));
    }
  };
  // If boxes are only decoded, no boxes are dropped.
  if (!isBboxOnly) {
    check(scoreThreshold, 'nms_score_th', scoreThreshold.value > HIGH_SCORE);
    check(iouThreshold, 'nms_iou_th', iouThreshold.value === 0);
  }
  if (masks !== undefined) check(masks.threshold, 'mask_threshold');
}

/** Formats a number without the digits that result from the conversion to a 32-bit float. */
function shortened(value: number): string {
  return Math.fround(value) === value ? String(Number(value.toPrecision(7))) : String(value);
}

/** @returns true if there are no classes */
function checkCounts({ isBboxOnly }: PostProcessFacts, numbers: NmsNumbers, report: Report): boolean {
  const { classes, boxes, hasBackground } = numbers;
  const found = classes.value - (hasBackground ? 1 : 0);
  if (found <= 0) {
    const message = classes.value > 0 ? 'the only class is the background' : 'there is no class';
    report(findingAt(classes, 'post-process-no-boxes', message));
  }
  if (boxes.value === 0 && !isBboxOnly) {
    report(findingAt(boxes, 'post-process-no-boxes', 'the maximum number of boxes for a class is 0'));
  }
  return found <= 0;
}

function checkDecoder({ method }: PostProcessFacts, decoder: DecoderFacts, report: Report): void {
  const { stride, heights, widths } = decoder;
  const incomplete = (message: string, arg: string): void =>
    report(
      findingAt(factPlace(decoder), 'post-process-decoder-incomplete', message, undefined, undefined, [arg]),
    );
  if (stride?.value === 0) incomplete('the decoder has no stride', 'stride');
  if (!hasAnchors(method)) return;
  if (heights.length !== widths.length) {
    incomplete(`the decoder has ${heights.length} heights and ${widths.length} widths of anchors`, 'anchors');
  } else if (heights.length === 0) incomplete('the decoder has no anchors', 'anchors');
}

function hasAnchors(method: PostProcessFacts['method']): boolean {
  return method === 'yolo_nms_op' || method === 'yolo_seg_op' || method === 'ssd_nms_op';
}

/** A decoder, with the part of the image that its grid covers. */
interface Covered extends Grid {
  readonly decoder: DecoderFacts;
}

function checkImage(
  { decoders }: PostProcessFacts,
  { image }: NmsNumbers,
  inputs: GraphInputs,
  report: Report,
): void {
  if (image === undefined) return;
  const [height, width] = [image.height.value, image.width.value];
  const grids = decoders.flatMap((decoder) => coveredBy(decoder, inputs));
  const misfits = grids.filter((grid) => !coversImage(grid, height, width));
  const [first] = misfits;
  if (first === undefined) return;
  const size = `the image is ${shortened(height)} × ${shortened(width)}`;
  const agree = misfits.every((grid) => sidesOf(grid) === sidesOf(first));
  if (misfits.length === grids.length && agree) {
    const cells = grids.map(cellsOf).join(', ');
    const at = coversSide(first.rows, first.stride, height) ? image.width : image.height;
    const message = `${size}, and the grids cover ${sidesOf(first)}: ${cells}`;
    report(findingAt(at, 'post-process-image-size', message));
    return;
  }
  for (const grid of misfits) {
    const message = `${size}, and the grid covers ${sidesOf(grid)}: ${cellsOf(grid)}`;
    report(findingAt(grid.decoder.stride as FactPlace, 'post-process-image-size', message));
  }
}

function coveredBy(decoder: DecoderFacts, inputs: GraphInputs): Covered[] {
  const layer = inputs.layer(decoder.pads[0]?.value);
  const stride = decoder.stride?.value ?? 0;
  // It is not known which side of a transposed output a release uses as its rows.
  if (layer === undefined || layer.isList || layer.isTransposed || stride === 0) return [];
  return [{ decoder, stride, rows: layer.height, columns: layer.width }];
}

function sidesOf({ rows, columns, stride }: Covered): string {
  return `${rows * stride} × ${columns * stride}`;
}

function cellsOf({ rows, columns, stride }: Covered): string {
  return `${rows} × ${columns} cells of ${stride}`;
}

function checkClasses(
  { method, decoders }: PostProcessFacts,
  { classes, masks, padClasses, hasBackground }: NmsNumbers,
  inputs: GraphInputs,
  report: Report,
): void {
  const { value } = classes;
  const disagree = (message: string, arg: string): void =>
    report(
      findingAt(classes, 'post-process-class-count', `classes is ${value}, and ${message}`, [], undefined, [
        arg,
      ]),
    );
  const isOfPad = padClasses === value || (hasBackground && padClasses === value - 1);
  if (padClasses > 0 && !isOfPad) disagree(`the output pad has ${padClasses}`, 'pad');
  for (const { pads, heights, widths } of decoders) {
    if (heights.length !== widths.length || (hasAnchors(method) && heights.length === 0)) continue;
    const layer = inputs.layer((pads[1] ?? pads[0])?.value);
    if (layer === undefined || layer.isList) continue;
    const features = featuresOf(method, value, heights.length, masks?.prototypes ?? 0);
    if (layer.features === features) continue;
    const name = JSON.stringify(layer.name);
    disagree(`${name} has ${layer.features} features instead of ${features}`, layer.name);
  }
}

function featuresOf(
  method: PostProcessFacts['method'],
  classes: number,
  anchors: number,
  prototypes: number,
): number {
  if (method === 'ssd_nms_op') return anchors * classes;
  if (method === 'yolo_nms_op' || method === 'yolo_seg_op') {
    return anchors * (NUMBERS_OF_YOLOV5_BOX + classes + prototypes);
  }
  return classes;
}

/**
 * Compares the number of classes of a node with the device's list of boxes. The runtime loads a list with
 * another number of classes, but reads the list with the number of the node.
 */
function checkDeviceClasses(
  { inputs: own }: PostProcessFacts,
  { classes }: NmsNumbers,
  inputs: GraphInputs,
  report: Report,
): void {
  const [input, ...others] = own;
  const layer: OutputLayer | undefined = input && inputs.layer(inputs.sourceOf(input.value));
  if (layer?.isList !== true || others.length > 0 || layer.height === classes.value) return;
  const message = `classes is ${classes.value}, and ${JSON.stringify(layer.name)} has ${layer.height} on the device`;
  report(findingAt(classes, 'post-process-class-count', message, undefined, 'info'));
}
