/**
 * Predictions for operations. The oldest loader reads operations when a device is configured, and later
 * loaders when they load the file.
 */
import { describe, expect, it } from 'vitest';
import { CONTEXT, change, drop, newer, SECOND } from '../../scripts/corpus/faults.js';
import { frame } from '../../scripts/corpus/frame.js';
import { type Fields, seq, type Value } from '../../scripts/corpus/notation.js';
import { oneContext, twoContexts } from '../../scripts/corpus/valid-networks.js';
import {
  ACCEPTED,
  bytesOf,
  type Case,
  later,
  outcomeIn,
  outcomesOf,
  outcomesOfCase,
  set,
} from './predicted.js';

const PRELIMINARY = 'network_groups[0].preliminary_config.operation[0]';
const OPERATION = `${CONTEXT}.operations[0]`;
const ACTION = `${OPERATION}.actions[0]`;
const BASE = `${CONTEXT}.metadata.edge_layers[0].layer_info.edge_layer_base`;

const trigger = (about: string, kind: Fields, outcomes: Case[3]): Case => [
  about,
  oneContext,
  [set(`${OPERATION}.trigger`, kind)],
  outcomes,
];
const action = (about: string, kind: Fields, outcomes: Case[3]): Case => [
  about,
  oneContext,
  [set(ACTION, kind)],
  outcomes,
];

const nmsTrigger = (values: Fields): Fields => ({ trigger_nms: values });

const TRIGGERS: readonly Case[] = [
  ['no trigger', oneContext, [drop(`${OPERATION}.trigger`)], later('load 26 trigger-unset')],
  trigger('a trigger that says nothing', {}, later('load 26 trigger-unset')),
  [
    'an unknown trigger',
    oneContext,
    [[`${OPERATION}.trigger`, () => seq(newer('kind'))]],
    later('load 26 trigger-unknown-variant'),
  ],
  trigger('an LCU at its most', { trigger_lcu: { cluster_index: 255, lcu_index: 255 } }, ACCEPTED),
  trigger('an LCU past 8 bits', { trigger_lcu: { lcu_index: 256 } }, later('load 26 trigger-lcu-range')),
  trigger('a stream at its most', { trigger_all_data_was_sent: { shmifo_index: 255 } }, ACCEPTED),
  trigger(
    'a stream past 8 bits',
    { trigger_dma_idle: { shmifo_index: 256 } },
    later('load 26 trigger-shmifo-range'),
  ),
  trigger(
    'data received',
    { trigger_all_data_was_received: {} },
    later('load 7 trigger-all-data-received-unsupported'),
  ),
  trigger(
    'boxes past 8 bits',
    nmsTrigger({ succ_prepost_ob_interface: 256 }),
    later('load 26 trigger-nms-range'),
  ),
  [
    'in the preliminary configuration',
    oneContext,
    [set(`${PRELIMINARY}.trigger`, {})],
    later('load 26 trigger-unset'),
  ],
  [
    'in lists that are not read',
    oneContext,
    [change(`${CONTEXT}.metadata`, { trigger_order: [{}], cluster_end_guarantee: [{}] })],
    ACCEPTED,
  ],
];

const ACTIONS: readonly Case[] = [
  action('an action without a kind', {}, later('load 8 action-unset')),
  action('none', { none: {} }, ACCEPTED),
  action('write_data', { write_data: {} }, later('load 8 action-write-data-legacy')),
  action(
    'write_compressed_data',
    { write_compressed_data: {} },
    later('load 8 action-write-compressed-data'),
  ),
  action('a write without a byte', { write_data_ccw: {} }, ACCEPTED),
  action('a write to channel 255 of two', { write_data_ccw: { cfg_channel_index: 255 } }, ACCEPTED),
  action(
    'a write to channel 256',
    { write_data_ccw: { cfg_channel_index: 256 } },
    later('load 26 cfg-channel-index-range'),
  ),
  action(
    'words elsewhere, in version 0',
    { write_data_ccw_ptr: {} },
    later('load 26 frame-ccw-kind-mismatch'),
  ),
  action('an LCU past 8 bits', { enable_lcu: { cluster_index: 256 } }, later('load 26 lcu-range')),
  action('an LCU past 8 bits, disabled', { disable_lcu: { lcu_index: 256 } }, later('load 26 lcu-range')),
  action('an LCU that is another one', { enable_lcu: { cluster_index: 8, lcu_index: 16 } }, ACCEPTED),
  action('done at its most', { enable_lcu: { lcu_kernel_done_address: 65535 } }, ACCEPTED),
  action(
    'done past 16 bits',
    { enable_lcu: { lcu_kernel_done_address: 65536 } },
    later('load 26 lcu-kernel-done-address-range'),
  ),
  action('a cluster that there is not', { enable_sequencer: { cluster_index: 8 } }, ACCEPTED),
  action(
    'a cluster past 8 bits',
    { wait_for_seqeuncer: { cluster_index: 256 } },
    later('load 26 sequencer-range'),
  ),
  action(
    'L3 past 8 bits',
    { enable_sequencer: { initial_l3_info: { includes_initial_l3_info: true, initial_l3_index: 256 } } },
    later('load 26 initial-l3-range'),
  ),
  action(
    'L3 that is not read',
    { enable_sequencer: { initial_l3_info: { initial_l3_index: 256 } } },
    ACCEPTED,
  ),
  action(
    'an input past 8 bits',
    { allow_input_dataflow: { sys_index: 256 } },
    later('load 26 allow-input-range'),
  ),
  action(
    'a module past 8 bits',
    { wait_for_module_config_done: { index: 256 } },
    later('load 26 wait-module-range'),
  ),
  [
    'an unknown kind',
    oneContext,
    [[ACTION, () => seq(newer('kind'))]],
    later('load 8 action-unknown-variant'),
  ],
  action('a kind of 5.0', { allow_config_channels: {} }, later('load 8 action-unknown-variant')),
  action('another kind of 5.0', { disable_data_channels: {} }, later('load 8 action-unknown-variant')),
  action('a switch of batches', { switch_lcu_batch: { lcu_index: 255 } }, ACCEPTED),
  action('one past 8 bits', { switch_lcu_batch: { lcu_index: 256 } }, later('load 26 action-later-values')),
  action('boxes enabled', { enable_nms: { number_of_classes: 80, burst_size: 4 } }, ACCEPTED),
  action('boxes without classes', { enable_nms: { burst_size: 4 } }, later('load 26 action-later-values')),
  action('a write by type', { write_data_by_type: { address: 8n, data_type: 1 } }, ACCEPTED),
  action(
    'one to an odd address',
    { write_data_by_type: { address: 9n } },
    later('load 26 action-later-values'),
  ),
  action(
    'one to an address past 32 bits',
    { write_data_by_type: { address: 2n ** 32n } },
    later('load 26 action-later-values'),
  ),
  action(
    'one of 5 bytes',
    { write_data_by_type: { data: new Uint8Array(5) } },
    later('load 26 action-later-values'),
  ),
  action('sleep', { debug: { sleep: { duration_in_usec: 1000n } } }, ACCEPTED),
  action(
    'too little sleep',
    { debug: { sleep: { duration_in_usec: 999n } } },
    later('load 26 action-later-values'),
  ),
  action('a halt', { debug: { halt: {} } }, ACCEPTED),
  action('no debugging at all', { debug: {} }, later('load 26 action-later-values')),
];

