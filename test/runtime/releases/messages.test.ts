/** Verdicts of each release on extensions, architectures, operations, layers, and groups. */
import { describe, it } from 'vitest';
import { type Change, CONTEXT, change, SECOND } from '../../../scripts/corpus/faults.js';
import { type Fields, raw, seq, type Value, varint } from '../../../scripts/corpus/notation.js';
import { fused, nms } from '../../../scripts/corpus/valid-features.js';
import { oneContext, twoContexts, twoGroups, twoNetworks } from '../../../scripts/corpus/valid-networks.js';
import { set } from '../predicted.js';
import { expectOutcomes, framed, modelOf, periph, type Row } from './outcomes.js';

const GROUP = 'network_groups[0]';
const INPUT = `${CONTEXT}.metadata.edge_layers[0]`;
const OUTPUT = `${CONTEXT}.metadata.edge_layers[1]`;
const BASE = `${INPUT}.layer_info.edge_layer_base`;
const ACTION = `${CONTEXT}.operations[0].actions[0]`;
const TRIGGER = `${CONTEXT}.operations[0].trigger`;

const extension = (...types: readonly number[]): Change => [
  'extensions',
  (list) => [...((list ?? []) as Value[]), ...types.map((type_index) => ({ type_index }))],
];
const arch = (value: number): Change => set('header.hw_arch', value);
const action = (kind: Fields): readonly Change[] => [periph, set(ACTION, kind)];
const trigger = (kind: Fields): readonly Change[] => [periph, set(TRIGGER, kind)];
const inBase = (values: Fields): readonly Change[] => [periph, change(BASE, values)];

/** Cells of an extension that releases accept from the named release on. */
const SINCE: Readonly<Record<string, string>> = {
  always: 'ok',
  never: '26 = = = 92',
  '4.21': '26 = = = ok',
  '5.0.0': '26 = = = 92 ok',
  '5.0.1': '26 = = = 92 = ok',
};
const EXTENSIONS: readonly (readonly [type: number, since: keyof typeof SINCE])[] = [
  ...[0, 1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 14, 15, 16, 17, 18, 20, 21, 22, 23, 24, 27, 28, 29].map(
    (type) => [type, 'always'] as const,
  ),
  ...[30, 31, 32].map((type) => [type, '4.21'] as const),
  [35, '5.0.0'],
  ...[33, 34].map((type) => [type, '5.0.1'] as const),
  ...[7, 8, 36, 41, 999, 1000, 65535].map((type) => [type, 'never'] as const),
];

const IN_HEADER: readonly Row[] = [
  ...EXTENSIONS.map(
    ([type, since]): Row => [`extension ${type}`, [periph, extension(type)], SINCE[since] ?? ''],
  ),
  ['no extension 26', [], 'ok = = = 92'],
  ['extension 26, and no version', [periph, set('header.version', 0n)], 'ok = = = 92'],
  ...[7, 8, 33, 999].map(
    (type): Row => [
      `optional extension ${type}`,
      [periph, set('optional_extensions', [{ type_index: type }])],
      'ok',
    ],
  ),
  ...[0, 1, 2, 100, 101, 102, 103, 104, 105, 106].map(
    (value): Row => [`architecture ${value}`, [periph, arch(value)], 'ok'],
  ),
  ['architecture 5', [periph, arch(5)], '2 ok'],
  ['architecture 6', [periph, arch(6)], '2 = = ok'],
  ['architecture 108', [periph, arch(108)], '2 = = = ok'],
  ['architecture 7', [periph, arch(7)], '2 = = = = = ok'],
  ['architecture 7 and no layer', [periph, arch(7), set(`${CONTEXT}.metadata.edge_layers`, [])], 'q61'],
  ['architecture 3 without parts', [periph, arch(3)], 'crash'],
  ['architecture 4 without parts', [periph, arch(4)], 'crash'],
];

