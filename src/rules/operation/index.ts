import type { Rule } from '../rule.js';

/** Rules about operations and what triggers them. */
export const OPERATION_RULES: readonly Rule[] = [];
