import type { Rule } from '../rule.js';

/** Rules about network groups and the core ops in them. */
export const GROUP_RULES: readonly Rule[] = [];
