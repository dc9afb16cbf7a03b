/** Predictions for network groups, contexts, lists of outputs, later layouts, and extensions. */
import { describe, expect, it } from 'vitest';
import { type Change, CONTEXT, change, drop, without } from '../../scripts/corpus/faults.js';
import type { Fields, Value } from '../../scripts/corpus/notation.js';
import { fused } from '../../scripts/corpus/valid-features.js';
import {
  nestedMux,
  oneContext,
  twoContexts,
  twoGroups,
  twoNetworks,
} from '../../scripts/corpus/valid-networks.js';
import { ACCEPTED, all, type Case, later, outcomesOf, outcomesOfCase, set } from './predicted.js';

const GROUP = 'network_groups[0]';
const METADATA = `${GROUP}.network_group_metadata`;
const LISTED = `${CONTEXT}.metadata.sorted_outputs_order`;
const OUTPUT = `${CONTEXT}.metadata.edge_layers[1]`;
const FUSED = `${GROUP}.fused_layers_metadata`;

/** Adds contexts without layers after the existing contexts. */
const emptyContexts = (count: number): Change => [
  `${GROUP}.contexts`,
  (list) => [...(list as Value[]), ...Array.from({ length: count }, () => ({}))],
];

const CONTEXTS: readonly Case[] = [
  [
    'none, and no list of outputs',
    oneContext,
    [set(`${GROUP}.contexts`, []), set(`${GROUP}.sorted_outputs_order`, [])],
    all('load crashes no-contexts'),
  ],
  ['none, and a list', oneContext, [set(`${GROUP}.contexts`, [])], later('load crashes no-contexts')],
  [
    'no metadata',
    twoContexts,
    [drop('network_groups[0].contexts[1].metadata')],
    ['accepts', 'query 61 no-boundary-layers', 'query 61 no-boundary-layers'],
  ],
  ['255 of them', oneContext, [emptyContexts(254)], ACCEPTED],
  [
    '256, with a boundary layer: it comes round',
    oneContext,
    [emptyContexts(255)],
    ['load 26 context-count-u8-wrap', 'accepts', 'accepts'],
  ],
  [
    '256 without',
    oneContext,
    [set(`${GROUP}.contexts`, []), emptyContexts(256)],
    ['load hangs context-count-u8-wrap', 'query 61 no-boundary-layers', 'query 61 no-boundary-layers'],
  ],
  [
    '65,536 of them',
    oneContext,
    [emptyContexts(65_535)],
    ['load 26 context-count-u8-wrap', 'load hangs too-many-contexts', 'load hangs too-many-contexts'],
  ],
  [
    '65,535 of them',
    oneContext,
    [emptyContexts(65_534)],
    ['load 26 context-count-u8-wrap', 'accepts', 'accepts'],
  ],
  ['channels at their most', oneContext, [set(`${METADATA}.cfg_channels_count`, 255)], ACCEPTED],
  [
    'channels past 8 bits',
    oneContext,
    [set(`${METADATA}.cfg_channels_count`, 256)],
    later('load 26 cfg-channels-count-range'),
  ],
];

/** Adds the DMA engine of a configuration channel to a group's metadata. */
const engine = (group: number, cfg_channel_index: number, engine_id: number): Change =>
  change(`network_groups[${group}].network_group_metadata`, {
    cfg_channels_config: [{ cfg_channel_index, engine_id }],
  });
const ENGINE = later('load 26 edge-later-index-range');

/** A group without channels uses channel 0. */
const ENGINES: readonly Case[] = [
  ['at their most', oneContext, [engine(0, 0, 255)], ACCEPTED],
  ['past 8 bits', oneContext, [engine(0, 0, 256)], ENGINE],
  ['of the last channel of two', oneContext, [engine(0, 1, 256)], ENGINE],
  ['of a channel past the count', oneContext, [engine(0, 2, 256)], ACCEPTED],
  ['without a count', oneContext, [drop(`${METADATA}.cfg_channels_count`), engine(0, 0, 256)], ENGINE],
  ...(
    [
      [0, 1],
      [1, 0],
    ] as const
  ).map(
    ([own, other]): Case => [
      `of a channel that only group ${other} has`,
      twoGroups,
      [set(`network_groups[${other}].network_group_metadata.cfg_channels_count`, 2), engine(own, 1, 256)],
      ACCEPTED,
    ],
  ),
];

