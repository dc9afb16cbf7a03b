import type { Rule } from '../rule.js';
import { fileRules } from './root.js';

/** Rules about the root of the message. */
export const FILE_RULES: readonly Rule[] = [fileRules];
