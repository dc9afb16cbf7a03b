import type { Rule } from '../rule.js';
import { muxRules } from './predecessors.js';

/** Rules about muxes. */
export const MUX_RULES: readonly Rule[] = [muxRules];
