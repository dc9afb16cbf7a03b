/** Predictions for boundary layers: values just inside and just outside of each release's limits. */
import { describe, expect, it } from 'vitest';
import { CONTEXT, change, drop } from '../../scripts/corpus/faults.js';
import type { Fields, Value } from '../../scripts/corpus/notation.js';
import { fused, nms } from '../../scripts/corpus/valid-features.js';
import { nestedMux, oneContext, twoNetworks } from '../../scripts/corpus/valid-networks.js';
import { ACCEPTED, all, type Case, later, outcomesOfCase, set } from './predicted.js';

const INPUT = `${CONTEXT}.metadata.edge_layers[0]`;
const OUTPUT = `${CONTEXT}.metadata.edge_layers[1]`;
const BASE = `${INPUT}.layer_info.edge_layer_base`;
const MUX = `${OUTPUT}.layer_mux`;
const LEAF = `${MUX}.predecessors[0].layer_info`;
const NMS = `${OUTPUT}.layer_info.edge_layer_base.additional_info.nms_info`;
const FUSED = 'network_groups[0].fused_layers_metadata';
const FUSED_LAYER = `${FUSED}.fused_layers[0]`;
const GROUP = 'network_groups[0]';

const inBase = (about: string, values: Fields, outcomes: Case[3], make = oneContext): Case => [
  about,
  make,
  [change(BASE, values)],
  outcomes,
];

const KINDS: readonly Case[] = [
  ['as it is', oneContext, [], ACCEPTED],
  ['no layer', oneContext, [drop(`${INPUT}.layer_info`)], all('load 2 edge-unset')],
  [
    'a mux that says it is a tensor',
    nestedMux,
    [set(`${OUTPUT}.edge_layer_type`, 0)],
    all('load 2 edge-type-mismatch'),
  ],
  [
    'a tensor that says it is a mux',
    oneContext,
    [change(INPUT, { edge_layer_type: 1 })],
    all('load 2 edge-type-mismatch'),
  ],
  [
    'planes without planes',
    oneContext,
    [change(INPUT, { edge_layer_type: 2 })],
    [
      'load 8 edge-layer-type-unknown',
      'load crashes edge-layer-type-unknown',
      'load crashes edge-layer-type-unknown',
    ],
  ],
  [
    'an unknown type',
    oneContext,
    [change(INPUT, { edge_layer_type: 3 })],
    all('load 8 edge-layer-type-unknown'),
  ],
  ['an unknown direction: an input', oneContext, [change(INPUT, { direction: 2 })], ACCEPTED],
  ['no base', oneContext, [drop(BASE)], all('load 2 edge-base-missing')],
  ['no context_switch_info: a boundary', oneContext, [drop(`${INPUT}.context_switch_info`)], ACCEPTED],
  [
    'an unknown connection',
    oneContext,
    [change(`${INPUT}.context_switch_info`, { edge_connection_type: 4 })],
    later('load 26 edge-connection-type-unknown'),
  ],
];

