import type { Rule } from '../rule.js';
import { fusedRules } from './fused.js';
import { nmsInfoRules } from './info.js';

export const NMS_RULES: readonly Rule[] = [nmsInfoRules, fusedRules];
