/** Predictions for layers between contexts and through memory, which the oldest loader does not check. */
import { describe, expect, it } from 'vitest';
import { CONTEXT, change, drop, SECOND } from '../../scripts/corpus/faults.js';
import { raw, seq, type Value, varint } from '../../scripts/corpus/notation.js';
import { ddr, twoContexts } from '../../scripts/corpus/valid-networks.js';
import { ACCEPTED, type Case, later, outcomesOfCase, set } from './predicted.js';

const SOURCE = `${CONTEXT}.metadata.edge_layers[1]`;
const SINK = `${SECOND}.metadata.edge_layers[0]`;
const BASE = `${SOURCE}.layer_info.edge_layer_base`;
const LINK = `${SINK}.context_switch_info`;
/** Makes layers that write to memory, and layers that read from it. */
const OUT = `${CONTEXT}.metadata.edge_layers[1]`;
const BACK = `${CONTEXT}.metadata.edge_layers[2]`;

const INTERMEDIATE: readonly Case[] = [
  ['as it is', twoContexts, [], ACCEPTED],
  ['a mux', twoContexts, [change(SOURCE, { edge_layer_type: 1 })], later('load 26 inter-context-mux')],
  ['planes', twoContexts, [change(SOURCE, { edge_layer_type: 2 })], later('load 26 inter-context-mux')],
  ['no layer', twoContexts, [drop(`${SOURCE}.layer_info`)], later('load 2 edge-unset')],
  ['no base', twoContexts, [drop(BASE)], later('load 2 edge-base-missing')],
  ['a long name', twoContexts, [set(`${SOURCE}.layer_info.name`, 'n'.repeat(128))], ACCEPTED],
  ['no buffer', twoContexts, [change(BASE, { buffer_indices: [] })], ACCEPTED],
  ['host_argmax', twoContexts, [change(BASE, { host_argmax: true })], ACCEPTED],
  ['3 bytes', twoContexts, [change(BASE, { data_bytes: 3 })], later('load 2 edge-data-bytes')],
  ['an unknown format', twoContexts, [change(BASE, { format: 9 })], later('load 8 edge-format-unknown')],
  [
    'core_bytes past 16 bits',
    twoContexts,
    [change(BASE, { core_bytes_per_buffer: 65536 })],
    later('load 26 edge-core-bytes-range'),
  ],
  [
    'sys_index past 8 bits',
    twoContexts,
    [change(BASE, { sys_index: 256 })],
    later('load 26 edge-sys-index-range'),
  ],
  [
    'sys_index counts before bytes',
    twoContexts,
    [change(BASE, { sys_index: 256, data_bytes: 3 })],
    later('load 26 edge-sys-index-range'),
  ],
  [
    'no connected_contexts',
    twoContexts,
    [change(LINK, { connected_contexts: [] })],
    later('load 26 connected-contexts-missing'),
  ],
  ['several', twoContexts, [change(LINK, { connected_contexts: [{}, {}] })], ACCEPTED],
  [
    'a peer in a context that there is not',
    twoContexts,
    [change(LINK, { connected_contexts: [{ index: 65535 }] })],
    ACCEPTED,
  ],
  [
    'a context past 16 bits',
    twoContexts,
    [change(LINK, { connected_contexts: [{ index: 65536 }] })],
    later('load 26 connected-context-index-range'),
  ],
  [
    'a stream at its most',
    twoContexts,
    [change(LINK, { connected_contexts: [{ sys_index: 255 }] })],
    ACCEPTED,
  ],
  [
    'a stream past 8 bits',
    twoContexts,
    [change(LINK, { connected_contexts: [{ sys_index: 256 }] })],
    later('load 26 connected-sys-index-range'),
  ],
  [
    'an engine past 8 bits',
    twoContexts,
    [change(LINK, { connected_contexts: [{ engine_id: 256 }] })],
    later('load 26 edge-later-index-range'),
  ],
  ['a cache', twoContexts, [change(LINK, { edge_connection_type: 3 })], ACCEPTED],
  [
    'a cache that is not used',
    twoContexts,
    [[LINK, () => seq({ edge_connection_type: 3 }, raw(9, varint(2n ** 64n - 1n)))]],
    later('load 26 edge-later-index-range'),
  ],
  [
    'an unknown connection',
    twoContexts,
    [change(LINK, { edge_connection_type: 4 })],
    later('load 26 edge-connection-type-unknown'),
  ],
];

const DDR: readonly Case[] = [
  ['as it is', ddr, [], ACCEPTED],
  [
    'no way back',
    ddr,
    [[`${CONTEXT}.metadata.edge_layers`, (list) => (list as Value[]).filter((_, index) => index !== 2)]],
    later('load 26 ddr-pair-count'),
  ],
  [
    'no connected_contexts',
    ddr,
    [change(`${OUT}.context_switch_info`, { connected_contexts: [] })],
    later('load 26 connected-contexts-missing'),
  ],
  [
    'two of them',
    ddr,
    [change(`${OUT}.context_switch_info`, { connected_contexts: [{}, {}] })],
    later('load 26 ddr-connected-contexts-count'),
  ],
  [
    'a peer in another context',
    ddr,
    [change(`${OUT}.context_switch_info`, { connected_contexts: [{ index: 1 }] })],
    later('load 26 ddr-context-mismatch'),
  ],
  [
    'no such stream',
    ddr,
    [change(`${OUT}.context_switch_info`, { connected_contexts: [{ sys_index: 99 }] })],
    later('load 26 ddr-pair-unmatched'),
  ],
  [
    'other rows on the way back',
    ddr,
    [change(`${BACK}.layer_info.edge_layer_base`, { core_bytes_per_buffer: 48 })],
    later('load 26 ddr-pair-mismatch'),
  ],
  [
    'fewer rows on the way back',
    ddr,
    [change(`${BACK}.layer_info.edge_layer_base`, { core_buffers_per_frame: 1 })],
    later('load 26 ddr-pair-mismatch'),
  ],
  ['rows at their most', ddr, [change(`${OUT}.context_switch_info`, { buffers: 65535 })], ACCEPTED],
  [
    'rows past 16 bits',
    ddr,
    [change(`${OUT}.context_switch_info`, { buffers: 65536 })],
    later('load 26 ddr-buffers-range'),
  ],
];

describe.each([
  ['between contexts', INTERMEDIATE],
  ['through memory', DDR],
])('%s', (_name, cases) => {
  it.each(cases)('%s', async (...one: Case) => {
    expect(await outcomesOfCase(one)).toEqual(one[3]);
  });
});
