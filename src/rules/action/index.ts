import type { Rule } from '../rule.js';

/** Rules about actions. */
export const ACTION_RULES: readonly Rule[] = [];
