import { externalResourceRules } from '../frame/external-resources.js';
import { wordsRules } from '../frame/words.js';
import type { Rule } from '../rule.js';
import { extensionRules } from './extensions.js';
import { groupListRules } from './groups.js';
import { headerRules } from './header.js';
import { includedFeatureRules } from './included-features.js';
import { rootRules } from './root.js';

/** Rules for the root of the message, and for the data after the message. */
export const FILE_RULES: readonly Rule[] = [
  rootRules,
  groupListRules,
  headerRules,
  extensionRules,
  includedFeatureRules,
  wordsRules,
  externalResourceRules,
];
