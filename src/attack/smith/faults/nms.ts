/** Faults of lists of boxes, whole ones and those that come in parts. */
import type { Fault } from './fault.js';
import { BOXES_FAULTS } from './nms-boxes.js';
import { FUSED_FAULTS } from './nms-fused.js';

export const NMS_FAULTS: readonly Fault[] = [...BOXES_FAULTS, ...FUSED_FAULTS];
