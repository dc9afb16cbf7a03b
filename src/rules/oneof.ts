import type { Report } from '../diagnostics/diagnostic.js';
import type { Severity } from '../diagnostics/severity.js';
import type { ElementFacts, Rule } from './rule.js';

const CREATE_FAILS =
  'Rejected: INTERNAL_FAILURE when the network is configured up to 4.11, INVALID_HEF at load from 4.12.';

interface Choice {
  /** Path of the message that holds the oneof, below the element; `''` is the element. */
  readonly at: string;
  /** Any member of the oneof. */
  readonly member: string;
  readonly unset: string;
  /** Code for a member that only a newer schema knows; the same code in a lower severity where none is named. */
  readonly unknown: string;
  readonly severity?: Severity;
  readonly what: string;
}

/** A message that has to choose: says whether it chose nothing, or something newer. */
function checkChoice(element: ElementFacts, choice: Choice, report: Report): void {
  const { at, member, unset, unknown, severity, what } = choice;
  const path = at === '' ? member : `${at}.${member}`;
  if (element.broken || !element.isUnset(path)) return;
  const place = () => ({ ...element.span(at), path: () => element.path(at) });
  if (element.hasUnknown(at)) {
    report({
      ...place(),
      code: unknown,
      severity: 'warning',
      message: `${what} of a kind that is not known`,
    });
  } else {
    report({ ...place(), code: unset, ...(severity && { severity }), message: `${what} is not set` });
  }
}

/** A trigger that should be there, and in it the oneof. */
function checkTrigger(field: string, severity?: Severity) {
  return (element: ElementFacts, report: Report): void => {
    if (element.broken) return;
    if (!element.has(field)) {
      const message = 'there is no trigger';
      report({
        ...element.span(),
        code: 'trigger-unset',
        ...(severity && { severity }),
        path: () => element.path(),
        message,
      });
      return;
    }
    const choice = {
      at: field,
      member: 'trigger_none',
      unset: 'trigger-unset',
      unknown: 'trigger-unknown-variant',
    };
    checkChoice(element, { ...choice, what: 'the trigger', ...(severity && { severity }) }, report);
  };
}

/** The four oneofs: each of them has to have a member. */
export const oneofRules: Rule = {
  codes: [
    {
      code: 'trigger-unset',
      severity: 'error',
      summary: 'an operation without a trigger, or with one that says nothing',
      runtime: CREATE_FAILS,
    },
    {
      code: 'trigger-unknown-variant',
      severity: 'warning',
      summary: 'a trigger of a kind that the schema does not know',
      runtime: CREATE_FAILS,
    },
    {
      code: 'action-unset',
      severity: 'error',
      summary: 'an action that does nothing',
      runtime: CREATE_FAILS,
    },
    {
      code: 'action-unknown-variant',
      severity: 'warning',
      summary: 'an action of a kind that the schema does not know',
      runtime: `${CREATE_FAILS} Releases that know the action accept it.`,
    },
    {
      code: 'edge-unset',
      severity: 'error',
      summary: 'an edge layer that is neither a layer nor a mux',
      runtime: 'Rejected for a boundary layer: INVALID_ARGUMENT at load; others transfer nothing.',
    },
    {
      code: 'edge-unknown-variant',
      severity: 'warning',
      summary: 'an edge layer of a kind that the schema does not know',
      runtime: 'Rejected by releases that do not know the kind: INVALID_ARGUMENT at load.',
    },
    {
      code: 'mux-predecessor-unset',
      severity: 'error',
      summary: 'a predecessor of a mux that is neither a layer nor a mux',
      runtime: 'Rejected: INTERNAL_FAILURE at load.',
    },
  ],
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
    // Releases never read these two.
    ProtoMDLOrderedTrigger: checkTrigger('triggers', 'warning'),
    ProtoMDLClusterEndGuarantee: checkTrigger('trigger', 'warning'),
    ProtoMDLAction: (action, report) => {
      const codes = { unset: 'action-unset', unknown: 'action-unknown-variant' };
      checkChoice(action, { at: '', member: 'none', ...codes, what: 'the action' }, report);
    },
    ProtoMDLEdgeLayer: (edge, report) => {
      const codes = { unset: 'edge-unset', unknown: 'edge-unknown-variant' };
      checkChoice(edge, { at: '', member: 'layer_info', ...codes, what: 'the layer' }, report);
    },
    ProtoMdlEdge: (edge, report) => {
      const codes = { unset: 'mux-predecessor-unset', unknown: 'mux-predecessor-unset' };
      checkChoice(edge, { at: '', member: 'layer_info', ...codes, what: 'the predecessor' }, report);
    },
  },
};
