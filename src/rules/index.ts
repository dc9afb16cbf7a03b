import { type CodeInfo, catalogueOf } from '../diagnostics/catalogue.js';
import { WIRE_CODES } from '../scan/codes.js';
import { connectedContextRules } from './connected-contexts.js';
import { contextIndexRules } from './context-index.js';
import { ddrPairRules } from './ddr.js';
import { fileRules } from './file.js';
import { FRAME_RULES } from './frame/index.js';
import { interContextRules } from './inter-context.js';
import { muxRules } from './mux.js';
import { oneofRules } from './oneof.js';
import { cfgChannelRules, networkIndexRules, streamReferenceRules } from './references.js';
import type { Rule } from './rule.js';
import { sysIndexRules } from './sys-index.js';

/** Every rule, in the order of the catalogue. A new one is added here, and only here. */
export const RULES: readonly Rule[] = [
  fileRules,
  oneofRules,
  networkIndexRules,
  cfgChannelRules,
  streamReferenceRules,
  contextIndexRules,
  connectedContextRules,
  interContextRules,
  ddrPairRules,
  sysIndexRules,
  muxRules,
];

/** What the validator says of its own limits. */
const ENGINE_CODES: readonly CodeInfo[] = [
  {
    code: 'check-incomplete',
    severity: 'info',
    summary: 'more of something than is remembered: rules across records did not see all of it',
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
