import { codesOf } from '../../../base/diagnostics/catalogue.js';
import type { Code } from '../../../base/diagnostics/code.gen.js';
import type { Report } from '../../../base/diagnostics/diagnostic.js';
import type { CoreOpFacts } from '../facts/core-op.js';
import { findingAt, relatedTo } from '../facts/fact-place.js';
import { unplaced } from '../facts/references.js';
import { areDistinct, type IdRanges, type ListedIds } from '../facts/unique-ids.js';
import type { Rule } from '../rule.js';

/** Messages that start a new set of ids, because such a message may contain a core op. */
const WITHIN = ['ProtoMDLNetworkGroup', 'ProtoMDLPartialNetworkGroup', 'ProtoMDLOp', 'ProtoMDLPartialCoreOp'];

const KINDS = [
  { kind: 'triggers', code: 'trigger-unique-id-duplicate' },
  { kind: 'actions', code: 'action-unique-id-duplicate' },
] as const;

const RUNTIME = 'Never read.';

/**
 * Checks that the ids of triggers and actions are unique. A core op has millions of ids: the scan proves that
 * the ids differ, and lists the ids one by one only if the proof fails.
 */
export const uniqueIdRules: Rule = {
  codes: codesOf('operation', {
    'trigger-unique-id-duplicate': {
      severity: 'warning',
      summary: 'a unique_id that several triggers of a network group share',
      why: 'A reference to a trigger by its id is ambiguous.',
      runtime: RUNTIME,
    },
    'action-unique-id-duplicate': {
      severity: 'warning',
      summary: 'a unique_id that several actions of a network group share',
      why: 'Tools that identify actions by id confuse them.',
      runtime: RUNTIME,
    },
  }),
  needs: {
    distinct: [
      // Only triggers of operations count: ids in lists of triggers are references.
      { field: 'ProtoMDLTrigger.unique_id', set: 'trigger-id', of: 'ProtoMDLOperation', within: WITHIN },
      { field: 'ProtoMDLAction.unique_id', set: 'action-id', within: WITHIN },
    ],
    // Absent ids also count: an absent id is 0, and only one id should be 0.
    need: ['ProtoMDLTrigger.unique_id', 'ProtoMDLAction.unique_id'],
  },
  coreOp: (coreOp, file, report) => {
    for (const { kind, code } of KINDS) {
      if (!file.listed.ids) {
        if (!areDistinct(rangesOf(coreOp), kind)) {
          report({ ...unplaced('unique-ids'), code, message: '' });
        }
      } else if (coreOp.listedIds !== undefined) {
        reportDuplicates(coreOp.listedIds[kind], code, report);
      }
    }
  },
};

/** Returns the ranges of ids in a core op. Contexts that were scanned separately have separate ranges. */
function rangesOf({ ids, contexts }: CoreOpFacts): readonly IdRanges[] {
  const ranges = [ids];
  for (const context of contexts) if (context.ids !== undefined) ranges.push(context.ids);
  return ranges;
}

function reportDuplicates({ duplicates }: ListedIds, code: Code, report: Report): void {
  for (const { value, count, first } of duplicates) {
    const [place, ...others] = first;
    if (place === undefined) continue;
    const message = `unique_id ${value} occurs ${count} times`;
    report(findingAt(place, code, message, relatedTo(others, 'has the same unique_id')));
  }
}
