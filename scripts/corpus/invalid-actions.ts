/**
 * One file for each rule about actions: writes, layer controllers, sequencers, and actions that allow input.
 */
import { type Change, CONTEXT, label, put, spoiled } from './faults.js';
import { at, type Fields, type Value } from './notation.js';
import { error, info, type Plan, warning } from './specimen.js';
import { oneContext } from './valid-networks.js';

const FIRST = `${CONTEXT}.operations[0].actions`;
const IDLE = `${CONTEXT}.operations[3].actions[0]`;
const LAST = `${CONTEXT}.operations[4].actions`;
const L3 = `${LAST}[1].enable_sequencer.initial_l3_info`;

/** Replaces the action at `path`; its id stays. */
const doing =
  (kind: Fields, name?: string) =>
  (action: Value): Value => {
    const { unique_id } = action as Fields;
    const changed = { unique_id, ...kind };
    return name === undefined ? changed : at(name, changed);
  };

/** Makes 16 bytes of a configuration write that claim a number of words. */
function words(count: number): Uint8Array {
  const data = new Uint8Array(16).fill(0x5a);
  new DataView(data.buffer).setUint32(0, count - 1, true);
  return data;
}

/** The base network does not use this id or higher ids. */
const FREE_ID = 10_000;
const TWO_WORDS = words(2);

const channels = (count: number): Change => [
  'network_groups[0].network_group_metadata.cfg_channels_count',
  () => count,
];