const OPERATIONS: readonly Row[] = [
  ...[
    { trigger_lcu: {} },
    { trigger_all_data_was_sent: {} },
    { trigger_dma_idle: {} },
    { trigger_nms: {} },
    { trigger_none: {} },
  ].map((kind): Row => [Object.keys(kind)[0] as string, trigger(kind), 'ok']),
  ['data received', trigger({ trigger_all_data_was_received: {} }), '7'],
  ['no trigger', trigger({}), '26'],
  ['write_data', action({ write_data: {} }), '8'],
  ['write_compressed_data', action({ write_compressed_data: {} }), '8'],
  ['no action', action({}), '8'],
  ['a pause', action({ debug: { sleep: { duration_in_usec: 1000n } } }), '8 = ok'],
  ['a pause that is too short', action({ debug: { sleep: { duration_in_usec: 999n } } }), '8 = 26'],
  ['a halt', action({ debug: { halt: {} } }), '8 = ok'],
  ['neither pause nor halt', action({ debug: {} }), '8 = 26'],
  ['boxes', action({ enable_nms: { number_of_classes: 1, burst_size: 1 } }), 'ok'],
  ['boxes without classes', action({ enable_nms: { burst_size: 1 } }), 'ok = = 26'],
  ['boxes without bursts', action({ enable_nms: { number_of_classes: 1 } }), 'ok = = 26'],
  ['boxes, and a unit past 8 bits', action({ enable_nms: { nms_unit_index: 256 } }), '26'],
  ['words after the message', action({ write_data_ccw_ptr: {} }), '8 26'],
  ['channels', action({ allow_config_channels: { config_index: 255 } }), '8 = = = = = ok'],
  ['channels past 8 bits', action({ allow_config_channels: { config_index: 256 } }), '8 = = = = = 26'],
  ['no data', action({ disable_data_channels: {} }), '8 = = = = = ok'],
  ['a batch', action({ switch_lcu_batch: {} }), 'ok'],
  ['data of a type', action({ write_data_by_type: { address: 4n, data_type: 1 } }), 'ok'],
  ['data of no type', action({ write_data_by_type: { data_type: 2 } }), '26'],
  ['data at an odd address', action({ write_data_by_type: { address: 2n } }), '26'],
  ['data shifted past 8 bits', action({ write_data_by_type: { shift: 256 } }), '26'],
  [
    'an action, and one of a later release over it',
    [periph, [ACTION, () => seq({ enable_lcu: {} }, { allow_config_channels: { config_index: 256 } })]],
    'ok = = = = = 26',
  ],
  [
    'a trigger after the actions in the file, both at fault',
    [periph, [`${CONTEXT}.operations[0]`, () => seq({ actions: [{}] }, { trigger: {} })]],
    '26',
  ],
];

const scales = (input: readonly number[], output: readonly number[]): readonly Change[] => {
  const values = (list: readonly number[]): Fields => ({ qp_zps: list, qp_scales: list });
  return [
    periph,
    extension(25),
    change(`${INPUT}.layer_info.numeric_info`, values(input)),
    change(`${OUTPUT}.layer_info.numeric_info`, values(output)),
  ];
};
const TEN = Array.from({ length: 10 }, () => 1);

