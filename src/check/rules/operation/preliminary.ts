import { codesOf } from '../../../base/diagnostics/catalogue.js';
import { inputRunCount, inputRunsOf } from '../context/input-runs.js';
import type { CoreOpFacts } from '../facts/core-op.js';
import { findingAt } from '../facts/fact-place.js';
import { runsAsap } from '../facts/features.js';
import type { FileFacts } from '../facts/file.js';
import { ANNOUNCED_INPUTS } from '../references.js';
import type { Rule } from '../rule.js';

/** Operations are numbered with 8 bits. */
const MAX_OPERATIONS = 255;

/** Checks the preliminary configuration as a whole. */
export const operationPreliminaryRules: Rule = {
  codes: codesOf('operation', {
    'preliminary-operation-count': {
      severity: 'warning',
      summary: 'more than 255 operations in a preliminary configuration',
      stage: 'configure',
      why: 'Only later releases run the model.',
      runtime: 'Rejected at configuration up to 4.12 (INVALID_HEF); later releases have no limit.',
    },
    'preliminary-run-asap-input': {
      severity: 'warning',
      summary:
        'a preliminary configuration that runs as soon as possible, but does not have exactly one row of ' +
        'allow_input_dataflow actions',
      stage: 'configure',
      why:
        'The extension PRELIMINARY_RUN_ASAP promises that the preliminary configuration starts the first ' +
        'inputs.',
      runtime: 'Rejected at configuration from 4.9: INTERNAL_FAILURE.',
    },
  }),
  needs: ANNOUNCED_INPUTS,
  coreOp: (coreOp, file, report) => {
    const { preliminary } = coreOp;
    if (preliminary === undefined) return;
    const { operationCount } = preliminary;
    if (operationCount > MAX_OPERATIONS) {
      const message = `${operationCount} operations; older releases accept ${MAX_OPERATIONS}`;
      report(findingAt(preliminary, 'preliminary-operation-count', message));
    }
    if (!isReadable(coreOp, file) || !runsAsap(file)) return;
    const count = inputRunCount(coreOp.references);
    if (count === 1) return;
    const { place, related } = inputRunsOf(coreOp.references, preliminary);
    const message = `${count} rows of allow_input_dataflow instead of one`;
    report(findingAt(place, 'preliminary-run-asap-input', message, related));
  },
};

function isReadable({ broken, lost }: CoreOpFacts, file: FileFacts): boolean {
  return !broken && !lost && !file.broken;
}