export const INVALID_ACTIONS: readonly Plan[] = [
  {
    name: 'action-write-compressed-data',
    about: 'Compressed data, which no loader unpacks.',
    content: spoiled(oneContext, [
      IDLE,
      doing({ write_compressed_data: at('here', { address: 4096n, data: words(2) }) }),
    ]),
    expected: [error('action-write-compressed-data', 'here')],
  },
  {
    name: 'action-write-data-legacy',
    about: 'A plain write, which later releases do not execute.',
    content: spoiled(oneContext, [
      IDLE,
      doing({ write_data: at('here', { address: 0xffffffffn, data: words(2) }) }),
    ]),
    expected: [info('action-write-data-legacy', 'here')],
  },
  {
    name: 'write-data-address-range',
    about: 'A write to an address of 33 bits, which is cut to another address.',
    content: spoiled(oneContext, [
      IDLE,
      doing({ write_data: at('write', { address: at('here', 1n << 32n), data: words(2) }) }),
    ]),
    expected: [info('action-write-data-legacy', 'write'), error('write-data-address-range', 'here')],
  },
  {
    name: 'cfg-channel-index-range',
    about: 'A configuration write to channel 256.',
    content: spoiled(oneContext, put(`${FIRST}[2].write_data_ccw.cfg_channel_index`, 'here', 256)),
    expected: [
      error('cfg-channel-index-range', 'here'),
      error('cfg-channel-index-out-of-range', 'here', { related: ['here'] }),
      error('cfg-channel-gap', 'here', { related: ['here'] }),
    ],
  },
  {
    name: 'cfg-channel-gap',
    about: 'A context that writes to channels 0 and 2, but not to channel 1.',
    content: spoiled(oneContext, put(`${FIRST}[2].write_data_ccw.cfg_channel_index`, 'here', 2), channels(3)),
    expected: [error('cfg-channel-gap', 'here')],
  },
  {
    name: 'ccw-data-empty',
    about: 'A configuration write without data, followed by another write to the same channel.',
    content: spoiled(
      oneContext,
      put(`${FIRST}[1].write_data_ccw`, 'here', {}),
      put(`${FIRST}[2].write_data_ccw.cfg_channel_index`, 'channel', 0),
    ),
    expected: [warning('ccw-data-empty', 'here')],
  },
  {
    name: 'ccw-run-empty',
    about: 'A configuration write without data, alone in its run: the loader counts down from 0.',
    content: spoiled(oneContext, [IDLE, doing({ write_data_ccw: at('write', {}) }, 'here')]),
    expected: [error('ccw-run-empty', 'here'), warning('ccw-data-empty', 'write', { related: ['here'] })],
  },
  {
    name: 'ccw-burst-limit',
    about: '65536 configuration writes in a row on one channel, of two words each.',
    content: spoiled(oneContext, [
      `${CONTEXT}.operations[3].actions`,
      () =>
        Array.from({ length: 65536 }, (_, i) => {
          const write = { unique_id: FREE_ID + i, write_data_ccw: { data: TWO_WORDS } };
          return i === 0 ? at('here', write) : write;
        }),
    ]),
    expected: [error('ccw-burst-limit', 'here')],
  },
  {
    name: 'ccw-data-alignment',
    about: 'Configuration words that do not fill 8 bytes.',
    content: spoiled(oneContext, put(`${FIRST}[1].write_data_ccw.data`, 'here', words(1).slice(0, 12))),
    expected: [
      warning('ccw-data-alignment', 'here'),
      warning('ccw-data-malformed', 'here', { related: ['here'] }),
    ],
  },
  {
    name: 'ccw-data-malformed',
    about: 'Two configuration words with a count of three.',
    content: spoiled(oneContext, put(`${FIRST}[1].write_data_ccw.data`, 'here', words(3))),
    expected: [warning('ccw-data-malformed', 'here')],
  },
  {
    name: 'lcu-range',
    about: 'Layer controller 256 is started.',
    content: spoiled(oneContext, put(`${LAST}[5].enable_lcu.lcu_index`, 'here', 256)),
    expected: [error('lcu-range', 'here'), warning('lcu-id-aliasing', 'here', { related: ['here'] })],
  },
  {
    name: 'lcu-id-aliasing',
    about:
      'A layer controller of cluster 8, which is read as cluster 0, and layer controller 16; the largest number is 15.',
    content: spoiled(
      oneContext,
      put(`${LAST}[5].enable_lcu.cluster_index`, 'cluster', 8),
      put(`${CONTEXT}.operations[1].actions[0].disable_lcu.lcu_index`, 'lcu', 16),
    ),
    expected: [warning('lcu-id-aliasing', 'lcu'), warning('lcu-id-aliasing', 'cluster')],
  },
  {
    name: 'lcu-kernel-done-address-range',
    about: 'A layer controller with a target address of 17 bits.',
    content: spoiled(oneContext, put(`${LAST}[5].enable_lcu.lcu_kernel_done_address`, 'here', 65536)),
    expected: [error('lcu-kernel-done-address-range', 'here')],
  },
  {
    name: 'sequencer-range',
    about: 'The sequencers of clusters 256 and 8.',
    content: spoiled(
      oneContext,
      put(`${LAST}[1].enable_sequencer.cluster_index`, 'eight', 8),
      put(`${LAST}[4].wait_for_seqeuncer.cluster_index`, 'too large', 256),
    ),
    expected: [warning('sequencer-range', 'eight'), error('sequencer-range', 'too large')],
  },
  {
    name: 'initial-l3-range',
    about: 'A sequencer that starts from cut 256, at an offset of 17 bits.',
    content: spoiled(
      oneContext,
      put(L3, 'info', {
        initial_l3_index: at('cut', 256),
        initial_l3_offset: at('offset', 65536),
        includes_initial_l3_info: true,
      }),
    ),
    expected: [error('initial-l3-range', 'cut'), error('initial-l3-range', 'offset')],
  },
  {
    name: 'initial-l3-info-ignored',
    about: 'A start offset of a sequencer without the flag that makes it valid.',
    content: spoiled(oneContext, put(L3, 'here', { initial_l3_offset: 32704 })),
    expected: [warning('initial-l3-info-ignored', 'here')],
  },
  {
    name: 'initial-l3-legacy-bits',
    about: 'A legacy start address of 20 bits, which the sequencer uses.',
    content: spoiled(
      oneContext,
      put(`${LAST}[1].enable_sequencer.initial_l3_legacy`, 'here', 0x80000),
      put(L3, 'info', {}),
    ),
    expected: [warning('initial-l3-legacy-bits', 'here')],
  },
  {
    name: 'initial-l3-legacy-arch',
    about: 'A legacy start address that the sequencer uses, on architecture 104.',
    content: spoiled(
      oneContext,
      put('header.hw_arch', 'arch', 104),
      label(`${LAST}[1].enable_sequencer`, 'here'),
      put(L3, 'info', {}),
    ),
    expected: [warning('initial-l3-legacy-arch', 'here')],
  },
  {
    name: 'allow-input-range',
    about: 'Data is admitted through stream 256, which no edge layer can have.',
    content: spoiled(oneContext, put(`${FIRST}[0].allow_input_dataflow.sys_index`, 'here', 256)),
    expected: [
      error('allow-input-range', 'here'),
      error('allow-input-sys-index-unmatched', 'here', { related: ['here'] }),
    ],
  },
  {
    name: 'enum-unknown',
    about: 'Data is admitted through a connection of an unknown kind.',
    content: spoiled(oneContext, put(`${FIRST}[0].allow_input_dataflow.connection_type`, 'here', 4)),
    expected: [
      warning('enum-unknown', 'here'),
      warning('allow-input-connection-type', 'here', { related: ['here'] }),
    ],
  },
  {
    name: 'wait-module-range',
    about: 'A wait for module 256.',
    content: spoiled(oneContext, put(`${LAST}[0].wait_for_module_config_done.index`, 'here', 256)),
    expected: [error('wait-module-range', 'here')],
  },
];
