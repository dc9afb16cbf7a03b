import { codesOf } from '../../../base/diagnostics/catalogue.js';
import { findingAt, relatedTo } from '../facts/fact-place.js';
import { referencesOf, unplaced } from '../facts/references.js';
import { reportOccurrences } from '../references.js';
import type { Rule } from '../rule.js';

const LISTS = [
  { kind: 'cluster-end-trigger', code: 'cluster-end-trigger-unknown' },
  { kind: 'ordered-trigger', code: 'trigger-order-unknown' },
] as const;

const RUNTIME = 'No release reads it, and no known compiler writes it.';

/** Checks the two lists in a context's metadata that refer to triggers by their ids. */
export const triggerListRules: Rule = {
  codes: codesOf('context', {
    'cluster-end-guarantee-duplicate': {
      severity: 'warning',
      summary: 'two entries of cluster_end_guarantee for the same cluster',
      why: "The entries define different ends of the cluster's use.",
      runtime: RUNTIME,
    },
    'cluster-end-trigger-unknown': {
      severity: 'info',
      summary: 'a trigger in cluster_end_guarantee that no operation of the group has',
      why: 'The guarantee never takes effect.',
      runtime: RUNTIME,
    },
    'trigger-order-unknown': {
      severity: 'info',
      summary: 'a trigger in trigger_order that no operation of the group has',
      why: 'The entry has an estimate for an event that never occurs.',
      runtime: RUNTIME,
    },
  }),
  needs: {
    leave: ['ProtoMDLClusterEndGuarantee', 'ProtoMDLOrderedTrigger'],
    bounds: [{ field: 'ProtoMDLClusterEndGuarantee.cluster_index', max: -1 }],
    keep: [
      { field: 'ProtoMDLTrigger.unique_id', of: 'ProtoMDLClusterEndGuarantee' },
      { field: 'ProtoMDLTrigger.unique_id', of: 'ProtoMDLOrderedTrigger' },
    ],
  },
  context: ({ references }, _coreOp, _file, report) => {
    for (const { value, count, first } of referencesOf(references, 'cluster-end')) {
      const [place, ...others] = first;
      if (count === 1 || place === undefined) continue;
      const message = `cluster ${value} has ${count} guarantees`;
      const related = relatedTo(others, 'another one');
      report(findingAt(place, 'cluster-end-guarantee-duplicate', message, related));
    }
  },
  coreOp: (coreOp, _file, report) => {
    const { broken, lost, contexts, missingTriggers } = coreOp;
    // Nothing is reported if an unread part may contain the missing operation.
    if (broken || lost || missingTriggers?.size === 0) return;
    for (const { references } of contexts) {
      for (const { kind, code } of LISTS) {
        for (const occurrences of referencesOf(references, kind)) {
          if (missingTriggers === undefined) {
            report({ ...unplaced('unique-ids'), code, message: '' });
          } else if (missingTriggers.has(occurrences.value)) {
            const message = `no operation has a trigger with unique_id ${occurrences.value}`;
            reportOccurrences(occurrences, { code, message }, report);
          }
        }
      }
    }
  },
};
