/** Faults of edge layers, and of the tensors in them. */
import { KIND_FAULTS } from './edge-kinds.js';
import { QUANTIZATION_FAULTS } from './edge-quantization.js';
import { SHAPE_FAULTS } from './edge-shapes.js';
import { TRANSFER_FAULTS } from './edge-transfers.js';
import { VALUE_FAULTS } from './edge-values.js';
import type { Fault } from './fault.js';

export const EDGE_FAULTS: readonly Fault[] = [
  ...KIND_FAULTS,
  ...VALUE_FAULTS,
  ...TRANSFER_FAULTS,
  ...SHAPE_FAULTS,
  ...QUANTIZATION_FAULTS,
];
