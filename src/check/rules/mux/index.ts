import type { Rule } from '../rule.js';
import { muxRowRules } from './rows.js';
import { muxTreeRules } from './tree.js';

/** Rules for muxes. */
export const MUX_RULES: readonly Rule[] = [muxTreeRules, muxRowRules];
