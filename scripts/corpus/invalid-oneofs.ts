import { CONTEXT, newer, put, spoiled, without, withoutWait } from './faults.js';
import { at, type Fields, seq } from './notation.js';
import { error, info, type Plan, warning } from './specimen.js';
import { nestedMux, oneContext } from './valid-networks.js';

const MUX = `${CONTEXT}.metadata.edge_layers[1].layer_mux`;

export const INVALID_ONEOFS: readonly Plan[] = [
  {
    name: 'trigger-unset',
    about: 'An operation whose trigger has an id, but no kind.',
    content: spoiled(oneContext, [
      `${CONTEXT}.operations[1].trigger`,
      (trigger) => at('here', without(trigger, 'trigger_lcu')),
    ]),
    expected: [error('trigger-unset', 'here')],
  },
  {
    name: 'trigger-missing',
    about: 'An operation without a trigger.',
    content: spoiled(oneContext, [
      `${CONTEXT}.operations[1]`,
      (value) => at('here', without(value, 'trigger')),
    ]),
    expected: [error('trigger-unset', 'here')],
  },
  {
    name: 'trigger-unset-unread',
    about: 'Triggers without a kind in fields that no loader reads: cluster_end_guarantee and trigger_order.',
    content: spoiled(oneContext, [
      `${CONTEXT}.metadata`,
      (metadata) => {
        const { edge_layers: layers, sorted_outputs_order: outputs } = metadata as Fields;
        return {
          edge_layers: layers,
          cluster_end_guarantee: [{ cluster_index: 4, trigger: at('guarantee', { unique_id: 1 }) }],
          trigger_order: [{ triggers: at('order', { unique_id: 2 }), estimated_time_from_previous_ns: 10n }],
          sorted_outputs_order: outputs,
        };
      },
    ]),
    expected: [warning('trigger-unset', 'guarantee'), warning('trigger-unset', 'order')],
  },
  {
    name: 'trigger-unknown-variant',
    about: 'A trigger of a kind that is newer than every release.',
    content: spoiled(oneContext, [
      `${CONTEXT}.operations[1].trigger`,
      (trigger) => at('here', seq(without(trigger, 'trigger_lcu'), newer('member'))),
    ]),
    expected: [warning('trigger-unknown-variant', 'here'), info('unknown-fields', 'member')],
  },
  {
    name: 'action-unset',
    about: 'An action with an id, but no kind.',
    content: spoiled(oneContext, [
      `${CONTEXT}.operations[1].actions[0]`,
      (action) => at('here', without(action, 'disable_lcu')),
    ]),
    expected: [error('action-unset', 'here')],
  },
  {
    name: 'action-unknown-variant',
    about: 'An action of a kind that is newer than every release.',
    content: spoiled(oneContext, [
      `${CONTEXT}.operations[1].actions[0]`,
      (action) => at('here', seq(without(action, 'disable_lcu'), newer('member'))),
    ]),
    expected: [warning('action-unknown-variant', 'here'), info('unknown-fields', 'member')],
  },
  {
    name: 'edge-unset',
    about: 'An edge layer with neither layer_info nor layer_mux.',
    content: spoiled(
      oneContext,
      [`${CONTEXT}.metadata.edge_layers[1]`, (layer) => at('here', without(layer, 'layer_info'))],
      [`${CONTEXT}.operations`, withoutWait(0)],
    ),
    expected: [error('edge-unset', 'here')],
  },
  {
    name: 'edge-unknown-variant',
    about: 'An edge layer of a kind that is newer than every release.',
    content: spoiled(
      oneContext,
      [
        `${CONTEXT}.metadata.edge_layers[1]`,
        (layer) => at('here', seq(without(layer, 'layer_info'), newer('member'))),
      ],
      [`${CONTEXT}.operations`, withoutWait(0)],
    ),
    expected: [warning('edge-unknown-variant', 'here'), info('unknown-fields', 'member')],
  },
  {
    name: 'mux-predecessor-unset',
    about: 'A mux whose second predecessor is neither a layer nor a mux.',
    content: spoiled(nestedMux, put(`${MUX}.predecessors[1]`, 'here', {})),
    expected: [error('mux-predecessor-unset', 'here')],
  },
  {
    name: 'mux-predecessor-newer',
    about: 'A predecessor of a kind that is newer than every release: a warning under the same code.',
    content: spoiled(nestedMux, put(`${MUX}.predecessors[1]`, 'here', seq(newer('member')))),
    expected: [warning('mux-predecessor-unset', 'here'), info('unknown-fields', 'member')],
  },
];
