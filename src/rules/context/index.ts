import type { Rule } from '../rule.js';
import { connectedContextRules } from './connected-contexts.js';
import { contextIndexRules } from './context-index.js';
import { ddrPairRules } from './ddr.js';
import { interContextRules } from './inter-context.js';
import { sysIndexRules } from './sys-index.js';

/** Rules about contexts and what goes between them. */
export const CONTEXT_RULES: readonly Rule[] = [
  contextIndexRules,
  connectedContextRules,
  interContextRules,
  ddrPairRules,
  sysIndexRules,
];
