import { codesOf } from '../../../base/diagnostics/catalogue.js';
import type { Report } from '../../../base/diagnostics/diagnostic.js';
import { findingAt } from '../facts/fact-place.js';
import type { ElementFacts, Rule } from '../rule.js';

/**
 * Checks operations with a fixed role: the first operation of a context, and the operations of a preliminary
 * configuration.
 */
export const operationPositionRules: Rule = {
  codes: codesOf('operation', {
    'operation-empty': {
      severity: 'info',
      summary: 'an operation without actions',
      stage: 'configure',
      why:
        'The operation only waits for its trigger. Compilers write such operations for models with several ' +
        'contexts.',
      runtime: 'Accepted.',
    },
    'first-operation-trigger': {
      severity: 'info',
      summary: 'a context whose first operation waits for an event',
      group: 'context',
      stage: 'inference',
      why: 'Only the preliminary configuration can have started an operation that causes the event.',
      runtime: 'Not enforced: each operation has its own trigger.',
    },
    'preliminary-trigger-not-none': {
      severity: 'warning',
      summary: 'an operation of the preliminary configuration that waits for an event',
      stage: 'configure',
      why: 'The model cannot be configured over Ethernet.',
      runtime: 'Rejected over Ethernet up to 5.0 (INTERNAL_FAILURE); accepted over PCIe.',
    },
  }),
  needs: {
    announce: ['ProtoMDLPreliminaryConfig.operation'],
    announceFirst: ['ProtoMDLContext.operations'],
    need: ['ProtoMDLOperation.actions'],
  },
  elements: {
    ProtoMDLOperation: (operation, report) => {
      if (operation.broken) return;
      if (operation.count('actions') === 0) {
        const { offset, length } = operation.span();
        const message = 'there is no action';
        report({ code: 'operation-empty', offset, length, path: operation.pathOf(), message });
      }
      checkPosition(operation, report);
    },
  },
};

/** Kinds of triggers that wait: all kinds in the schema except `trigger_none`. */
const WAITS = [
  'trigger_lcu',
  'trigger_all_data_was_sent',
  'trigger_all_data_was_received',
  'trigger_nms',
  'trigger_dma_idle',
].map((name) => `trigger.${name}`);

function waits(operation: ElementFacts): boolean {
  return operation.has('trigger') && WAITS.some((name) => operation.has(name));
}

function checkPosition(operation: ElementFacts, report: Report): void {
  const { field } = operation;
  if (field === 'operation') {
    if (!waits(operation)) return;
    const message = 'an operation of the preliminary configuration waits for an event';
    report(findingAt(operation.place('trigger'), 'preliminary-trigger-not-none', message));
  } else if (field === 'operations' && operation.index() === 0 && waits(operation)) {
    const message = 'the first operation of the context waits for an event';
    report(findingAt(operation.place('trigger'), 'first-operation-trigger', message));
  }
}
