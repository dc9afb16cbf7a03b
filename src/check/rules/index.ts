import { type CodeInfo, catalogueOf } from '../../base/diagnostics/catalogue.js';
import { WIRE_CODES } from '../../read/scan/codes.js';
import { ACTION_RULES } from './action/index.js';
import { CONTEXT_RULES } from './context/index.js';
import { EDGE_RULES } from './edge/index.js';
import { FILE_RULES } from './file/index.js';
import { FRAME_RULES } from './frame/index.js';
import { GROUP_RULES } from './group/index.js';
import { MUX_RULES } from './mux/index.js';
import { NMS_RULES } from './nms/index.js';
import { oneofRules } from './oneof.js';
import { OPERATION_RULES } from './operation/index.js';
import { networkIndexRules, streamReferenceRules } from './references.js';
import type { Rule } from './rule.js';

/** Every rule, in the order of the catalogue. Add a new rule only to the list of its part of the format. */
export const RULES: readonly Rule[] = [
  ...FILE_RULES,
  ...GROUP_RULES,
  oneofRules,
  networkIndexRules,
  streamReferenceRules,
  ...CONTEXT_RULES,
  ...OPERATION_RULES,
  ...ACTION_RULES,
  ...EDGE_RULES,
  ...NMS_RULES,
  ...MUX_RULES,
];

/** Codes about the validator's own limits. */
const ENGINE_CODES: readonly CodeInfo[] = [
  {
    code: 'check-incomplete',
    severity: 'info',
    summary:
      'more entries of one kind than the validator keeps, so that rules across records did not check all ' +
      'entries',
  },
];

/** Every code that validation can report. */
export const CATALOGUE = catalogueOf(
  WIRE_CODES,
  FRAME_RULES,
  ENGINE_CODES,
  ...RULES.map((rule) => rule.codes),
);

export type { Rule } from './rule.js';
