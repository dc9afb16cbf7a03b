import type { Rule } from '../rule.js';
import { connectedContextRules } from './connected-contexts.js';
import { contextContentRules } from './content.js';
import { contextIndexRules } from './context-index.js';
import { ddrPairRules } from './ddr.js';
import { innerEdgeRules } from './inner-edges.js';
import { inputConnectionRules } from './input-connections.js';
import { inputRunRules } from './input-runs.js';
import { interContextRules } from './inter-context.js';
import { peerNameRules } from './peer-names.js';
import { sysIndexRules } from './sys-index.js';
import { transferSizeRules } from './transfer-sizes.js';

export const CONTEXT_RULES: readonly Rule[] = [
  contextContentRules,
  contextIndexRules,
  sysIndexRules,
  connectedContextRules,
  interContextRules,
  ddrPairRules,
  innerEdgeRules,
  transferSizeRules,
  peerNameRules,
  inputRunRules,
  inputConnectionRules,
];
