import type {
  EdgeLayerBaseView,
  EdgeLayerInfoView,
  EdgeLayerNumericInfoView,
  NmsInfoView,
} from '../mdl.gen.js';
import { take } from '../readable.js';
import type { Shape } from '../summary.js';
import { boxesByClassBytes, deviceBoxesBytes, paddedTensorBytes, tensorBytes } from './frame-bytes.js';
import { FORMAT_NMS, ordersOf, typeOfBytes } from './orders.js';
import type {
  DeviceNms,
  HardwareStream,
  NmsOutput,
  StreamQuantization,
  VirtualStream,
} from './stream-info.js';
import type { StreamRules } from './stream-rules.js';

/** Maximum number of names and scales listed per stream. */
const MAX_LISTED = 4096;

export const NO_QUANTIZATION: StreamQuantization = {
  scale: 0,
  zeroPoint: 0,
  min: 0,
  max: 0,
  perFeature: null,
};

/** Properties that all streams of one edge layer share. */
export interface StreamPlace {
  readonly direction: 'input' | 'output';
  readonly network: string;
  readonly context: number;
  readonly pad: number | null;
  /** `transposed_net` of the group. */
  readonly transposedNet: boolean;
}

export function hardwareStream(
  name: string,
  base: EdgeLayerBaseView | undefined,
  layer: EdgeLayerInfoView | undefined,
  place: StreamPlace,
  rules: StreamRules,
): HardwareStream {
  const { direction, network, context, pad } = place;
  const format = base?.format ?? 0;
  const dataBytes = base?.dataBytes ?? 0;
  const info = format === FORMAT_NMS ? base?.additionalInfo?.nmsInfo : undefined;
  const nms = info === undefined ? null : deviceNms(info, rules);
  const isMux = layer === undefined;
  const shape = shapeOf(base, isTransposed(layer, place));
  const padded = paddedShapeOf(base, isMux, rules);
  return {
    direction,
    name,
    network,
    context,
    sysIndex: base?.sysIndex ?? 0,
    order: ordersOf(format).device,
    type: typeOfBytes(dataBytes),
    dataBytes,
    shape: nms === null ? shape : null,
    paddedShape: nms === null ? padded : null,
    nms,
    frameBytes: nms === null ? paddedTensorBytes(padded, dataBytes) : frameBytesOfBoxes(nms),
    quantization: quantizationOf(layer?.numericInfo, direction, boxesOrFeatures(nms, shape), rules),
    isMux,
    pad,
  };
}

/** Returns the virtual stream of a layer that is a stream or a part of a mux. */
export function layerVstream(
  layer: EdgeLayerInfoView,
  hardware: readonly string[],
  place: StreamPlace,
  rules: StreamRules,
): VirtualStream {
  const { direction, network } = place;
  const base = layer.edgeLayerBase;
  const format = base?.format ?? 0;
  const info = format === FORMAT_NMS ? base?.additionalInfo?.nmsInfo : undefined;
  const nms = info === undefined ? null : deviceOutput(deviceNms(info, rules));
  const transposed = isTransposed(layer, place);
  const shape = shapeOf(base, transposed);
  const type = nms === null ? typeOfBytes(base?.dataBytes ?? 0) : 'FLOAT32';
  return {
    direction,
    name: layer.name,
    network,
    order: ordersOf(format).host,
    type,
    transposed,
    shape: nms === null ? shape : null,
    nms,
    frameBytes:
      nms === null ? tensorBytes(shape, type) : boxesByClassBytes(nms.classes, nms.maxBoxesPerClass),
    quantization: quantizationOf(layer.numericInfo, direction, boxesOrFeatures(nms, shape), rules),
    hardware,
    originalNames: take(layer.originalNames, MAX_LISTED),
  };
}

/** Returns the number of scales: a list of boxes has one for coordinates and one for scores. */
function boxesOrFeatures(nms: unknown, { features }: Shape): number {
  return nms === null ? features : 2;
}

/** Returns the application's output for a list of boxes that the device makes. */
function deviceOutput({ classes, maxBoxesPerClass: ofChunk, chunks }: DeviceNms): NmsOutput {
  const maxBoxesPerClass = ofChunk * chunks;
  return {
    by: 'class',
    classes,
    maxBoxesPerClass,
    maxBoxes: classes * maxBoxesPerClass,
    scoreThreshold: null,
    iouThreshold: null,
    image: null,
    maxMaskBytes: 0,
  };
}