const VALUES: readonly Case[] = [
  inBase('a name of 127 bytes', {}, ACCEPTED),
  ['a name of 127 bytes', oneContext, [set(`${INPUT}.layer_info.name`, 'n'.repeat(127))], ACCEPTED],
  [
    'a name of 128 bytes',
    oneContext,
    [set(`${INPUT}.layer_info.name`, 'n'.repeat(128))],
    all('load 8 edge-name-too-long'),
  ],
  [
    'a name of 64 letters and 128 bytes',
    oneContext,
    [set(`${INPUT}.layer_info.name`, 'ä'.repeat(64))],
    all('load 8 edge-name-too-long'),
  ],
  ...[0, 1, 2, 3, 4, 5, 7, 8, 11].map((format) => inBase(`format ${format}`, { format }, ACCEPTED)),
  ...[9, 10, 12, 17, 255].map((format) =>
    inBase(`format ${format}`, { format }, all('load 8 edge-format-unknown')),
  ),
  ...[13, 14, 15, 16].map((format) =>
    inBase(`format ${format}`, { format }, ['load 8 edge-format-newer', 'accepts', 'accepts']),
  ),
  inBase('2 bytes', { data_bytes: 2 }, ACCEPTED),
  ...[0, 3, 4].map((bytes) => inBase(`${bytes} bytes`, { data_bytes: bytes }, all('load 2 edge-data-bytes'))),
  inBase('core_bytes at its most', { core_bytes_per_buffer: 65535 }, ACCEPTED),
  inBase('core_bytes past it', { core_bytes_per_buffer: 65536 }, all('load 26 edge-core-bytes-range')),
  inBase(
    'core_bytes, negative when cast',
    { core_bytes_per_buffer: 2 ** 31 },
    all('load 26 edge-core-bytes-range'),
  ),
  inBase('core_buffers at its most', { core_buffers_per_frame: 65535 }, ACCEPTED),
  inBase('core_buffers past it', { core_buffers_per_frame: 65536 }, all('load 26 edge-core-buffers-range')),
  inBase('sys_index at its most', { sys_index: 255 }, ACCEPTED),
  inBase('sys_index past it', { sys_index: 256 }, all('load 26 edge-sys-index-range')),
  inBase('engine_id past it', { engine_id: 256 }, later('load 26 edge-later-index-range')),
  inBase('host_argmax', { host_argmax: true }, [
    'accepts',
    'load 26 edge-host-argmax-deprecated',
    'load 92 edge-host-argmax-deprecated',
  ]),
  inBase('no buffer', { buffer_indices: [] }, all('load crashes edge-buffer-indices-missing')),
  inBase('two buffers', { buffer_indices: [{}, {}] }, ACCEPTED),
  inBase('padding less than nothing', { padded_width: 1 }, ACCEPTED),
  [
    'a row that wraps to 0 where loaders pad',
    oneContext,
    [set('optional_extensions', []), change(BASE, { format: 1, width: 65536, features: 65536 })],
    all('load 26 edge-shape-overflow'),
  ],
  [
    'the same where the compiler has padded',
    oneContext,
    [change(BASE, { format: 1, width: 65536, features: 65536 })],
    ['load 26 edge-shape-overflow', 'accepts', 'accepts'],
  ],
  inBase('the same where it does not', { format: 0, width: 65536, features: 65536 }, ACCEPTED),
];

const ORDER: readonly Case[] = [
  inBase(
    'no buffer, and an unknown format',
    { buffer_indices: [], format: 9 },
    all('load 8 edge-format-unknown'),
  ),
  inBase('an unknown format, and bytes', { format: 9, data_bytes: 0 }, all('load 8 edge-format-unknown')),
  inBase('bytes, and sys_index', { data_bytes: 0, sys_index: 256 }, all('load 2 edge-data-bytes')),
  [
    'a name, and bytes',
    oneContext,
    [change(BASE, { data_bytes: 0 }), set(`${INPUT}.layer_info.name`, 'n'.repeat(128))],
    ['load 2 edge-data-bytes', 'load 8 edge-name-too-long', 'load 8 edge-name-too-long'],
  ],
  [
    'the first of two layers',
    oneContext,
    [
      change(BASE, { sys_index: 256 }),
      change(`${OUTPUT}.layer_info.edge_layer_base`, { buffer_indices: [] }),
    ],
    all('load 26 edge-sys-index-range'),
  ],
  [
    'argmax, and bytes',
    oneContext,
    [change(BASE, { data_bytes: 0, host_argmax: true })],
    ['load 2 edge-data-bytes', 'load 26 edge-host-argmax-deprecated', 'load 92 edge-host-argmax-deprecated'],
  ],
];

