/**
 * One file for each rule about values that are newer than the specification: of actions, layers, lists of
 * boxes.
 */
import { CONTEXT, label, spoiled } from './faults.js';
import { at, type Fields, type Value } from './notation.js';
import { error, info, type Plan } from './specimen.js';
import { nms } from './valid-features.js';
import { oneContext } from './valid-networks.js';

const LAYERS = `${CONTEXT}.metadata.edge_layers`;
const BOXES = `${LAYERS}[1].layer_info`;

const more = (path: string, fields: Fields) =>
  [path, (value: Value): Value => ({ ...(value as Fields), ...fields })] as const;

/** Replaces the idle action of the base network. */
const idle = (kind: Fields) =>
  [
    `${CONTEXT}.operations[3].actions[0]`,
    (action: Value): Value => ({ unique_id: (action as Fields).unique_id, ...kind }),
  ] as const;

export const INVALID_LATER: readonly Plan[] = [
  {
    name: 'action-later-values',
    about: 'A write by type to an address between two words.',
    content: spoiled(oneContext, idle({ write_data_by_type: { address: at('here', 0x2000_0002n) } })),
    expected: [error('action-later-values', 'here')],
  },
  {
    name: 'action-later-values-pause',
    about: 'A pause of less than a millisecond.',
    content: spoiled(oneContext, idle({ debug: { sleep: { duration_in_usec: at('here', 999n) } } })),
    expected: [error('action-later-values', 'here')],
  },
  {
    name: 'edge-later-index-range',
    about: 'A layer and a configuration channel of engine 256, which does not fit in a byte.',
    content: spoiled(
      oneContext,
      more('network_groups[0].network_group_metadata', {
        cfg_channels_config: [{ cfg_channel_index: 0, engine_id: at('channel', 256) }],
      }),
      more(`${LAYERS}[0].layer_info.edge_layer_base`, { engine_id: at('layer', 256) }),
    ),
    expected: [error('edge-later-index-range', 'channel'), error('edge-later-index-range', 'layer')],
  },
  {
    name: 'edge-later-values',
    about: 'A burst of boxes without the extension for bursts.',
    content: spoiled(
      nms,
      more(`${BOXES}.edge_layer_base.additional_info.nms_info`, { burst_type: 1 }),
      label(BOXES, 'here'),
    ),
    expected: [error('edge-later-values', 'here')],
  },
  {
    name: 'edge-scales-count',
    about: 'The extension for a scale of each feature, in a model whose layers have one scale.',
    content: spoiled(
      oneContext,
      ['extensions', (list) => [...(list as Value[]), { type_index: at('type', 25) }]],
      label(`${LAYERS}[0].layer_info.numeric_info`, 'input'),
      label(`${LAYERS}[1].layer_info.numeric_info`, 'output'),
    ),
    expected: [
      info('edge-scales-count', 'input'),
      info('edge-scales-count', 'output'),
      info('extension-not-loadable', 'type'),
    ],
  },
];
