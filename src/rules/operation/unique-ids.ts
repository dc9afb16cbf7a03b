import type { Report } from '../../diagnostics/diagnostic.js';
import type { Subscription } from '../../scan/index.js';
import {
  areDistinct,
  type CoreOpFacts,
  type HeardIds,
  type IdFacts,
  placeOf,
  relatedTo,
  unplaced,
} from '../facts/index.js';
import type { Rule } from '../rule.js';

/** Where ids begin anew: elements that hold a core op. */
const WITHIN = ['ProtoMDLNetworkGroup', 'ProtoMDLPartialNetworkGroup', 'ProtoMDLOp', 'ProtoMDLPartialCoreOp'];

const KINDS = [
  { kind: 'triggers', code: 'trigger-unique-id-duplicate' },
  { kind: 'actions', code: 'action-unique-id-duplicate' },
] as const;

const RUNTIME = 'Never read.';

/** Ids of triggers. Those of the triggers in lists refer to one of an operation. */
export const TRIGGER_ID_NEEDS: Subscription = {
  distinct: [
    { field: 'ProtoMDLTrigger.unique_id', set: 'trigger-id', within: WITHIN, in: 'ProtoMDLOperation' },
  ],
  // One that is absent is 0, and should be the only one.
  need: ['ProtoMDLTrigger.unique_id'],
};

/**
 * Ids of triggers and actions, of which a core op has millions: while it is scanned they are only noted, which
 * shows whether they differ. Where some repeat, those are told one by one.
 */
export const uniqueIdRules: Rule = {
  codes: [
    {
      code: 'trigger-unique-id-duplicate',
      severity: 'warning',
      summary: 'a unique_id that several triggers of a network group have',
      group: 'operation',
      about: () => ({
        why: 'Whatever refers to a trigger by its id may mean another one.',
        runtime: RUNTIME,
      }),
    },
    {
      code: 'action-unique-id-duplicate',
      severity: 'warning',
      summary: 'a unique_id that several actions of a network group have',
      group: 'operation',
      about: () => ({
        why: 'Tools that tell actions apart by their ids mix them up.',
        runtime: RUNTIME,
      }),
    },
  ],
  needs: {
    distinct: [
      ...(TRIGGER_ID_NEEDS.distinct ?? []),
      { field: 'ProtoMDLAction.unique_id', set: 'action-id', within: WITHIN },
    ],
    need: [...(TRIGGER_ID_NEEDS.need ?? []), 'ProtoMDLAction.unique_id'],
  },
  coreOp: (coreOp, file, report) => {
    for (const { kind, code } of KINDS) {
      if (!file.heard.ids) {
        if (!areDistinct(partsOf(coreOp).map((part) => part[kind]))) {
          report({ ...unplaced('unique-ids'), code, message: '' });
        }
      } else if (coreOp.heardIds !== undefined) {
        reportDuplicates(coreOp.heardIds[kind], code, report);
      }
    }
  },
};

function partsOf({ ids, contexts }: CoreOpFacts): readonly IdFacts[] {
  return [ids, ...contexts.flatMap((context) => context.ids ?? [])];
}

function reportDuplicates({ duplicates }: HeardIds, code: string, report: Report): void {
  for (const { value, count, first } of duplicates) {
    const [place, ...others] = first;
    if (place === undefined) continue;
    const message = `unique_id ${value} occurs ${count} times`;
    report({ ...placeOf(place), code, message, related: relatedTo(others, 'has it too') });
  }
}
