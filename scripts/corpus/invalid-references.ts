import { CONTEXT, label, put, spoiled, withoutWait } from './faults.js';
import { at } from './notation.js';
import { error, type Plan, warning } from './specimen.js';
import { oneContext, twoNetworks } from './valid-networks.js';

export const INVALID_NETWORK_INDICES: readonly Plan[] = [
  {
    name: 'network-index-out-of-range',
    about: 'An edge layer and an enable_lcu of network 2, in a group with networks 0 and 1.',
    content: spoiled(
      twoNetworks,
      put(`${CONTEXT}.metadata.edge_layers[3].network_index`, 'layer', 2),
      put(`${CONTEXT}.operations[6].actions[5].enable_lcu.network_index`, 'lcu', 256),
    ),
    expected: [error('network-index-out-of-range', 'lcu'), error('network-index-out-of-range', 'layer')],
  },
  {
    name: 'network-index-ignored',
    about: 'Network indices without optional extension 8, which gives indices their meaning.',
    content: spoiled(
      oneContext,
      put(`${CONTEXT}.metadata.edge_layers[0].network_index`, 'layer', 1),
      put(`${CONTEXT}.operations[4].actions[5].enable_lcu.network_index`, 'lcu', 1),
    ),
    expected: [warning('network-index-ignored', 'lcu'), warning('network-index-ignored', 'layer')],
  },
];

export const INVALID_CHANNELS_AND_STREAMS: readonly Plan[] = [
  {
    name: 'cfg-channel-index-out-of-range',
    about: 'A configuration write to channel 2, in a group with two channels.',
    content: spoiled(
      oneContext,
      put(`${CONTEXT}.operations[0].actions[2].write_data_ccw.cfg_channel_index`, 'here', 2),
    ),
    expected: [
      error('cfg-channel-index-out-of-range', 'here'),
      error('cfg-channel-gap', 'here', { related: ['here'] }),
    ],
  },
  {
    name: 'allow-input-sys-index-unmatched',
    about: 'Data is admitted through a stream that no input layer has.',
    content: spoiled(
      oneContext,
      put(`${CONTEXT}.operations[0].actions[0].allow_input_dataflow.sys_index`, 'here', 7),
    ),
    expected: [error('allow-input-sys-index-unmatched', 'here')],
  },
  {
    name: 'trigger-shmifo-unmatched',
    about: 'An operation waits for a stream that no output layer has.',
    content: spoiled(
      oneContext,
      put(`${CONTEXT}.operations[3].trigger.trigger_all_data_was_sent`, 'parent', {
        shmifo_index: at('here', 9),
      }),
    ),
    expected: [error('trigger-shmifo-unmatched', 'here')],
  },
  {
    name: 'sys-index-duplicate',
    about: 'Two outputs of one context share a stream.',
    content: spoiled(
      twoNetworks,
      label(`${CONTEXT}.metadata.edge_layers[2]`, 'first'),
      put(`${CONTEXT}.metadata.edge_layers[3].layer_info.edge_layer_base.sys_index`, 'sys_index', 2),
      label(`${CONTEXT}.metadata.edge_layers[3]`, 'second'),
      [`${CONTEXT}.operations`, withoutWait(3)],
    ),
    expected: [error('sys-index-duplicate', 'first', { related: ['second'] })],
  },
  {
    name: 'sys-index-cross-direction',
    about: 'An input and an output share a stream without the extension that allows this.',
    content: spoiled(
      oneContext,
      label(`${CONTEXT}.metadata.edge_layers[0]`, 'input'),
      put(`${CONTEXT}.metadata.edge_layers[1].layer_info.edge_layer_base.sys_index`, 'sys_index', 1),
      label(`${CONTEXT}.metadata.edge_layers[1]`, 'output'),
      put(`${CONTEXT}.operations[3].trigger.trigger_all_data_was_sent`, 'wait', { shmifo_index: 1 }),
    ),
    expected: [warning('sys-index-cross-direction', 'input', { related: ['output'] })],
  },
];
