import type { Rule } from '../rule.js';
import { cfgChannelsCountRules } from './cfg-channels.js';
import { contextCountRules, groupPreliminaryRules } from './contexts.js';
import { coreOpChoiceRules } from './core-op-choice.js';
import { ethernetRules } from './ethernet.js';
import { metadataRules } from './metadata.js';
import { networkListRules } from './networks.js';
import { postProcessRules } from './post-process.js';
import { postProcessNumberRules } from './post-process-numbers.js';
import { sortedOutputRules } from './sorted-outputs.js';
import { streamNameRules } from './stream-names.js';
import { streamCountRules } from './streams.js';

export const GROUP_RULES: readonly Rule[] = [
  metadataRules,
  contextCountRules,
  coreOpChoiceRules,
  cfgChannelsCountRules,
  networkListRules,
  sortedOutputRules,
  streamNameRules,
  streamCountRules,
  groupPreliminaryRules,
  postProcessRules,
  postProcessNumberRules,
  ethernetRules,
];