const OUTPUTS: readonly Case[] = [
  ['listed in the last context', oneContext, [set(`${GROUP}.sorted_outputs_order`, [])], ACCEPTED],
  [
    'listed nowhere',
    oneContext,
    [set(`${GROUP}.sorted_outputs_order`, []), set(LISTED, [])],
    all('load 26 sorted-outputs-missing'),
  ],
  [
    'listed in another context',
    twoContexts,
    [
      set(`${GROUP}.sorted_outputs_order`, []),
      set('network_groups[0].contexts[1].metadata.sorted_outputs_order', []),
      set(LISTED, ['pair/fc1']),
    ],
    all('load 26 sorted-outputs-missing'),
  ],
  [
    'one that is not listed: nothing is compared',
    oneContext,
    [set(`${GROUP}.sorted_outputs_order`, ['other'])],
    ACCEPTED,
  ],
  [
    'one of several that is not listed',
    nestedMux,
    [set(`${GROUP}.sorted_outputs_order`, ['other'])],
    all('query 8 sorted-output-missing-name'),
  ],
  [
    'listed twice, and what is none',
    twoNetworks,
    [[`${GROUP}.sorted_outputs_order`, (list) => [...(list as Value[]), ...(list as Value[]), 'other']]],
    ACCEPTED,
  ],
  ['fused, one of them, and not listed', fused, [set(`${FUSED}.updated_sorted_output_names`, [])], ACCEPTED],
  [
    'not fused, in a list that says otherwise',
    nestedMux,
    [change(GROUP, { fused_layers_metadata: { network_has_fused_layers: true } })],
    all('query 8 sorted-outputs-missing'),
  ],
  [
    'two layers of one name',
    oneContext,
    [set(`${OUTPUT}.layer_info.name`, 'tiny/input_layer1')],
    all('load 26 boundary-layer-name-duplicate'),
  ],
  [
    'a leaf with the name of a layer',
    nestedMux,
    [set(`${OUTPUT}.layer_mux.predecessors[0].layer_info.name`, 'other')],
    all('query 8 sorted-output-missing-name'),
  ],
];

const NAMES: readonly Case[] = [
  ['a name of 127 bytes', oneContext, [set(`${METADATA}.network_group_name`, 'n'.repeat(127))], ACCEPTED],
  [
    'a name of 128 bytes',
    oneContext,
    [set(`${METADATA}.network_group_name`, 'n'.repeat(128))],
    all('query 8 network-group-name-too-long'),
  ],
  ['no metadata', oneContext, [drop(METADATA)], ACCEPTED],
  [
    'group and network of 256 bytes together',
    twoNetworks,
    [
      set(`${METADATA}.network_group_name`, 'n'.repeat(127)),
      set(`${GROUP}.networks_names[0]`, 'n'.repeat(128)),
    ],
    ACCEPTED,
  ],
  [
    'of 257',
    twoNetworks,
    [
      set(`${METADATA}.network_group_name`, 'n'.repeat(127)),
      set(`${GROUP}.networks_names[0]`, 'n'.repeat(129)),
    ],
    all('query 8 network-full-name-too-long'),
  ],
  [
    'the same name twice',
    twoGroups,
    [['network_groups', (list) => [(list as Value[])[0], (list as Value[])[0]] as Value]],
    all('load 6 network-group-name-duplicate'),
  ],
  [
    'the last group is read first',
    twoGroups,
    [
      set(CONTEXT, {}),
      set('network_groups[1].contexts[0].metadata.edge_layers[0].layer_info.edge_layer_base.format', 9),
    ],
    all('load 8 edge-format-unknown'),
  ],
  [
    'the last group is the one that is asked about',
    twoGroups,
    [set(`${CONTEXT}.metadata.edge_layers`, [])],
    ACCEPTED,
  ],
];

const EXTENSIONS: readonly Case[] = [
  ...[0, 1, 2, 4, 5, 6, 9, 10, 12].map(
    (type): Case => [`extension ${type}`, oneContext, [set('extensions[0].type_index', type)], ACCEPTED],
  ),
  ...[7, 8, 999, 1000, 65535].map(
    (type): Case => [
      `extension ${type}`,
      oneContext,
      [set('extensions[0].type_index', type)],
      all('load 26 extension-not-loadable', 'load 92 extension-not-loadable'),
    ],
  ),
  ...[11, 14, 20, 29].map(
    (type): Case => [
      `extension ${type}`,
      oneContext,
      [set('extensions[0].type_index', type)],
      ['load 26 extension-not-loadable', 'accepts', 'accepts'],
    ],
  ),
  ...[30, 31, 32].map(
    (type): Case => [
      `extension ${type}`,
      oneContext,
      [set('extensions[0].type_index', type)],
      ['load 26 extension-not-loadable', 'load 26 extension-not-loadable', 'accepts'],
    ],
  ),
  ...[33, 34, 35].map(
    (type): Case => [
      `extension ${type}`,
      oneContext,
      [set('extensions[0].type_index', type)],
      all('load 26 extension-not-loadable', 'load 92 extension-not-loadable'),
    ],
  ),
  ['any optional one', oneContext, [set('optional_extensions[0].type_index', 7)], ACCEPTED],
  [
    'a graph without a node to run',
    oneContext,
    [set('extensions[0].type_index', 13)],
    ['load 26 extension-not-loadable', 'load crashes core-op-missing', 'load crashes core-op-missing'],
  ],
  [
    'what is wrong in a group counts before',
    oneContext,
    [set('extensions[0].type_index', 7), change(OUTPUT, { edge_layer_type: 3 })],
    all('load 8 edge-layer-type-unknown'),
  ],
];

