import type { Rule } from '../rule.js';
import { fusedRules } from './fused.js';
import { nmsInfoRules } from './info.js';

/** Rules for NMS outputs and the layers that they are fused to. */
export const NMS_RULES: readonly Rule[] = [nmsInfoRules, fusedRules];