/** Returns the stream of a part, with the list of boxes of the whole fused layer. */
export function fusedVstream(
  part: VirtualStream,
  name: string,
  info: NmsInfoView,
  rules: StreamRules,
): VirtualStream {
  const nms = deviceOutput(deviceNms(info, rules));
  return {
    ...part,
    name,
    nms,
    frameBytes: boxesByClassBytes(nms.classes, nms.maxBoxesPerClass),
    originalNames: [],
  };
}

/** Returns the low 32 bits of a number, which are the only bits that runtimes keep. */
function low32(value: bigint): number {
  return Number(BigInt.asUintN(32, value));
}

function deviceNms(info: NmsInfoView, { nmsBurst }: StreamRules): DeviceNms {
  const chunks = low32(info.inputDivisionFactor) || 1;
  return {
    classes: low32(info.numberOfClasses),
    maxBoxesPerClass: low32(info.maxOutputSize),
    boxBytes: low32(info.bboxSize),
    chunks,
    burst: nmsBurst ? info.burstSize : 1,
    partOf: info.isDefused ? (info.defuseInfo?.originalName ?? '') : null,
  };
}

function frameBytesOfBoxes({ classes, maxBoxesPerClass, chunks, boxBytes, burst }: DeviceNms): number {
  return deviceBoxesBytes(classes, maxBoxesPerClass, chunks, boxBytes, burst);
}

/** True if the rows and columns of a layer are exchanged. A vector has no rows and columns to exchange. */
function isTransposed(layer: EdgeLayerInfoView | undefined, { transposedNet }: StreamPlace): boolean {
  if (layer === undefined) return false;
  const order = ordersOf(layer.edgeLayerBase?.format ?? 0).device;
  return order !== 'NC' && order !== 'NMS_ON_CHIP' && (transposedNet || layer.transposed);
}

function shapeOf(base: EdgeLayerBaseView | undefined, transposed: boolean): Shape {
  const { height = 0, width = 0, features = 0 } = base ?? {};
  return transposed ? { height: width, width: height, features } : { height, width, features };
}

/** Returns the padded shape from the file, or the shape without padding if the device pads. */
function paddedShapeOf(base: EdgeLayerBaseView | undefined, isMux: boolean, rules: StreamRules): Shape {
  if (base === undefined || (!isMux && isPaddedByDevice(base, rules))) return shapeOf(base, false);
  return { height: base.paddedHeight, width: base.paddedWidth, features: base.paddedFeatures };
}

/** True if the device pads a layer that is not a mux, and transfers no padding. */
export function isPaddedByDevice(
  { format, height, width, features, dataBytes, coreBuffersPerFrame, maxShmifoSize }: EdgeLayerBaseView,
  { paddedByCompiler, maxPaddedRow }: StreamRules,
): boolean {
  const row = width * features;
  const limit = maxShmifoSize === 0 ? maxPaddedRow : Math.min(maxShmifoSize, maxPaddedRow);
  return (
    !paddedByCompiler &&
    ordersOf(format).device === 'NHCW' &&
    coreBuffersPerFrame === height &&
    row % 8 === 0 &&
    row * dataBytes <= limit - 1
  );
}

/**
 * Returns the quantization of a tensor. If an output has a scale for each feature, `scale` and the other
 * common values are 0.
 */
function quantizationOf(
  numeric: EdgeLayerNumericInfoView | undefined,
  direction: 'input' | 'output',
  features: number,
  { scalePerFeature }: StreamRules,
): StreamQuantization {
  if (numeric === undefined) return NO_QUANTIZATION;
  const single = {
    scale: numeric.qpScale,
    zeroPoint: numeric.qpZp,
    min: numeric.limvalsMin,
    max: numeric.limvalsMax,
    perFeature: null,
  };
  if (!scalePerFeature || direction === 'input') return single;
  const listed = (values: readonly number[], otherwise: number): readonly number[] =>
    values.length > 0 ? values : new Array<number>(Math.min(features, MAX_LISTED)).fill(otherwise);
  const perFeature = {
    scales: listed(take(numeric.qpScales, MAX_LISTED), single.scale),
    zeroPoints: listed(take(numeric.qpZps, MAX_LISTED), single.zeroPoint),
  };
  return { ...NO_QUANTIZATION, perFeature };
}
