import { codesOf, REFUSED, refusedFrom } from '../../base/diagnostics/catalogue.js';
import type { Code } from '../../base/diagnostics/code.gen.js';
import type { Report, Severity } from '../../base/diagnostics/diagnostic.js';
import { PUBLISHED_RELEASES, releasesFrom } from '../../base/diagnostics/releases.js';
import type { ElementFacts, Rule } from './rule.js';

interface Choice {
  /** Path of the message with the oneof, relative to the element; `''` is the element. */
  readonly at: string;
  /** Path of any member of the oneof. */
  readonly member: string;
  readonly unset: Code;
  /**
   * Code for a member that only a newer schema defines. The code may be the same as `unset`, with a lower
   * severity.
   */
  readonly unknown: Code;
  readonly severity?: Severity | undefined;
  readonly what: string;
}

/** Reports a required oneof that is unset, or whose member only a newer schema defines. */
function checkChoice(element: ElementFacts, choice: Choice, report: Report): void {
  const { at, member, unset, unknown, what } = choice;
  if (element.broken || !element.isUnset(member)) return;
  const newer = element.hasUnknown(at);
  const { offset, length } = element.span(at);
  // Members are written one by one, because a spread is slower, and a hostile file has millions of these
  // findings.
  report({
    code: newer ? unknown : unset,
    severity: newer ? 'warning' : choice.severity,
    offset,
    length,
    path: element.pathOf(at),
    message: newer ? `${what} has an unknown kind` : `${what} is not set`,
  });
}

/** Checks a required trigger, and the oneof in the trigger. */
function checkTrigger(field: string, severity?: Severity) {
  const choice: Choice = {
    at: field,
    member: `${field}.trigger_none`,
    unset: 'trigger-unset',
    unknown: 'trigger-unknown-variant',
    severity,
    what: 'the trigger',
  };
  return (element: ElementFacts, report: Report): void => {
    if (element.broken) return;
    if (element.has(field)) {
      checkChoice(element, choice, report);
      return;
    }
    const { offset, length } = element.span();
    const message = 'there is no trigger';
    report({ code: 'trigger-unset', severity, offset, length, path: element.pathOf(), message });
  };
}

const ACTION: Choice = {
  at: '',
  member: 'none',
  unset: 'action-unset',
  unknown: 'action-unknown-variant',
  what: 'the action',
};
const EDGE: Choice = {
  at: '',
  member: 'layer_info',
  unset: 'edge-unset',
  unknown: 'edge-unknown-variant',
  what: 'the layer',
};
const PREDECESSOR: Choice = {
  at: '',
  member: 'layer_info',
  unset: 'mux-predecessor-unset',
  unknown: 'mux-predecessor-unset',
  what: 'the predecessor',
};

/** Checks the four oneofs, which all need a member. */
export const oneofRules: Rule = {
  codes: codesOf('operation', {
    'trigger-unset': {
      ...refusedFrom('4.17.0'),
      summary: 'an operation without a trigger, or with a trigger that has no kind',
      why: 'The operation does not define the event that it waits for.',
      runtime: 'Rejected: at configuration up to 4.11 (INTERNAL_FAILURE), at load from 4.12 (INVALID_HEF).',
      wrong: 'operations { trigger { unique_id: 7 } }',
      fix: 'operations { trigger { unique_id: 7 trigger_none { } } }',
    },
    'trigger-unknown-variant': {
      severity: 'warning',
      summary: 'a trigger of a kind that is not in the schema',
      stage: 'load',
      refusedBy: releasesFrom('4.17.0'),
      why: 'The model was made for a newer runtime, or the file is damaged.',
      runtime: 'Rejected: at configuration up to 4.11 (INTERNAL_FAILURE), at load from 4.12 (INVALID_HEF).',
    },
    'action-unset': {
      ...refusedFrom('4.17.0'),
      summary: 'an action without a kind',
      group: 'action',
      why: 'The action does not set any of the known kinds.',
      runtime: 'Rejected (INTERNAL_FAILURE): at configuration up to 4.11, at load from 4.12.',
      wrong: 'actions { unique_id: 7 }',
      fix: 'actions { unique_id: 7 none { } }',
    },
    'action-unknown-variant': {
      severity: 'warning',
      summary: 'an action of a kind that is not in the schema',
      group: 'action',
      stage: 'load',
      refusedBy: releasesFrom('4.17.0'),
      why: 'The model was made for a newer runtime, or the file is damaged.',
      runtime:
        'Rejected (INTERNAL_FAILURE): at configuration up to 4.11, at load from 4.12. Releases that know ' +
        'the action accept it.',
    },
    'edge-unset': {
      ...REFUSED,
      summary: 'an edge layer that is neither a layer nor a mux',
      group: 'edge',
      why: 'Loaders treat the edge layer as a layer in which every value is 0.',
      runtime: 'A boundary layer is rejected at load (INVALID_ARGUMENT). Other layers transfer nothing.',
      wrong: 'edge_layers { network_index: 0 }',
      fix: 'edge_layers { layer_info { name: "fc1" } }',
    },
    'edge-unknown-variant': {
      severity: 'warning',
      summary: 'an edge layer of a kind that is not in the schema',
      group: 'edge',
      stage: 'load',
      refusedBy: PUBLISHED_RELEASES,
      why: 'The model was made for a newer runtime, or the file is damaged.',
      runtime: 'Rejected by releases that do not know the kind: INVALID_ARGUMENT at load.',
    },
    'mux-predecessor-unset': {
      ...REFUSED,
      summary: 'a predecessor of a mux that is neither a layer nor a mux',
      group: 'mux',
      why: 'The host cannot split the stream.',
      runtime: 'Rejected: INTERNAL_FAILURE at load.',
      wrong: 'predecessors { }',
      fix: 'predecessors { layer_info { name: "box" } }',
    },
  }),
  needs: {
    need: [
      'ProtoMDLOperation.trigger',
      'ProtoMDLOrderedTrigger.triggers',
      'ProtoMDLClusterEndGuarantee.trigger',
      'ProtoMDLTrigger.trigger',
      'ProtoMDLAction.action',
      'ProtoMDLEdgeLayer.edge',
      'ProtoMdlEdge.edge',
    ],
  },
  elements: {
    ProtoMDLOperation: checkTrigger('trigger'),
    // Faults in messages of the next two types are only warnings, because no release reads these messages.
    ProtoMDLOrderedTrigger: checkTrigger('triggers', 'warning'),
    ProtoMDLClusterEndGuarantee: checkTrigger('trigger', 'warning'),
    ProtoMDLAction: (action, report) => checkChoice(action, ACTION, report),
    ProtoMDLEdgeLayer: (edge, report) => checkChoice(edge, EDGE, report),
    ProtoMdlEdge: (edge, report) => checkChoice(edge, PREDECESSOR, report),
  },
};
