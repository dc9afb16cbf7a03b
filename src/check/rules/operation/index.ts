import type { Rule } from '../rule.js';
import { operationPositionRules } from './position.js';
import { operationPreliminaryRules } from './preliminary.js';
import { triggerListRules } from './trigger-lists.js';
import { triggerRangeRules } from './trigger-range.js';
import { uniqueIdRules } from './unique-ids.js';

export const OPERATION_RULES: readonly Rule[] = [
  operationPositionRules,
  operationPreliminaryRules,
  triggerRangeRules,
  triggerListRules,
  uniqueIdRules,
];