const ARCHITECTURES: readonly Case[] = [
  ...[0, 1, 2, 100, 101, 102, 103, 104, 105, 106, 5, 6].map(
    (arch): Case => [`architecture ${arch}`, oneContext, [set('header.hw_arch', arch)], ACCEPTED],
  ),
  // Loaders accepted architecture 108 before the schema had a name for it.
  [
    'architecture 108',
    oneContext,
    [set('header.hw_arch', 108)],
    ['accepts', 'load 2 hw-arch-unknown', 'accepts'],
  ],
  ...[7, 9999].map(
    (arch): Case => [
      `architecture ${arch}`,
      oneContext,
      [set('header.hw_arch', arch)],
      later('load 2 hw-arch-unknown'),
    ],
  ),
  [
    'one that no application asks about',
    oneContext,
    [set('header.hw_arch', 7), set(`${CONTEXT}.metadata.edge_layers`, [])],
    ['accepts', 'query 61 no-boundary-layers', 'query 61 no-boundary-layers'],
  ],
  ...[3, 4].map(
    (arch): Case => [
      `a device in parts, and no parts: ${arch}`,
      oneContext,
      [set('header.hw_arch', arch)],
      later('load crashes core-op-missing'),
    ],
  ),
];

const inParts: Change = [
  GROUP,
  (group) => ({
    partial_network_groups: [{ network_group: group, layout: { partial_clusters_layout_bitmap: 3 } }],
  }),
];
const inGraph: Change = [
  GROUP,
  (group) => ({
    network_group_metadata: (group as Fields).network_group_metadata,
    sorted_outputs_order: (group as Fields).sorted_outputs_order,
    ops: [{ name: 'core', core_op: without(group, 'networks_names') as Value }],
  }),
];
const netFlow: Change = ['extensions', (list) => [...(list as Value[]), { type_index: 13 }]];

const LAYOUTS: readonly Case[] = [
  [
    'parts, on a device in parts',
    oneContext,
    [inParts, set('header.hw_arch', 3)],
    ['load crashes no-contexts newer-layout', 'accepts', 'accepts'],
  ],
  [
    'parts, on a device that has none',
    oneContext,
    [inParts],
    ['load crashes no-contexts newer-layout', 'load crashes core-op-missing', 'load crashes core-op-missing'],
  ],
  [
    'a fault in a part',
    oneContext,
    [set(`${OUTPUT}.layer_info.edge_layer_base.format`, 9), inParts, set('header.hw_arch', 3)],
    ['load crashes no-contexts newer-layout', 'load 8 edge-format-unknown', 'load 8 edge-format-unknown'],
  ],
  ['a graph', oneContext, [inGraph, netFlow], ['load 26 extension-not-loadable', 'accepts', 'accepts']],
  [
    'a fault in a graph',
    oneContext,
    [set(`${CONTEXT}.operations[0].trigger`, {}), inGraph, netFlow],
    ['load 26 extension-not-loadable', 'load 26 trigger-unset', 'load 26 trigger-unset'],
  ],
  [
    'a graph that is not announced',
    oneContext,
    [inGraph],
    ['accepts', 'load crashes core-op-missing', 'load crashes core-op-missing'],
  ],
  [
    'a graph in a group of another name',
    oneContext,
    [inGraph, netFlow, drop(METADATA)],
    [
      'load 26 extension-not-loadable',
      'load crashes core-op-name-mismatch',
      'load crashes core-op-name-mismatch',
    ],
  ],
];

describe.each([
  ['contexts', CONTEXTS],
  ['engines of channels', ENGINES],
  ['outputs', OUTPUTS],
  ['names', NAMES],
  ['extensions', EXTENSIONS],
  ['architectures', ARCHITECTURES],
  ['layouts', LAYOUTS],
])('%s', (_name, cases) => {
  it.each(cases)('%s', async (...one: Case) => {
    expect(await outcomesOfCase(one)).toEqual(one[3]);
  });
});

describe('required parts of a file', () => {
  it('a file without a group is loaded, and queries crash', async () => {
    const content = oneContext();
    content.network_groups = [];
    expect(await outcomesOf(content)).toEqual(all('query crashes no-network-groups'));
  });

  it('extensions count only if the header has a version', async () => {
    const content = oneContext();
    (content.header as Fields).version = 0n;
    expect(await outcomesOf(content)).toEqual(['accepts', 'accepts', 'load 92 extension-not-loadable']);
  });
});