const NETWORKS: readonly Case[] = [
  ['a network that there is', twoNetworks, [], ACCEPTED],
  [
    'one that there is not',
    twoNetworks,
    [change(INPUT, { network_index: 2 })],
    all('load 2 network-index-out-of-range'),
  ],
  ['256, which is cut to 0', twoNetworks, [change(INPUT, { network_index: 256 })], ACCEPTED],
  [
    '258, which is cut to 2',
    twoNetworks,
    [change(INPUT, { network_index: 258 })],
    all('load 2 network-index-out-of-range'),
  ],
  ['no networks', twoNetworks, [set(`${GROUP}.networks_names`, [])], all('load 2 networks-names-empty')],
  ['any index where there are not several', oneContext, [change(INPUT, { network_index: 7 })], ACCEPTED],
  [
    'any index where the header has no version',
    twoNetworks,
    [change(INPUT, { network_index: 7 }), drop('header.version')],
    ['accepts', 'accepts', 'load 92 extension-not-loadable'],
  ],
  [
    'a name of 256 bytes',
    twoNetworks,
    [set(`${GROUP}.networks_names[0]`, 'n'.repeat(256))],
    all('query 8 network-full-name-too-long'),
  ],
  [
    'a name of 257 bytes',
    twoNetworks,
    [set(`${GROUP}.networks_names[0]`, 'n'.repeat(257))],
    all('load 8 network-full-name-too-long'),
  ],
];

const MUXES: readonly Case[] = [
  ['as it is', nestedMux, [], ACCEPTED],
  [
    'more predecessors said than there are',
    nestedMux,
    [change(`${MUX}.mux_data`, { number_of_predecessors: 4 })],
    all('load crashes mux-predecessors-overrun'),
  ],
  [
    'so many that no memory is left',
    nestedMux,
    [
      change(`${MUX}.mux_data`, { number_of_predecessors: 0xffffffff }),
      change(LEAF, { name: 'n'.repeat(128) }),
    ],
    all('load crashes mux-predecessors-overrun'),
  ],
  [
    'what is read before that counts',
    nestedMux,
    [change(`${MUX}.mux_data`, { number_of_predecessors: 4 }), change(LEAF, { name: 'n'.repeat(128) })],
    all('load 8 edge-name-too-long'),
  ],
  [
    'fewer said: the rest is not read',
    nestedMux,
    [change(`${MUX}.mux_data`, { number_of_predecessors: 1 }), set(`${MUX}.predecessors[2]`, {})],
    ACCEPTED,
  ],
  [
    'a predecessor that is nothing',
    nestedMux,
    [set(`${MUX}.predecessors[1]`, {})],
    all('load 8 mux-predecessor-unset'),
  ],
  [
    'planes as a predecessor',
    nestedMux,
    [set(`${MUX}.predecessors[1]`, { layer_planes: {} })],
    all('load 8 mux-predecessor-unset'),
  ],
  [
    'no mux_data: nothing comes out',
    nestedMux,
    [drop(`${MUX}.mux_data`)],
    ['accepts', 'query 61 mux-empty', 'query 61 mux-empty'],
  ],
  [
    'four billion ratios said',
    nestedMux,
    [change(`${MUX}.mux_data`, { height_ratios_list_len: 0xffffffff })],
    all('load crashes mux-height-ratios-len'),
  ],
  ['one ratio more said', nestedMux, [change(`${MUX}.mux_data`, { height_ratios_list_len: 4 })], ACCEPTED],
  ['a leaf without a base', nestedMux, [drop(`${LEAF}.edge_layer_base`)], all('load 2 edge-base-missing')],
  [
    'a leaf without a buffer',
    nestedMux,
    [change(`${LEAF}.edge_layer_base`, { buffer_indices: [] })],
    all('load crashes edge-buffer-indices-missing'),
  ],
  [
    'a leaf with an unknown format',
    nestedMux,
    [change(`${LEAF}.edge_layer_base`, { format: 9 })],
    all('load 8 edge-format-unknown'),
  ],
  [
    'a mux without a buffer',
    nestedMux,
    [change(`${MUX}.edge_layer_base`, { buffer_indices: [] })],
    all('load crashes edge-buffer-indices-missing'),
  ],
  [
    'a mux as an input',
    nestedMux,
    [set(`${OUTPUT}.direction`, 0)],
    ['accepts', 'query 61 no-boundary-layers', 'query 61 no-boundary-layers'],
  ],
];

