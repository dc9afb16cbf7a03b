import type { NmsOpView, OpView, YoloBboxDecoderView } from '../mdl.gen.js';
import { MAX_NAMES, take } from '../readable.js';
import type {
  BoxDecoder,
  DecoderStream,
  HardwareStream,
  ImageSize,
  PostProcessing,
  PostProcessingKind,
} from './stream-info.js';

/** Maximum number of anchors listed per decoder; networks have about ten. */
const MAX_ANCHORS = 1024;

/** Outputs of the device by their pads. If several outputs have the same pad, runtimes keep the first. */
export type OutputsByPad = ReadonlyMap<number, HardwareStream>;

/** Properties that depend on the kind of node. */
type OfKind = Pick<PostProcessing, 'kind' | 'decoders' | 'masks' | 'ssd' | 'regressionLength'> & {
  readonly image: ImageSize | null;
};

const NOTHING: OfKind = {
  kind: 'UNKNOWN',
  image: null,
  decoders: [],
  masks: null,
  ssd: null,
  regressionLength: null,
};

/**
 * Reads a node of post-processing.
 * @param inputs names of the streams that the node reads
 */
export function postProcessing(
  node: OpView,
  inputs: readonly string[],
  outputs: OutputsByPad,
): PostProcessing {
  const { nmsOp, logitsOp } = node;
  const output = node.outputPads.at(0)?.name ?? '';
  const base = { name: node.name, output, inputs };
  if (nmsOp === undefined) {
    const { image: _, ...nothing } = NOTHING;
    return {
      ...base,
      ...nothing,
      kind: logitsOp === undefined ? 'UNKNOWN' : logitsKind(logitsOp.logitsType),
      nms: null,
    };
  }
  const { image, ...ofKind } = nmsKind(nmsOp, outputs);
  return {
    ...base,
    ...ofKind,
    nms: {
      scoreThreshold: nmsOp.nmsScoreTh,
      iouThreshold: nmsOp.nmsIouTh,
      classes: nmsOp.classes,
      maxBoxesPerClass: nmsOp.maxProposalsPerClass,
      backgroundClass: nmsOp.backgroundRemoval ? nmsOp.backgroundRemovalIndex : null,
      boxDecodingOnly: nmsOp.bboxDecodingOnly,
      image,
    },
  };
}

function logitsKind(type: number): PostProcessingKind {
  return type === 0 ? 'ARGMAX' : type === 1 ? 'SOFTMAX' : 'UNKNOWN';
}

function nmsKind({ nmsOp: { case: kind, value: op } }: NmsOpView, outputs: OutputsByPad): OfKind {
  const streamOf = (role: DecoderStream['role'], pad: number): DecoderStream => {
    const stream = outputs.get(pad);
    return { role, pad, name: stream?.name ?? null, shape: stream?.shape ?? null };
  };
  const anchored = (decoder: YoloBboxDecoderView): BoxDecoder => ({
    stride: decoder.stride,
    anchors: anchorsOf(decoder),
    streams: [streamOf('all', decoder.padIndex)],
  });
  switch (kind) {
    case 'yoloNmsOp':
      return {
        ...NOTHING,
        kind: 'YOLOV5',
        image: imageOf(op),
        decoders: take(op.bboxDecoders, MAX_NAMES).map(anchored),
      };
    case 'yoloxNmsOp':
      return {
        ...NOTHING,
        kind: 'YOLOX',
        image: imageOf(op),
        decoders: take(op.bboxDecoders, MAX_NAMES).map(
          ({ stride, regPadIndex, clsPadIndex, objPadIndex }) => ({
            stride,
            anchors: [],
            streams: [
              streamOf('box', regPadIndex),
              streamOf('class', clsPadIndex),
              streamOf('object', objPadIndex),
            ],
          }),
        ),
      };
    case 'ssdNmsOp':
      return {
        ...NOTHING,
        kind: 'SSD',
        image: imageOf(op),
        decoders: take(op.bboxDecoders, MAX_NAMES).map((decoder) => ({
          stride: null,
          anchors: anchorsOf(decoder),
          streams: [streamOf('box', decoder.regPadIndex), streamOf('class', decoder.clsPadIndex)],
        })),
        ssd: {
          centersScale: op.centersScaleFactor,
          sizesScale: op.bboxDimensionsScaleFactor,
          y: op.ty,
          x: op.tx,
          height: op.th,
          width: op.tw,
        },
      };
    case 'iouOp':
      return { ...NOTHING, kind: 'IOU' };
    case 'yoloSegOp':
      return {
        ...NOTHING,
        kind: 'YOLOV5SEG',
        image: imageOf(op),
        decoders: take(op.bboxDecoders, MAX_NAMES).map(anchored),
        masks: {
          threshold: op.maskThreshold,
          prototypes: op.protoInfo?.number ?? 0,
          stride: op.protoInfo?.stride ?? 0,
          stream: op.protoInfo?.protoLayer ?? '',
        },
      };
    case 'yolov8NmsOp':
      return {
        ...NOTHING,
        kind: 'YOLOV8',
        image: imageOf(op),
        decoders: take(op.bboxDecoders, MAX_NAMES).map(({ stride, regPadIndex, clsPadIndex }) => ({
          stride,
          anchors: [],
          streams: [streamOf('box', regPadIndex), streamOf('class', clsPadIndex)],
        })),
        regressionLength: op.regressionLength,
      };
    default:
      return NOTHING;
  }
}

function imageOf({ imageHeight, imageWidth }: { imageHeight: number; imageWidth: number }): ImageSize {
  return { height: imageHeight, width: imageWidth };
}

/** Returns pairs of height and width; extra values of a longer list are dropped. */
function anchorsOf({ h, w }: { h: Iterable<number>; w: Iterable<number> }): BoxDecoder['anchors'] {
  const widths = take(w, MAX_ANCHORS);
  return take(h, widths.length).map((height, i) => ({ height, width: widths[i] as number }));
}
