import { codesOf } from '../../../base/diagnostics/catalogue.js';
import type { Related } from '../../../base/diagnostics/diagnostic.js';
import { type FactPlace, factPlace, findingAt, relatedTo } from '../facts/fact-place.js';
import { type References, referencesOf } from '../facts/references.js';
import { ANNOUNCED_INPUTS } from '../references.js';
import type { Rule } from '../rule.js';

/** Runs of consecutive input actions in a context that does not have exactly one run. */
interface InputRuns {
  /** The first run; without runs, the record that holds the operations. */
  readonly place: FactPlace;
  readonly related: readonly Related[];
}

export function inputRunCount(references: References): number {
  let sum = 0;
  for (const { count } of referencesOf(references, 'input-run')) sum += count;
  return sum;
}

/** @param holder record that holds the operations */
export function inputRunsOf(references: References, holder: FactPlace): InputRuns {
  const starts = referencesOf(references, 'input-run').toSorted((a, b) => a.value - b.value);
  const [first, ...others] = starts.flatMap(({ first }) => first);
  return {
    place: factPlace(first ?? holder),
    related: relatedTo(others, 'another row'),
  };
}

/**
 * Checks that a context has exactly one run of input actions. At the end of a run, the loader assumes that
 * all inputs are started.
 */
export const inputRunRules: Rule = {
  codes: codesOf('context', {
    'allow-input-runs': {
      severity: 'warning',
      summary: 'a context with allow_input_dataflow actions in more than one row, or without any',
      stage: 'configure',
      why: 'Only the oldest releases run the model.',
      runtime:
        'Rejected at configuration from 4.9: INTERNAL_FAILURE. A row ends with its operation; 4.8 accepts ' +
        'any number of rows.',
    },
  }),
  needs: ANNOUNCED_INPUTS,
  context: (context, _coreOp, _file, report) => {
    if (context.broken || context.lost || context.references.untracked > 0) return;
    const count = inputRunCount(context.references);
    if (count === 1) return;
    const code = 'allow-input-runs';
    if (count === 0) return report(findingAt(context, code, 'no allow_input_dataflow'));
    const { place, related } = inputRunsOf(context.references, context);
    report(findingAt(place, code, `${count} rows of allow_input_dataflow instead of one`, related));
  },
};
