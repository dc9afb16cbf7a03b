import type { Rule } from '../rule.js';

/** Rules about NMS outputs and the layers that they are fused to. */
export const NMS_RULES: readonly Rule[] = [];
