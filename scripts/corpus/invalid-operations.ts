/** One file for each rule about operations: their triggers, positions and names. */
import { type Change, CONTEXT, label, put, spoiled } from './faults.js';
import { EXTENSION } from './network.js';
import { at, type Fields, type Value } from './notation.js';
import { allowInput, doNothing, operation, whenLcu, whenReady } from './operations.js';
import { error, info, type Plan, warning } from './specimen.js';
import { oneContext } from './valid-networks.js';

const PRELIMINARY = 'network_groups[0].preliminary_config';

/** The base network does not use this id or higher ids. */
const FREE_ID = 10_000;

/** Returns operations that do nothing, with unused ids. */
export function idle(count: number): Fields[] {
  return Array.from({ length: count }, (_, i) =>
    operation({ unique_id: FREE_ID + i, ...whenReady }, { unique_id: FREE_ID + i, ...doNothing }),
  );
}

/** Replaces the trigger of the operation at `path`; its id stays. */
const waitFor =
  (kind: Fields, name?: string) =>
  (trigger: Value): Value => {
    const { unique_id } = trigger as Fields;
    const changed = { unique_id, ...kind };
    return name === undefined ? changed : at(name, changed);
  };

const runsAsap: Change = [
  'extensions',
  (extensions) => [...(extensions as Fields[]), EXTENSION.PRELIMINARY_RUN_ASAP],
];

function letsIn(name: string, id: number): Fields {
  return operation(
    { unique_id: FREE_ID + id, ...whenReady },
    at(name, { unique_id: FREE_ID + id, ...allowInput(1) }),
  );
}

/** Adds a list of triggers to metadata. */
const withList =
  (list: Fields) =>
  (metadata: Value): Value => {
    const { edge_layers: layers, sorted_outputs_order: outputs } = metadata as Fields;
    return { edge_layers: layers, ...list, sorted_outputs_order: outputs };
  };

