import type { Shape } from '../summary.js';
import { bytesOfType } from './orders.js';
import type { StreamRelease } from './stream-info.js';

/** Size in bytes of a number in a list of boxes. */
const FLOAT = 4;
/** Numbers of a box: its four sides and its score. */
export const NUMBERS_OF_BOX = 5;
/** Size in bytes of the count before a list of all boxes, and before the boxes of a class on the device. */
const COUNT = 2;
/** The device transfers whole words of eight bytes. */
const WORD = 8;

/**
 * Returns the number of bytes that an application writes or reads for one frame of a tensor. The order of
 * elements does not matter.
 */
export function tensorBytes({ height, width, features }: Shape, type: string): number {
  return height * width * features * bytesOfType(type);
}

/** Returns the number of bytes of one frame of a tensor between host and device, padding included. */
export function paddedTensorBytes({ height, width, features }: Shape, dataBytes: number): number {
  return Math.ceil((height * width * features * dataBytes) / WORD) * WORD;
}

/**
 * Returns the number of bytes of a list of boxes that an application reads: for each class a count and its
 * boxes.
 */
export function boxesByClassBytes(classes: number, maxBoxesPerClass: number): number {
  return classes * (1 + NUMBERS_OF_BOX * maxBoxesPerClass) * FLOAT;
}

/** Returns the number of bytes of a list of boxes with masks: a count, the boxes, all masks. */
export function maskedBoxesBytes(boxes: number, maskBytes: number, release: StreamRelease): number {
  // Fields: rectangle, score, class, size, pointer. Release 5.2.0 adds a field for the mask's offset.
  const detection = release === '5.2.0' ? 46 : 38;
  return COUNT + detection * boxes + maskBytes;
}

/** Returns the maximum size of all masks of a frame in bytes. */
export function maskBytes(height: number, width: number, release: StreamRelease): number {
  return height * width * (release === '5.2.0' ? 4 : 2);
}

export function deviceBoxesBytes(
  classes: number,
  boxesPerChunk: number,
  chunks: number,
  boxBytes: number,
  burst: number,
): number {
  return chunks * classes * (COUNT + boxBytes * Math.max(burst, boxesPerChunk)) + boxBytes * burst;
}