const LAYERS: readonly Row[] = [
  [
    'a connection of no release',
    [periph, set(`${INPUT}.context_switch_info`, { edge_connection_type: 4 })],
    'q61 26',
  ],
  ['a layer of no type', [periph, change(INPUT, { edge_layer_type: 3 })], '8'],
  ['an image that is not there', [periph, change(INPUT, { edge_layer_type: 2 })], 'crash'],
  ...[0, 3].map((bytes): Row => [`${bytes} bytes`, inBase({ data_bytes: bytes }), '2']),
  ...[0, 1, 2, 3, 4, 5, 7, 8, 11, 13, 14, 15, 16].map(
    (format): Row => [`format ${format}`, inBase({ format }), 'ok'],
  ),
  ...[9, 10, 12, 17].map((format): Row => [`format ${format}`, inBase({ format }), '8']),
  ['argmax on the host', inBase({ host_argmax: true }), 'ok = 26 = 92'],
  ['argmax before an architecture', [...inBase({ host_argmax: true }), arch(7)], '2 = 26 = 92'],
  ['a name of 128 bytes', [periph, set(`${INPUT}.layer_info.name`, 'n'.repeat(128))], '8'],
  ['scales', scales([1, 1, 1], TEN), 'ok'],
  ['scales of an output: too few', scales([1, 1, 1], [1]), '26'],
  ['scales of an output: none', scales([1, 1, 1], []), '26 = = = = ok'],
  ['scales of an input: none', scales([], TEN), 'crash = = = = ok'],
  ['scales of an input that differ', scales([1, 2, 1], TEN), '26'],
];

const GROUPS: readonly Row[] = [
  ['no group', [periph, set('network_groups', [])], 'qcrash'],
  ['no context', [periph, set(`${GROUP}.contexts`, [])], 'crash'],
  [
    'no list of outputs',
    [periph, set(`${GROUP}.sorted_outputs_order`, []), set(`${CONTEXT}.metadata.sorted_outputs_order`, [])],
    '26',
  ],
  [
    'a group of 128 bytes',
    [periph, set(`${GROUP}.network_group_metadata.network_group_name`, 'n'.repeat(128))],
    'q8',
  ],
];

const INPUTS_ONLY = (group: number): Change => [
  `network_groups[${group}].contexts[0].metadata.edge_layers`,
  (list) => (list as Value[]).slice(0, 1),
];
const TWO: readonly Row[] = [
  ['two groups', [periph], 'ok'],
  ['the first has no output', [periph, INPUTS_ONLY(0)], 'ok = = = = = = = q61'],
  ['the second has no output', [periph, INPUTS_ONLY(1)], 'q61 = = = = = = = ok'],
  [
    'the first has a fault, the second another',
    [
      periph,
      change('network_groups[0].contexts[0].metadata.edge_layers[0]', { edge_layer_type: 3 }),
      set('network_groups[1].contexts[0].operations[0].trigger', {}),
    ],
    '26 = = = = = = = 8',
  ],
];

const same = (...more: readonly Change[]): readonly Change[] => [
  periph,
  ...more,
  ...[0, 1].map((i) => set(`network_groups[${i}].network_group_metadata.network_group_name`, 'day')),
];
const SAME: readonly Row[] = [
  ['two groups of one name', same(), '6'],
  // The core op of the group that is accepted first is used for both groups.
  ['the first has a fault', same(set(`${TRIGGER}`, {})), '6 = = = = = = = 26'],
  [
    'the second has a fault',
    same(set('network_groups[1].contexts[0].operations[0].trigger', {})),
    '26 = = = = = = = 6',
  ],
];

const BOXES = `${OUTPUT}.layer_info.edge_layer_base.additional_info.nms_info`;
const boxes = (value: number, ...changes: readonly Change[]): readonly Change[] => [
  periph,
  arch(value),
  ...changes,
];
const burst = (value: number, type: number, size = 1): readonly Change[] =>
  boxes(value, extension(19), change(BOXES, { burst_type: type, burst_size: size }));
const NMS: readonly Row[] = [
  ...[0, 1, 2, 101, 103, 104, 105, 106].map((value): Row => [`boxes on ${value}`, boxes(value), 'ok']),
  ...[100, 102].map((value): Row => [`boxes on ${value}`, boxes(value), '8']),
  ['boxes on 5', boxes(5), '2 ok = = = = = 8'],
  ['boxes on 6', boxes(6), '2 = = ok'],
  ['boxes on 108', boxes(108), '2 = = = 8'],
  ['boxes on 7', boxes(7), '2 = = = = = 8'],
  ...[1, 101].map((value): Row => [`bursts of class on ${value}`, burst(value, 1), 'ok']),
  ...[0, 2, 3].map((type): Row => [`bursts of type ${type} on 1`, burst(1, type), '26']),
  ...[2, 3].map((type): Row => [`bursts of type ${type} on 103`, burst(103, type), 'ok']),
  ...[0, 1].map((type): Row => [`bursts of type ${type} on 103`, burst(103, type), '26']),
  ['bursts of 65,536 bytes', burst(1, 1, 8192), 'ok'],
  ['bursts of more', burst(1, 1, 8193), '26'],
  ['a burst that no extension announces', boxes(1, change(BOXES, { burst_type: 1 })), '26'],
];

