/** Faults of edge layers, and of the tensors in them. */
import { FRAME_FAULTS } from './edge-frames.js';
import { KIND_FAULTS } from './edge-kinds.js';
import { QUANTIZATION_FAULTS } from './edge-quantization.js';
import { VALUE_FAULTS } from './edge-values.js';
import type { Fault } from './fault.js';

export const EDGE_FAULTS: readonly Fault[] = [
  ...KIND_FAULTS,
  ...VALUE_FAULTS,
  ...FRAME_FAULTS,
  ...QUANTIZATION_FAULTS,
];
