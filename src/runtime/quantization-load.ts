import type { EdgeLayerBaseView, EdgeLayerNumericInfoView } from '../model/index.js';
import { FORMAT_NMS } from './base-load.js';
import { type Fault, faultOf } from './verdict.js';

/** Values that a list of boxes has, whatever its features. */
const NMS_VALUES = 2;

/**
 * Where outputs have a scale for each feature, a value for each is read of inputs, too: there, past the end of
 * lists that are shorter.
 */
export function quantizationFault(
  numeric: EdgeLayerNumericInfoView | undefined,
  { format, features }: EdgeLayerBaseView,
  isOutput: boolean,
): Fault | undefined {
  // Counted in signed 32 bits.
  const needed = format === FORMAT_NMS ? NMS_VALUES : features | 0;
  const zeroPoints = numeric?.qpZps.length ?? 0;
  const scales = numeric?.qpScales.length ?? 0;
  if (isOutput) {
    return zeroPoints === needed && scales === needed ? undefined : faultOf('INVALID_HEF', null);
  }
  if (needed <= 0 || numeric === undefined) return needed <= 0 ? undefined : faultOf('crash', null);
  if (zeroPoints < needed || scales < needed) return faultOf('crash', null);
  return areEqual(numeric.qpZps, needed) && areEqual(numeric.qpScales, needed)
    ? undefined
    : faultOf('INVALID_HEF', null);
}

/** Inputs have one scale: the first `count` values must be the same floats, bit by bit. */
function areEqual(values: Iterable<number>, count: number): boolean {
  const floats = new Float32Array(2);
  const bits = new Uint32Array(floats.buffer);
  let index = 0;
  for (const value of values) {
    if (index === count) break;
    floats[index === 0 ? 0 : 1] = value;
    if (index > 0 && bits[0] !== bits[1]) return false;
    index++;
  }
  return true;
}