const LINK = `${SECOND}.metadata.edge_layers[0].context_switch_info`;
const INNER: readonly Row[] = [
  ['a cache', [periph, change(LINK, { edge_connection_type: 3 })], 'ok'],
  [
    'a cache of a negative number',
    [periph, [LINK, () => seq({ edge_connection_type: 3 }, raw(9, varint(2n ** 64n - 1n)))]],
    'ok 26',
  ],
  ['a connection of no release', [periph, change(LINK, { edge_connection_type: 7 })], 'ok 26'],
];

const SEVERAL: readonly Row[] = [
  ['several networks', [periph], 'ok'],
  ['several networks without names', [periph, set(`${GROUP}.networks_names`, [])], '2'],
  ['a network that is not there', [periph, change(INPUT, { network_index: 2 })], '2'],
];

describe.each<[string, () => Fields, readonly Row[]]>([
  ['the header', oneContext, IN_HEADER],
  ['operations', oneContext, OPERATIONS],
  ['layers', oneContext, LAYERS],
  ['layers between contexts', twoContexts, INNER],
  ['lists of boxes', nms, NMS],
  ['a group', oneContext, GROUPS],
  ['two groups', twoGroups, TWO],
  ['groups of one name', twoGroups, SAME],
  ['networks', twoNetworks, SEVERAL],
])('%s', (_name, make, rows) => {
  it.each(rows)('%s', async (_about, changes, cells) => {
    await expectOutcomes(modelOf(make, changes), cells);
  });
});

describe('aligned configuration words', () => {
  const plain = (changes: readonly Change[]): Uint8Array =>
    modelOf(oneContext, [
      periph,
      extension(32),
      set(`${GROUP}.preliminary_config`, { operation: [{ trigger: { trigger_none: {} } }] }),
      set(`${CONTEXT}.operations`, []),
      ...changes,
    ]);

  it('need container version 3 in 4.21 to 4.23, if there is an operation', async () => {
    await expectOutcomes(await framed(plain([]), { version: 0 }), '26 = = = ok');
    await expectOutcomes(await framed(plain([]), { version: 1 }), '26 = = = 92 ok');
    await expectOutcomes(await framed(plain([]), { version: 2 }), '26 8 = 26 92 ok');
    await expectOutcomes(await framed(plain([]), { version: 3 }), '26 8 = 26 ok');
    const idle = plain([set(`${GROUP}.preliminary_config`, {})]);
    await expectOutcomes(await framed(idle, { version: 1 }), '26 = = = ok');
  });

  it('are checked after a fault of the first operation', async () => {
    const faulty = plain([set(`${GROUP}.preliminary_config.operation[0].trigger`, {})]);
    await expectOutcomes(await framed(faulty, { version: 1 }), '26');
  });
});

it('are expected at the offset that the container determines', async () => {
  const inside = modelOf(oneContext, [periph]);
  await expectOutcomes(await framed(inside, { version: 1 }), '26');
  await expectOutcomes(await framed(inside, { version: 0 }), 'ok');
});

it('a fused layer that is named must exist', async () => {
  const layer = `${GROUP}.fused_layers_metadata.fused_layers[0].layer_info.name`;
  await expectOutcomes(modelOf(fused, [periph]), 'ok');
  await expectOutcomes(modelOf(fused, [periph, set(layer, 'other')]), '61');
});
