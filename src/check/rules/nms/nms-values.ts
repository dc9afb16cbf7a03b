import type { Code } from '../../../base/diagnostics/code.gen.js';
import type { NmsInfoView } from '../../../read/model/edge-layer.gen.js';
import type { FactPlace } from '../facts/fact-place.js';
import { layerField, NAME_BUFFER } from '../facts/layer.js';

/** Scalars of `nms_info`, by field number. */
export const CLASSES = 2;
export const MAX_OUTPUT_SIZE = 3;
export const NMS_BBOX_SIZE = 4;
const DIVISION_FACTOR = 7;
/** Scalars of `defuse_info`, by field number. */
const CLASS_GROUP_INDEX = 1;
export const ORIGINAL_NAME = 3;

const NAMES = new Map([
  [CLASSES, 'number_of_classes'],
  [MAX_OUTPUT_SIZE, 'max_output_size'],
  [NMS_BBOX_SIZE, 'bbox_size'],
  [DIVISION_FACTOR, 'input_division_factor'],
]);
const MAX_32_BITS = 0xffff_ffff;
/** Maximum number of parts that the loader can combine. */
export const MAX_CLASS_GROUPS = 9;
const BBOX_BYTES = 8;

interface NmsFault {
  readonly code: Code;
  readonly severity: 'error' | 'warning';
  readonly place: FactPlace;
  readonly message: string;
  readonly others?: readonly FactPlace[];
}

/** Returns the lower 32 bits of a 64-bit value, which the loader keeps. */
export function kept(value: bigint): number {
  return Number(BigInt.asUintN(32, value));
}

/** Returns the faults in the values of an `nms_info`. The loader reads the lower 32 bits of each value. */
export function nmsFaults(nms: NmsInfoView): readonly NmsFault[] {
  const faults: NmsFault[] = [];
  const place = (field: number): FactPlace => layerField(nms, field);
  const values = [
    [CLASSES, nms.numberOfClasses],
    [MAX_OUTPUT_SIZE, nms.maxOutputSize],
    [NMS_BBOX_SIZE, nms.bboxSize],
    [DIVISION_FACTOR, nms.inputDivisionFactor],
  ] as const;
  for (const [field, value] of values) {
    if (value <= MAX_32_BITS) continue;
    faults.push(rangeFault(NAMES.get(field) ?? '', value, place(field)));
  }
  defuseFaults(nms, faults);
  const [classes, max, bbox, factor] = values.map(([, value]) => kept(value)) as [
    number,
    number,
    number,
    number,
  ];
  const message = overflow(classes, max, bbox, Math.max(1, factor));
  if (message !== undefined) {
    const others = [place(MAX_OUTPUT_SIZE), place(NMS_BBOX_SIZE)];
    faults.push({ code: 'nms-frame-overflow', severity: 'error', place: place(CLASSES), message, others });
  }
  for (const [field, value] of [
    [CLASSES, classes],
    [MAX_OUTPUT_SIZE, max],
  ] as const) {
    if (value !== 0) continue;
    const message = `${NAMES.get(field)} is 0: no box fits`;
    faults.push({ code: 'nms-zero-size', severity: 'warning', place: place(field), message });
  }
  if (bbox !== BBOX_BYTES) {
    const message = `bbox_size is ${bbox}; hosts read ${BBOX_BYTES}`;
    faults.push({ code: 'nms-bbox-size', severity: 'warning', place: place(NMS_BBOX_SIZE), message });
  }
  return faults;
}

function rangeFault(name: string, value: bigint, place: FactPlace): NmsFault {
  const message = `${name} is ${value}; it is cut to ${kept(value)}`;
  return { code: 'nms-values-range', severity: 'error', place, message };
}

/** Adds the faults of `defuse_info`, which the loader reads even if the layer is not a part. */
function defuseFaults({ defuseInfo }: NmsInfoView, faults: NmsFault[]): void {
  if (defuseInfo === undefined) return;
  const index = defuseInfo.classGroupIndex;
  if (index > 0n) {
    const place = layerField(defuseInfo, CLASS_GROUP_INDEX);
    if (index > MAX_32_BITS) faults.push(rangeFault('class_group_index', index, place));
    if (kept(index) >= MAX_CLASS_GROUPS) {
      const message = `class_group_index is ${kept(index)}; there are at most ${MAX_CLASS_GROUPS} groups`;
      faults.push({ code: 'nms-class-group-index', severity: 'error', place, message });
    }
  }
  const name = defuseInfo.originalName;
  // A UTF-16 unit of a string has at most three bytes of UTF-8.
  if (name.length * 3 < NAME_BUFFER) return;
  const bytes = encoder.encode(name).length;
  if (bytes < NAME_BUFFER) return;
  const place = layerField(defuseInfo, ORIGINAL_NAME);
  const message = `original_name has ${bytes} bytes; the maximum is ${NAME_BUFFER - 1}`;
  faults.push({ code: 'nms-original-name-too-long', severity: 'error', place, message });
}

const encoder = new TextEncoder();

/**
 * Returns a description of the sizes that overflow in the loader's 32 bits. If a sum fits in 32 bits, its
 * summands also fit, so that doubles are exact.
 */
function overflow(classes: number, max: number, bbox: number, factor: number): string | undefined {
  const device = bbox + factor * classes * (2 + bbox * max);
  const host = classes * (1 + 5 * factor * max) * 4;
  const bytes = Math.max(device, host);
  if (bytes <= MAX_32_BITS) return undefined;
  const side = device > MAX_32_BITS ? 'of the device' : 'of the host';
  const size = device > MAX_32_BITS ? device : host;
  return `a frame ${side} has ${size} bytes; the maximum is ${MAX_32_BITS}`;
}