export const INVALID_OPERATIONS: readonly Plan[] = [
  {
    name: 'operation-empty',
    about: 'An operation without actions that waits for an output.',
    content: spoiled(oneContext, [
      `${CONTEXT}.operations[3]`,
      (value) => at('here', { trigger: (value as Fields).trigger }),
    ]),
    expected: [info('operation-empty', 'here')],
  },
  {
    name: 'first-operation-trigger',
    about: 'The first operation of a context waits for a layer controller that was not started.',
    content: spoiled(oneContext, [
      `${CONTEXT}.operations[0].trigger`,
      waitFor(whenLcu({ cluster: 4, lcu: 0 }), 'here'),
    ]),
    expected: [info('first-operation-trigger', 'here')],
  },
  {
    name: 'preliminary-trigger-not-none',
    about: 'An operation of the preliminary configuration waits for a layer controller.',
    content: spoiled(oneContext, [
      `${PRELIMINARY}.operation[0].trigger`,
      waitFor(whenLcu({ cluster: 4, lcu: 0 }), 'here'),
    ]),
    expected: [warning('preliminary-trigger-not-none', 'here')],
  },
  {
    name: 'preliminary-operation-count',
    about: '256 operations in the preliminary configuration.',
    content: spoiled(oneContext, [
      PRELIMINARY,
      (value) => at('here', { operation: [...((value as Fields).operation as Fields[]), ...idle(255)] }),
    ]),
    expected: [warning('preliminary-operation-count', 'here')],
  },
  {
    name: 'preliminary-run-asap-input',
    about: 'Extension 12, and a preliminary configuration that admits no input.',
    content: spoiled(oneContext, runsAsap, label(PRELIMINARY, 'here')),
    expected: [warning('preliminary-run-asap-input', 'here')],
  },
  {
    name: 'preliminary-run-asap-input-twice',
    about: 'Extension 12, and two runs of actions that admit data: the end of an operation ends a run.',
    content: spoiled(oneContext, runsAsap, [
      `${PRELIMINARY}.operation`,
      (operations) => [...(operations as Fields[]), letsIn('first', 0), letsIn('second', 1)],
    ]),
    expected: [warning('preliminary-run-asap-input', 'first', { related: ['second'] })],
  },
  {
    name: 'trigger-lcu-range',
    about: 'A trigger that waits for layer controller 256.',
    content: spoiled(oneContext, put(`${CONTEXT}.operations[1].trigger.trigger_lcu.lcu_index`, 'here', 256)),
    expected: [error('trigger-lcu-range', 'here'), warning('lcu-id-aliasing', 'here', { related: ['here'] })],
  },
  {
    name: 'trigger-nms-range',
    about: 'A trigger of NMS with an interface of more than 8 bits.',
    content: spoiled(oneContext, [
      `${CONTEXT}.operations[1].trigger`,
      waitFor({ trigger_nms: { aggregator_index: 255, succ_prepost_ob_interface: at('here', 256) } }),
    ]),
    expected: [error('trigger-nms-range', 'here')],
  },
  {
    name: 'trigger-shmifo-range',
    about: 'A trigger that waits for stream 256, which no edge layer can have.',
    content: spoiled(
      oneContext,
      put(`${CONTEXT}.operations[3].trigger.trigger_all_data_was_sent`, 'wait', {
        shmifo_index: at('here', 256),
      }),
    ),
    expected: [
      error('trigger-shmifo-range', 'here'),
      error('trigger-shmifo-unmatched', 'here', { related: ['here'] }),
    ],
  },
  {
    name: 'trigger-all-data-received-unsupported',
    about: 'A trigger that waits for an input, which later releases do not support.',
    content: spoiled(oneContext, [
      `${CONTEXT}.operations[3].trigger`,
      waitFor({ trigger_all_data_was_received: at('here', { shmifo_index: 1 }) }),
    ]),
    expected: [warning('trigger-all-data-received-unsupported', 'here')],
  },
  {
    name: 'trigger-unique-id-duplicate',
    about: 'Two triggers with the same id.',
    content: spoiled(
      oneContext,
      put(`${CONTEXT}.operations[1].trigger.unique_id`, 'first', FREE_ID),
      put(`${CONTEXT}.operations[3].trigger.unique_id`, 'second', FREE_ID),
    ),
    expected: [warning('trigger-unique-id-duplicate', 'first', { related: ['second'] })],
  },
  {
    name: 'action-unique-id-duplicate',
    about: 'Three actions with the same id, one of them in the preliminary configuration.',
    content: spoiled(
      oneContext,
      put(`${PRELIMINARY}.operation[0].actions[1].unique_id`, 'first', FREE_ID),
      put(`${CONTEXT}.operations[1].actions[0].unique_id`, 'second', FREE_ID),
      put(`${CONTEXT}.operations[2].actions[0].unique_id`, 'third', FREE_ID),
    ),
    expected: [warning('action-unique-id-duplicate', 'first', { related: ['second', 'third'] })],
  },
  {
    name: 'cluster-end-guarantee-duplicate',
    about: 'Two triggers that guarantee the end of one cluster.',
    content: spoiled(oneContext, [
      `${CONTEXT}.metadata`,
      withList({
        cluster_end_guarantee: [
          { cluster_index: at('first', 4), trigger: { unique_id: 1, ...whenReady } },
          { cluster_index: at('second', 4), trigger: { unique_id: 2, ...whenReady } },
        ],
      }),
    ]),
    expected: [warning('cluster-end-guarantee-duplicate', 'first', { related: ['second'] })],
  },
  {
    name: 'cluster-end-trigger-unknown',
    about: 'The end of a cluster is guaranteed by a trigger that no operation has.',
    content: spoiled(oneContext, [
      `${CONTEXT}.metadata`,
      withList({
        cluster_end_guarantee: [
          { cluster_index: 4, trigger: { unique_id: 1, ...whenReady } },
          { cluster_index: 5, trigger: { unique_id: at('here', FREE_ID), ...whenReady } },
        ],
      }),
    ]),
    expected: [info('cluster-end-trigger-unknown', 'here')],
  },
  {
    name: 'trigger-order-unknown',
    about: 'The order of triggers contains a trigger that no operation has.',
    content: spoiled(oneContext, [
      `${CONTEXT}.metadata`,
      withList({
        trigger_order: [
          { triggers: { unique_id: 1, ...whenReady }, estimated_time_from_previous_ns: 5n },
          { triggers: { unique_id: at('here', FREE_ID), ...whenReady }, estimated_time_from_previous_ns: 5n },
        ],
      }),
    ]),
    expected: [info('trigger-order-unknown', 'here')],
  },
];