const ORDER: readonly Case[] = [
  [
    'operations before layers',
    oneContext,
    [change(BASE, { buffer_indices: [] }), set(ACTION, {})],
    ['load crashes edge-buffer-indices-missing', 'load 8 action-unset', 'load 8 action-unset'],
  ],
  [
    'the preliminary configuration before contexts',
    oneContext,
    [set(ACTION, {}), set(`${PRELIMINARY}.trigger`, {})],
    later('load 26 trigger-unset'),
  ],
  [
    'one context after the other',
    twoContexts,
    [
      set(`${SECOND}.operations[0].trigger`, {}),
      set(`${CONTEXT}.metadata.edge_layers[1].layer_info.edge_layer_base.data_bytes`, 3),
    ],
    later('load 2 edge-data-bytes'),
  ],
  [
    'one operation after the other',
    oneContext,
    [set(`${CONTEXT}.operations[1].trigger`, {}), set(ACTION, {})],
    later('load 8 action-unset'),
  ],
];

describe.each([
  ['triggers', TRIGGERS],
  ['actions', ACTIONS],
  ['the first fault counts', ORDER],
])('%s', (_name, cases) => {
  it.each(cases)('%s', async (...one: Case) => {
    expect(await outcomesOfCase(one)).toEqual(one[3]);
  });
});

describe('configuration words', () => {
  const pointing = (): Fields => {
    const content = oneContext();
    const ptr = { write_data_ccw_ptr: { offset: 0n, size: 8 } };
    const [group] = content.network_groups as Fields[];
    const replace = (operations: Value): void => {
      for (const operation of operations as Fields[]) {
        operation.actions = (operation.actions as Fields[]).map((one) =>
          one.write_data_ccw === undefined ? one : ptr,
        );
      }
    };
    const { preliminary_config, contexts } = group as { preliminary_config: Fields; contexts: Fields[] };
    replace(preliminary_config.operation as Value);
    for (const { operations } of contexts) replace(operations as Value);
    return content;
  };
  const ccws = new Uint8Array(8);

  it('are after the message from version 1 on', async () => {
    expect(await outcomesOf(pointing(), { version: 2, ccws })).toEqual([
      'load 26 frame-version-unsupported',
      'accepts',
      'accepts',
    ]);
    expect(await outcomesOf(oneContext(), { version: 2, ccws })).toEqual([
      'load 26 frame-version-unsupported',
      'load 26 frame-ccw-kind-mismatch',
      'load 26 frame-ccw-kind-mismatch',
    ]);
  });

  it('are inside the message in bare files and in files of version 0', async () => {
    expect(await outcomesOf(pointing(), { version: 0 })).toEqual(later('load 26 frame-ccw-kind-mismatch'));
    expect(await outcomesOf(pointing())).toEqual(later('load 26 frame-ccw-kind-mismatch'));
    expect(await outcomesOf(oneContext(), { version: 0 })).toEqual(ACCEPTED);
  });

  it('may be at any offset, because they are only read when a device is configured', async () => {
    const { bytes } = await frame(bytesOf(pointing()), { version: 1 });
    expect(await outcomeIn(bytes, '4.20.0')).toBe('accepts');
  });
});
