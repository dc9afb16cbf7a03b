import { codesOf, refusedFrom } from '../../../base/diagnostics/catalogue.js';
import type { Code } from '../../../base/diagnostics/code.gen.js';
import type { Report } from '../../../base/diagnostics/diagnostic.js';
import { findingAt } from '../facts/fact-place.js';
import { followsFrom } from '../references.js';
import type { ElementFacts, Rule } from '../rule.js';

const MAX_BYTE = 255;
const MAX_ADDRESS = 0xffff;

/**
 * Greatest indices of a layer controller: loaders store the cluster in 3 bits, and the index within the
 * cluster in 4 bits.
 */
export const LCU_ALIASING = { cluster: 7, lcu: 15 } as const;

const FIELDS = [
  ['cluster_index', LCU_ALIASING.cluster],
  ['lcu_index', LCU_ALIASING.lcu],
] as const;

/** Checks the layer controller that a message names: its cluster, and its index in the cluster. */
export function checkLcu(element: ElementFacts, at: string, code: Code, report: Report): void {
  if (!element.has(at)) return;
  for (const [name, most] of FIELDS) {
    const field = `${at}.${name}`;
    const value = element.value(field);
    if (value <= most) continue;
    const place = element.place(field);
    const tooLarge = value > MAX_BYTE;
    if (tooLarge) report(findingAt(place, code, `${name} is ${value}; the maximum is ${MAX_BYTE}`));
    const message = `${name} is ${value}; above ${most} it is cut to ${value % (most + 1)}`;
    const related = tooLarge ? [followsFrom(place, code)] : [];
    report(findingAt(place, 'lcu-id-aliasing', message, related));
  }
}

/** Checks layer controllers that operations start and stop. */
export const lcuRules: Rule = {
  codes: codesOf('action', {
    'lcu-range': {
      ...refusedFrom('4.17.0'),
      summary: 'an enable_lcu or disable_lcu with an index above 255',
      implies: ['lcu-id-aliasing'],
      why: 'No release accepts such a file: the runtime keeps the index in one byte.',
      runtime: 'Rejected: INVALID_HEF, at configuration up to 4.11 and at load from 4.12.',
      wrong: 'enable_lcu { lcu_index: 256 cluster_index: 4 }',
      fix: 'enable_lcu { lcu_index: 13 cluster_index: 4 }',
    },
    'lcu-id-aliasing': {
      severity: 'warning',
      summary: 'a layer controller with a cluster above 7, or an index above 15 in its cluster',
      stage: 'configure',
      why: 'The device silently starts, stops or waits for a different layer controller.',
      runtime: 'Accepted: cluster and index are packed into 3 and 4 bits, and higher bits are lost.',
    },
    'lcu-kernel-done-address-range': {
      ...refusedFrom('4.17.0'),
      summary: 'an lcu_kernel_done_address above 65535',
      why: 'No release accepts such a file: the runtime keeps the address in 16 bits.',
      runtime: 'Rejected: INVALID_HEF, at configuration up to 4.11 and at load from 4.12.',
      wrong: 'enable_lcu { lcu_kernel_done_address: 65536 }',
      fix: 'enable_lcu { lcu_kernel_done_address: 65535 }',
    },
  }),
  needs: {
    bounds: [
      ...['ProtoMDLActionEnableLcu', 'ProtoMDLActionDisableLcu'].flatMap((message) =>
        FIELDS.map(([name, max]) => ({ field: `${message}.${name}`, max })),
      ),
      { field: 'ProtoMDLActionEnableLcu.lcu_kernel_done_address', max: MAX_ADDRESS },
    ],
  },
  elements: {
    ProtoMDLAction: (action, report) => {
      checkLcu(action, 'enable_lcu', 'lcu-range', report);
      checkLcu(action, 'disable_lcu', 'lcu-range', report);
      const field = 'enable_lcu.lcu_kernel_done_address';
      const value = action.value(field);
      if (value <= MAX_ADDRESS) return;
      const message = `lcu_kernel_done_address is ${value}; the maximum is ${MAX_ADDRESS}`;
      report(findingAt(action.place(field), 'lcu-kernel-done-address-range', message));
    },
  },
};
