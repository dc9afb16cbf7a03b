import { codesOf, refusedFrom } from '../../../base/diagnostics/catalogue.js';
import type { Code } from '../../../base/diagnostics/code.gen.js';
import type { Report } from '../../../base/diagnostics/diagnostic.js';
import { releasesFrom } from '../../../base/diagnostics/releases.js';
import { checkLcu, LCU_ALIASING } from '../action/lcu.js';
import { findingAt } from '../facts/fact-place.js';
import { MAX_STREAM } from '../references.js';
import type { ElementFacts, Rule } from '../rule.js';

const MAX_BYTE = 255;

const SHMIFO_TRIGGERS = [
  'trigger_all_data_was_sent',
  'trigger_all_data_was_received',
  'trigger_dma_idle',
] as const;
const SHMIFO_MESSAGES = [
  'ProtoMDLTriggerAllDataWasSentToHostPCIe',
  'ProtoMDLTriggerAllDataWasReceivedFromHostPCIe',
  'ProtoMDLWaitDmaIdleTrigger',
] as const;

const NMS_FIELDS = [
  'aggregator_index',
  'pred_cluster_ob_index',
  'pred_cluster_ob_cluster_index',
  'pred_cluster_ob_interface',
  'succ_prepost_ob_index',
  'succ_prepost_ob_interface',
] as const;

// Release 4.8.0 reads triggers when a device is configured, not at load.
const RANGE = refusedFrom('4.17.0');
const REJECTED = 'Rejected: INVALID_HEF, at configuration up to 4.11 and at load from 4.12.';
const NO_ROOM = 'No release accepts such a file: the runtime keeps the index in one byte.';

const CODES = codesOf('operation', {
  'trigger-lcu-range': {
    ...RANGE,
    summary: 'a trigger_lcu with an index above 255',
    implies: ['lcu-id-aliasing'],
    why: NO_ROOM,
    runtime: REJECTED,
    wrong: 'trigger { trigger_lcu { cluster_index: 4 lcu_index: 256 } }',
    fix: 'trigger { trigger_lcu { cluster_index: 4 lcu_index: 13 } }',
  },
  'trigger-nms-range': {
    ...RANGE,
    summary: 'a trigger_nms with a field above 255',
    why: NO_ROOM,
    runtime: REJECTED,
    wrong: 'trigger { trigger_nms { aggregator_index: 256 } }',
    fix: 'trigger { trigger_nms { aggregator_index: 1 } }',
  },
  'trigger-shmifo-range': {
    ...RANGE,
    summary: 'a trigger with a shmifo_index above 255',
    implies: ['trigger-shmifo-unmatched'],
    why: NO_ROOM,
    runtime: REJECTED,
    wrong: 'trigger { trigger_all_data_was_sent { shmifo_index: 256 } }',
    fix: 'trigger { trigger_all_data_was_sent { shmifo_index: 0 } }',
  },
  'trigger-all-data-received-unsupported': {
    severity: 'warning',
    summary: 'a trigger_all_data_was_received, which later releases do not support',
    stage: 'load',
    refusedBy: releasesFrom('4.17.0'),
    why: 'Only old releases run the model.',
    runtime: 'Accepted up to 4.11; rejected at load from 4.12 (NOT_IMPLEMENTED).',
  },
});

/** Checks triggers for values that do not fit in the loaders' integers, and for a deprecated kind. */
export const triggerRangeRules: Rule = {
  codes: CODES,
  needs: {
    bounds: [
      { field: 'ProtoMDLTriggerLcu.cluster_index', max: LCU_ALIASING.cluster },
      { field: 'ProtoMDLTriggerLcu.lcu_index', max: LCU_ALIASING.lcu },
      ...NMS_FIELDS.map((field) => ({ field: `ProtoMDLTriggerNms.${field}`, max: MAX_BYTE })),
      ...SHMIFO_MESSAGES.map((message) => ({ field: `${message}.shmifo_index`, max: MAX_STREAM })),
      { field: 'ProtoMDLTrigger.trigger_all_data_was_received', max: -1 },
    ],
  },
  elements: {
    ProtoMDLOperation: (operation, report) => {
      checkLcu(operation, 'trigger.trigger_lcu', 'trigger-lcu-range', report);
      if (operation.has('trigger.trigger_nms')) {
        for (const field of NMS_FIELDS) {
          checkByte(operation, `trigger.trigger_nms.${field}`, field, 'trigger-nms-range', report);
        }
      }
      for (const trigger of SHMIFO_TRIGGERS) {
        const field = `trigger.${trigger}.shmifo_index`;
        checkByte(operation, field, 'shmifo_index', 'trigger-shmifo-range', report);
      }
      const received = 'trigger.trigger_all_data_was_received';
      if (operation.has(received)) {
        const code = 'trigger-all-data-received-unsupported';
        report(findingAt(operation.place(received), code, 'releases from 4.12 on reject it'));
      }
    },
  },
};

function checkByte(element: ElementFacts, field: string, name: string, code: Code, report: Report): void {
  const value = element.value(field);
  if (value <= MAX_BYTE) return;
  report(findingAt(element.place(field), code, `${name} is ${value}; the maximum is ${MAX_BYTE}`));
}
