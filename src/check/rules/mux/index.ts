import type { Rule } from '../rule.js';
import { muxRowRules } from './rows.js';
import { muxTreeRules } from './tree.js';

export const MUX_RULES: readonly Rule[] = [muxTreeRules, muxRowRules];