const BOXES: readonly Case[] = [
  ['as it is', nms, [], ACCEPTED],
  ['no nms_info', nms, [drop(`${OUTPUT}.layer_info.edge_layer_base.additional_info`)], ACCEPTED],
  ['class group 8', nms, [change(NMS, { defuse_info: { class_group_index: 8n } })], ACCEPTED],
  [
    'class group 9',
    nms,
    [change(NMS, { defuse_info: { class_group_index: 9n } })],
    all('load 26 nms-class-group-index'),
  ],
  [
    'class group 2^32, which is cut to 0',
    nms,
    [change(NMS, { defuse_info: { class_group_index: 2n ** 32n } })],
    ACCEPTED,
  ],
  [
    'an original name of 128 bytes',
    nms,
    [change(NMS, { defuse_info: { original_name: 'n'.repeat(128) } })],
    all('load 8 nms-original-name-too-long'),
  ],
  [
    'a burst that is not announced',
    nms,
    [change(NMS, { burst_type: 1 })],
    later('load 26 edge-later-values'),
  ],
  [
    'an architecture without an NMS unit',
    nms,
    [set('header.hw_arch', 100)],
    later('load 8 edge-later-values'),
  ],
  ['defused, and nothing to fuse to', nms, [change(NMS, { is_defused: true })], ACCEPTED],
];

const FUSING: readonly Case[] = [
  ['as it is', fused, [], ACCEPTED],
  [
    'no such layer',
    fused,
    [set(`${FUSED_LAYER}.layer_info.name`, 'other')],
    all('load 61 fused-layer-missing'),
  ],
  [
    'a layer without a buffer',
    fused,
    [change(`${FUSED_LAYER}.layer_info.edge_layer_base`, { buffer_indices: [] })],
    all('load crashes fused-buffer-indices-missing'),
  ],
  [
    'a layer with an unknown format',
    fused,
    [change(`${FUSED_LAYER}.layer_info.edge_layer_base`, { format: 9 })],
    all('load 8 fused-layer-invalid'),
  ],
  [
    'a layer of 4 bytes',
    fused,
    [change(`${FUSED_LAYER}.layer_info.edge_layer_base`, { data_bytes: 4 })],
    all('load 2 fused-layer-invalid'),
  ],
  [
    'a flag that is not set: only the oldest fuses',
    fused,
    [change(FUSED, { network_has_fused_layers: false }), set(`${FUSED_LAYER}.layer_info.name`, 'other')],
    [
      'load 61 fused-layer-missing',
      'query 8 sorted-output-missing-name',
      'query 8 sorted-output-missing-name',
    ],
  ],
];

const QUANTIZATION: readonly Case[] = [
  ['a scale for each feature', oneContext, [...scales([1, 1, 1], 10)], later('accepts')],
  ['none for inputs', oneContext, [...scales([], 10)], later('load crashes edge-scales-count')],
  ['fewer than features', oneContext, [...scales([1, 1], 10)], later('load crashes edge-scales-count')],
  ['different ones for inputs', oneContext, [...scales([1, 2, 1], 10)], later('load 26 edge-scales-count')],
  ['too few for outputs', oneContext, [...scales([1, 1, 1], 9)], later('load 26 edge-scales-count')],
];

function scales(input: readonly number[], output: number) {
  const values = (list: readonly number[]): Fields => ({ qp_zps: list, qp_scales: list });
  return [
    change(`${INPUT}.layer_info.numeric_info`, values(input)),
    change(`${OUTPUT}.layer_info.numeric_info`, values(Array.from({ length: output }, () => 1))),
    ['extensions', (list: Value) => [...(list as Value[]), { type_index: 25 }]] as const,
  ];
}

describe.each([
  ['kinds of layers', KINDS],
  ['values of the base', VALUES],
  ['the first fault counts', ORDER],
  ['networks', NETWORKS],
  ['muxes', MUXES],
  ['lists of boxes', BOXES],
  ['fused layers', FUSING],
])('%s', (_name, cases) => {
  it.each(cases)('%s', async (...one: Case) => {
    expect(await outcomesOfCase(one)).toEqual(one[3]);
  });
});

describe('scales for features', () => {
  it.each(QUANTIZATION)('%s', async (...one: Case) => {
    const [, ...newer] = await outcomesOfCase(one);
    // The oldest release refuses files with the extension for these scales.
    expect(newer).toEqual(one[3].slice(1));
  });
});
