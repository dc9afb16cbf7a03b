import { codesOf, refusedFrom } from '../../../base/diagnostics/catalogue.js';
import { findingAt } from '../facts/fact-place.js';
import { ANNOUNCED_INPUTS, MAX_STREAM } from '../references.js';
import type { Rule } from '../rule.js';

/** Greatest connection type: the types are BOUNDARY, INTERMEDIATE, DDR and, in later releases, CACHE. */
export const MAX_CONNECTION_TYPE = 3;

const SYS_INDEX = 'allow_input_dataflow.sys_index';
const CONNECTION = 'allow_input_dataflow.connection_type';

/** Checks the values of input actions (`allow_input_dataflow`). */
export const allowInputRules: Rule = {
  codes: codesOf('action', {
    'allow-input-range': {
      ...refusedFrom('4.17.0'),
      summary: 'an allow_input_dataflow with a sys_index above 255',
      implies: ['allow-input-sys-index-unmatched'],
      why: 'No release accepts such a file: the runtime keeps the index in one byte.',
      runtime: 'Rejected: INVALID_HEF, at configuration up to 4.11 and at load from 4.12.',
      wrong: 'allow_input_dataflow { sys_index: 256 }',
      fix: 'allow_input_dataflow { sys_index: 1 }',
    },
    'enum-unknown': {
      severity: 'warning',
      summary: 'an allow_input_dataflow with an unknown connection_type',
      stage: 'configure',
      implies: ['allow-input-connection-type'],
      why: 'The action does not define which kind of stream it starts.',
      runtime: 'In 4.8 every value except DDR starts the stream; later releases do not read the field.',
    },
  }),
  needs: ANNOUNCED_INPUTS,
  elements: {
    ProtoMDLAction: (action, report) => {
      if (!action.has('allow_input_dataflow')) return;
      const index = action.value(SYS_INDEX);
      if (index > MAX_STREAM) {
        const message = `sys_index is ${index}; the maximum is ${MAX_STREAM}`;
        report(findingAt(action.place(SYS_INDEX), 'allow-input-range', message));
      }
      const connection = action.value(CONNECTION);
      if (connection > MAX_CONNECTION_TYPE) {
        const message = `connection_type is ${connection}, which is not a connection type`;
        report(findingAt(action.place(CONNECTION), 'enum-unknown', message));
      }
    },
  },
};
