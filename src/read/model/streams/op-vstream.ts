import type { OpView } from '../mdl.gen.js';
import type { Shape } from '../summary.js';
import {
  boxesByClassBytes,
  maskBytes,
  maskedBoxesBytes,
  NUMBERS_OF_BOX,
  tensorBytes,
} from './frame-bytes.js';
import { NO_QUANTIZATION } from './layer-streams.js';
import { orderOfPad, typeOfPad } from './orders.js';
import type { HardwareStream, PostProcessing, StreamRelease, VirtualStream } from './stream-info.js';

/** Number of values of a decoded box, without the scores of its classes. */
const VALUES_OF_BOX = 4;
/** Number of values of a decoded YOLOv5 box, the objectness score included. */
const VALUES_OF_YOLOV5_BOX = 5;

/**
 * Returns the virtual stream that a node of post-processing makes.
 * @param streams the node's inputs, in the order of its pads
 */
export function opVstream(
  op: PostProcessing,
  node: OpView,
  streams: readonly HardwareStream[],
  network: string,
  release: StreamRelease,
): VirtualStream {
  const hardware = [...new Set(streams.map(({ name }) => name))].sort(byBytes);
  const base = {
    direction: 'output',
    name: op.output,
    network,
    transposed: false,
    hardware,
    originalNames: [],
  } as const;
  return op.nms === null
    ? { ...base, ...logits(op, node, streams[0]) }
    : { ...base, ...boxes(op, op.nms, streams, release) };
}

type OfKind = Pick<VirtualStream, 'order' | 'type' | 'shape' | 'nms' | 'frameBytes' | 'quantization'>;

/**
 * Returns the properties of the virtual stream that argmax or softmax makes. If the output pad does not
 * specify the order or the type, the input and the operation determine it.
 */
function logits({ kind }: PostProcessing, node: OpView, input: HardwareStream | undefined): OfKind {
  const { formatOrder = 0, formatType = 0 } = node.outputPads.at(0) ?? {};
  const isArgmax = kind === 'ARGMAX';
  const source = input === undefined ? { height: 0, width: 0, features: 0 } : tensorShape(input);
  const shape: Shape = isArgmax ? { ...source, features: 1 } : source;
  const openType = isArgmax ? (input?.type ?? 'AUTO') : 'FLOAT32';
  const type = formatType === 0 ? openType : typeOfPad(formatType);
  return {
    order: formatOrder === 0 ? openOrder(input?.order ?? 'AUTO', isArgmax) : orderOfPad(formatOrder),
    type,
    shape,
    nms: null,
    frameBytes: tensorBytes(shape, type),
    quantization: input?.quantization ?? NO_QUANTIZATION,
  };
}

/**
 * Returns the shape of a stream as a tensor. A list of boxes becomes a tensor with a row for each class, and
 * a column for each number of a box.
 */
function tensorShape({ shape, nms }: HardwareStream): Shape {
  if (shape !== null) return shape;
  const { classes = 0, maxBoxesPerClass = 0, chunks = 1 } = nms ?? {};
  return { height: classes, width: NUMBERS_OF_BOX, features: maxBoxesPerClass * chunks };
}

function openOrder(device: string, isArgmax: boolean): string {
  if (!isArgmax) return device === 'NHCW' ? 'NHWC' : device;
  if (device === 'NC') return 'NC';
  return ['NHCW', 'NHWC', 'F8CR'].includes(device) ? 'NHW' : 'AUTO';
}

function boxes(
  { kind, decoders, masks }: PostProcessing,
  nms: NonNullable<PostProcessing['nms']>,
  streams: readonly HardwareStream[],
  release: StreamRelease,
): OfKind {
  const quantization = { ...NO_QUANTIZATION, scale: 1 };
  if (nms.boxDecodingOnly) {
    const shape = decodedShape(kind, decoders, nms.classes, streams);
    return {
      order: 'NHWC',
      type: 'FLOAT32',
      shape,
      nms: null,
      frameBytes: tensorBytes(shape, 'FLOAT32'),
      quantization,
    };
  }
  const classes = nms.classes - (nms.backgroundClass === null ? 0 : 1);
  const { maxBoxesPerClass, image } = nms;
  // All releases except 4.20.0 count the background class.
  const maxBoxes = (release === '4.20.0' ? classes : nms.classes) * maxBoxesPerClass;
  const maxMaskBytes = masks === null || image === null ? 0 : maskBytes(image.height, image.width, release);
  return {
    order: masks === null ? 'NMS_BY_CLASS' : 'NMS_WITH_BYTE_MASK',
    type: masks !== null && release === '5.2.0' ? 'UINT8' : 'FLOAT32',
    shape: null,
    nms: {
      by: masks === null ? 'class' : 'score',
      classes,
      maxBoxesPerClass,
      maxBoxes,
      scoreThreshold: nms.scoreThreshold,
      iouThreshold: nms.iouThreshold,
      image,
      maxMaskBytes,
    },
    frameBytes:
      masks === null
        ? boxesByClassBytes(classes, maxBoxesPerClass)
        : maskedBoxesBytes(maxBoxes, maxMaskBytes, release),
    quantization,
  };
}

/** Returns the shape of decoded boxes before suppression: the width is the number of boxes. */
function decodedShape(
  kind: PostProcessing['kind'],
  decoders: PostProcessing['decoders'],
  classes: number,
  streams: readonly HardwareStream[],
): Shape {
  const cells = (name: string): number => {
    const stream = streams.find((one) => one.name === name);
    if (stream === undefined) return 0;
    const { height, width } = tensorShape(stream);
    return height * width;
  };
  const names = [...new Set(streams.map(({ name }) => name))];
  if (kind === 'YOLOV5') {
    const anchors = (name: string): number =>
      decoders.find((decoder) => decoder.streams[0]?.name === name)?.anchors.length ?? 0;
    const width = names.reduce((sum, name) => sum + cells(name) * anchors(name), 0);
    return { height: 1, width, features: classes + VALUES_OF_YOLOV5_BOX };
  }
  // The sum is halved, because each grid has two outputs.
  const width = Math.floor(names.reduce((sum, name) => sum + cells(name), 0) / 2);
  return { height: 1, width, features: classes + VALUES_OF_BOX };
}

const ENCODER = new TextEncoder();

/** Compares names by their UTF-8 bytes. */
function byBytes(a: string, b: string): number {
  const [left, right] = [ENCODER.encode(a), ENCODER.encode(b)];
  for (let i = 0; i < left.length && i < right.length; i++) {
    const difference = (left[i] as number) - (right[i] as number);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
