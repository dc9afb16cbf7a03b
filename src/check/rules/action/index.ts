import type { Rule } from '../rule.js';
import { allowInputRules } from './allow-input.js';
import { cfgChannelRules } from './cfg-channel.js';
import { configurationWriteRules } from './configuration-writes.js';
import { laterActionRules } from './later-actions.js';
import { lcuRules } from './lcu.js';
import { sequencerRules } from './sequencer.js';
import { writeDataRules } from './write-data.js';

export const ACTION_RULES: readonly Rule[] = [
  writeDataRules,
  configurationWriteRules,
  cfgChannelRules,
  lcuRules,
  sequencerRules,
  allowInputRules,
  laterActionRules,
];
