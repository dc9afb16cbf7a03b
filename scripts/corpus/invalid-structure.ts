/** One file for each rule about required parts and their numbers: groups, contexts, muxes. */
import { type Change, CONTEXT, drop, label, put, SECOND, spoiled, without } from './faults.js';
import { at, type Fields, type Value } from './notation.js';
import { error, info, MESSAGE, type Plan, warning } from './specimen.js';
import { nestedMux, oneContext, twoContexts } from './valid-networks.js';

const CONTEXT_OUTPUTS = `${CONTEXT}.metadata.sorted_outputs_order`;
const MUX = `${CONTEXT}.metadata.edge_layers[1].layer_mux`;

/** A group that keeps its contexts in a variant for a part of the device. */
const inParts: Change = [
  'network_groups[0]',
  (first) => ({
    network_group_metadata: (first as Fields).network_group_metadata,
    partial_network_groups: [
      at('partial', { network_group: first, layout: { partial_clusters_layout_bitmap: 3 } }),
    ],
  }),
];

export const INVALID_STRUCTURE: readonly Plan[] = [
  {
    name: 'no-network-groups',
    about: 'A header without a network group.',
    content: { header: { hw_arch: 1, sdk_version: '3.27.0', version: 4n } },
    expected: [error('no-network-groups', MESSAGE)],
  },
  {
    name: 'empty',
    about: 'An empty file, which is an empty message.',
    content: {},
    expected: [error('no-network-groups', MESSAGE), warning('header-missing', MESSAGE)],
  },
  {
    name: 'newer-layout',
    about:
      'A network group that keeps its contexts in variants for parts of the device: old releases see an empty group.',
    content: spoiled(oneContext, inParts, put('header.hw_arch', 'arch', 3)),
    expected: [info('hw-arch-unknown', 'arch'), info('newer-layout', 'partial')],
  },
  {
    name: 'core-op-missing',
    about:
      'Variants for parts of the device, on an architecture without variants: loaders see an empty group.',
    content: spoiled(oneContext, inParts, label('network_groups[0]', 'group')),
    expected: [error('core-op-missing', 'group'), info('newer-layout', 'partial')],
  },
  {
    name: 'core-op-missing-variants',
    about: 'A group in the layout of the specification, on an architecture that requires variants.',
    content: spoiled(oneContext, put('header.hw_arch', 'arch', 3), label('network_groups[0]', 'group')),
    expected: [info('hw-arch-unknown', 'arch'), error('core-op-missing', 'group')],
  },
  {
    name: 'core-op-name-mismatch',
    about: 'The name of the core op of a graph differs from the name of its group.',
    content: spoiled(
      oneContext,
      [
        'network_groups[0]',
        (first) => ({
          network_group_metadata: { network_group_name: 'graph' },
          sorted_outputs_order: (first as Fields).sorted_outputs_order,
          ops: [at('op', { core_op: without(first, 'networks_names') })],
        }),
      ],
      label('network_groups[0].ops[0].core_op.network_group_metadata.network_group_name', 'name'),
      ['extensions', (list) => [...(list as Value[]), { type_index: at('type', 13) }]],
    ),
    expected: [
      error('core-op-name-mismatch', 'name'),
      info('newer-layout', 'op'),
      info('extension-not-loadable', 'type'),
    ],
  },
  {
    name: 'context-index-mismatch',
    about: 'The second context has the index of the third context.',
    content: spoiled(twoContexts, put(`${SECOND}.context_index`, 'here', 2)),
    expected: [warning('context-index-mismatch', 'here')],
  },
  {
    name: 'context-index-missing',
    about: 'The second context has no index, which is read as the index of the first context.',
    content: spoiled(twoContexts, drop(`${SECOND}.context_index`), label(SECOND, 'here')),
    expected: [warning('context-index-mismatch', 'here')],
  },
  {
    name: 'context-switch-info-context-index',
    about: 'An edge layer has the index of another context.',
    content: spoiled(
      twoContexts,
      put(`${SECOND}.metadata.edge_layers[1].context_switch_info.context_index`, 'here', 5),
    ),
    expected: [warning('context-switch-info-context-index', 'here')],
  },
];

export const INVALID_MUXES: readonly Plan[] = [
  {
    name: 'mux-predecessors-overrun',
    about: 'A mux that claims four predecessors and has three: loaders read past the list.',
    content: spoiled(nestedMux, put(`${MUX}.mux_data.number_of_predecessors`, 'here', 4), [
      `${MUX}.mux_data`,
      (data) => ({ ...(data as Fields), height_ratios_list_len: 4, height_ratios_list: [1, 2, 1, 1] }),
    ]),
    expected: [error('mux-predecessors-overrun', 'here')],
  },
  {
    name: 'mux-predecessors-ignored',
    about: 'A mux that claims two predecessors and has three: loaders drop the last predecessor.',
    content: spoiled(nestedMux, put(`${MUX}.mux_data.number_of_predecessors`, 'here', 2)),
    expected: [warning('mux-predecessors-ignored', 'here')],
  },
  {
    name: 'mux-empty',
    about: 'A mux whose inner mux has no predecessors.',
    content: spoiled(
      nestedMux,
      [
        `${MUX}.predecessors[2].layer_mux`,
        (mux) => ({ ...without(mux, 'predecessors'), mux_data: at('here', { height_gcd: 4 }) }),
      ],
      ...[CONTEXT_OUTPUTS, 'network_groups[0].sorted_outputs_order'].map(
        (outputs): Change => [outputs, (names) => (names as Value[]).slice(0, 2)],
      ),
    ),
    expected: [error('mux-empty', 'here')],
  },
];
