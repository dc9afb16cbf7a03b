import type { Random } from '../random.js';
import type { FeaturePalette } from './features.js';

/** Values of `format` that every release accepts, except lists of boxes (6). */
const FORMATS = [0, 0, 1, 1, 1, 2, 3, 4, 5, 7, 8, 11] as const;
/** Values of `format` that later releases added. */
const LATER_FORMATS = [13, 14, 15, 16] as const;
const FORMAT_NMS = 6;
/**
 * Permitted sizes of a row in bytes for a detour through the host's memory. Multiples of 512 are also
 * permitted.
 */
const DDR_ROWS = [64, 128, 256, 512, 1024, 2048, 5120] as const;
/** Loaders keep the size of a buffer in 16 bits. */
const MAX_BUFFER_BYTES = 0xffff;

/**
 * A frame of a tensor: its shape with and without padding, and its transfer over a stream. Sizes are numbers
 * of elements, except `coreBytes`.
 */
export interface Tensor {
  readonly height: number;
  readonly width: number;
  readonly features: number;
  readonly paddedHeight: number;
  readonly paddedWidth: number;
  readonly paddedFeatures: number;
  readonly format: number;
  readonly dataBytes: 1 | 2;
  /**
   * Size of a device buffer in bytes: the size of a padded row, so that the buffers together have the size of
   * the frame.
   */
  readonly coreBytes: number;
  readonly coreBuffers: number;
}

/** Makes a frame for boundary layers and for tensors between contexts. */
export function anyTensor(random: Random, palette: FeaturePalette): Tensor {
  const dataBytes = random.chance(20) ? 2 : 1;
  const width = random.between(1, random.one([1, 8, 64, 320]));
  const most = Math.floor(MAX_BUFFER_BYTES / dataBytes / (width + 8)) - 8;
  const features = random.between(1, Math.max(1, Math.min(most, random.one([1, 3, 16, 64, 256]))));
  const height = random.between(1, random.one([1, 8, 64, 480]));
  const padded = palette.roll('padded', 40, random);
  const later = palette.roll('later-formats', 20, random);
  const shape = {
    height,
    width,
    features,
    paddedHeight: padded ? height + random.below(4) : height,
    paddedWidth: padded ? roundUp(width, random.one([2, 4, 8])) : width,
    paddedFeatures: padded ? roundUp(features, random.one([2, 8])) : features,
  };
  return {
    ...shape,
    format: random.one(later ? LATER_FORMATS : FORMATS),
    dataBytes,
    ...rowsOf(shape, dataBytes),
  };
}

/** Makes a frame with a permitted row size for a detour through the host's memory. */
export function ddrTensor(random: Random): Tensor {
  const row = random.one(DDR_ROWS);
  const features = random.one([1, 8, 16, 64]);
  return unpadded(random.between(1, 64), row / features, features, 1, 1);
}

export function unpadded(
  height: number,
  width: number,
  features: number,
  format: number,
  dataBytes: 1 | 2,
): Tensor {
  const shape = {
    height,
    width,
    features,
    paddedHeight: height,
    paddedWidth: width,
    paddedFeatures: features,
  };
  return { ...shape, format, dataBytes, ...rowsOf(shape, dataBytes) };
}

/** Makes the frame of a list of boxes, with a 64-bit word for each box. */
export function boxes(count: number): Tensor {
  return unpadded(count, 1, 4, FORMAT_NMS, 2);
}

function rowsOf(
  {
    paddedHeight,
    paddedWidth,
    paddedFeatures,
  }: Pick<Tensor, 'paddedHeight' | 'paddedWidth' | 'paddedFeatures'>,
  dataBytes: number,
): Pick<Tensor, 'coreBytes' | 'coreBuffers'> {
  return { coreBytes: paddedWidth * paddedFeatures * dataBytes, coreBuffers: paddedHeight };
}

export function roundUp(value: number, unit: number): number {
  return Math.ceil(value / unit) * unit;
}
