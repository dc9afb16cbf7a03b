import type { QuantizationSummary, Shape, StreamSummary } from '../../read/model/summary.js';

/** Formats a shape: `224x224x3`. */
export function shapeText({ height, width, features }: Shape): string {
  return `${height}x${width}x${features}`;
}

/** Describes the data of a stream: its shape, or for post-processing the number of classes and boxes. */
export function contentText({ shape, nms }: StreamSummary): string {
  return nms === null ? shapeText(shape) : `${nms.classes} classes, up to ${nms.maxOutputSize} boxes`;
}

/** Formats a data type: `NHWC uint8`. */
export function formatText({ format, dataBytes }: StreamSummary): string {
  return `${format.name ?? `format ${format.number}`} uint${dataBytes * 8}`;
}

/** Formats a quantization as the conversion's formula: `0.0039 * (q - 128)`. */
export function quantizationText({ scale, zeroPoint }: QuantizationSummary): string {
  const factor = Number(scale.toPrecision(6));
  const zero = Number(zeroPoint.toPrecision(6));
  return zero === 0 ? `${factor} * q` : `${factor} * (q ${zero < 0 ? '+' : '-'} ${Math.abs(zero)})`;
}
