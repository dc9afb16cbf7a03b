import type { Rule } from '../rule.js';

/** Rules about edge layers. */
export const EDGE_RULES: readonly Rule[] = [];
