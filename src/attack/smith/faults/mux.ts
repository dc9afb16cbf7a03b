/** Faults of muxes: trees of tensors that share a stream. */
import type { Fault } from './fault.js';
import { ROW_FAULTS } from './mux-rows.js';
import { TREE_FAULTS } from './mux-tree.js';

export const MUX_FAULTS: readonly Fault[] = [...TREE_FAULTS, ...ROW_FAULTS];
