/** One file for each rule about network groups: their metadata, contexts, networks, outputs and streams. */
import { type Change, CONTEXT, drop, label, put, spoiled } from './faults.js';
import { boundaryInput, boundaryOutput, ddrPair, interSink, interSource, NC, NHWC, shape } from './layers.js';
import { context, EXTENSION, model, networkGroup, preliminary } from './network.js';
import { at, type Fields, type Value } from './notation.js';
import { Ids } from './operations.js';
import { Random } from './random.js';
import { error, info, type Plan, warning } from './specimen.js';
import { manyContexts, nestedMux, oneContext, smallest, twoGroups, twoNetworks } from './valid-networks.js';

const GROUP = 'network_groups[0]';
const METADATA = `${GROUP}.network_group_metadata`;
const LAYERS = `${CONTEXT}.metadata.edge_layers`;
const OUTPUTS = `${GROUP}.sorted_outputs_order`;
const MUX_PARTS = `${LAYERS}[1].layer_mux.predecessors`;

const IMAGE = shape(8, 8, 3, { format: NHWC });
const ROW = shape(1, 1, 16, { format: NC });

/** Sets a field, whether it exists or not. */
const replace = (path: string, value: Value): Change => [path, () => value];

export const INVALID_GROUP_METADATA: readonly Plan[] = [
  {
    name: 'group-metadata-missing',
    about: 'A group without metadata, and thus without a name.',
    content: spoiled(smallest, drop(METADATA), label(GROUP, 'group')),
    expected: [
      warning('group-metadata-missing', 'group'),
      warning('network-group-name-empty', 'group', { related: ['group'] }),
    ],
  },
  {
    name: 'network-group-name-empty',
    about: 'Metadata without a name.',
    content: spoiled(smallest, put(METADATA, 'metadata', { bottleneck_fps: 30 })),
    expected: [warning('network-group-name-empty', 'metadata')],
  },
  {
    name: 'network-group-name-too-long',
    about: 'A name of 128 bytes, which are 64 characters.',
    content: spoiled(twoNetworks, put(`${METADATA}.network_group_name`, 'here', 'ß'.repeat(64))),
    expected: [error('network-group-name-too-long', 'here')],
  },
  {
    name: 'network-full-name-too-long',
    about:
      'A group name of 16 bytes and a network name of 240 bytes: 257 bytes with the slash between the names.',
    content: spoiled(
      twoNetworks,
      label(`${METADATA}.network_group_name`, 'group'),
      put(`${GROUP}.networks_names[1]`, 'network', 'n'.repeat(240)),
    ),
    expected: [error('network-full-name-too-long', 'network', { related: ['group'] })],
  },
  {
    name: 'network-full-name-too-long-alone',
    about: 'The name of the only network contains the long name of its group twice.',
    content: spoiled(oneContext, put(`${METADATA}.network_group_name`, 'name', 'n'.repeat(128))),
    expected: [
      error('network-group-name-too-long', 'name'),
      error('network-full-name-too-long', 'name', { related: ['name'] }),
    ],
  },
  {
    name: 'bottleneck-fps-invalid',
    about: 'A negative number of frames per second.',
    content: spoiled(oneContext, put(`${METADATA}.bottleneck_fps`, 'here', -0.5)),
    expected: [info('bottleneck-fps-invalid', 'here')],
  },
  {
    name: 'network-group-index-mismatch',
    about: 'The second group has the index of the sixth group.',
    content: spoiled(
      twoGroups,
      put('network_groups[1].network_group_metadata.network_group_index', 'here', 5),
    ),
    expected: [info('network-group-index-mismatch', 'here')],
  },
  {
    name: 'cfg-channels-count-limit',
    about: 'Five configuration channels; the firmware supports four.',
    content: spoiled(oneContext, put(`${METADATA}.cfg_channels_count`, 'here', 5)),
    expected: [warning('cfg-channels-count-limit', 'here')],
  },
  {
    name: 'cfg-channels-count-range',
    about: '256 configuration channels, which do not fit in a byte.',
    content: spoiled(oneContext, put(`${METADATA}.cfg_channels_count`, 'here', 256)),
    expected: [
      error('cfg-channels-count-range', 'here'),
      warning('cfg-channels-count-limit', 'here', { related: ['here'] }),
    ],
  },
  {
    name: 'preliminary-config-missing',
    about: 'A group without a preliminary configuration.',
    content: spoiled(oneContext, drop(`${GROUP}.preliminary_config`), label(GROUP, 'group')),
    expected: [warning('preliminary-config-missing', 'group')],
  },
];

/** Returns a tensor that passes through `count` contexts; the group and some contexts are labelled. */
function chain(count: number, ...labelled: readonly number[]): Fields {
  const ids = new Ids();
  const random = new Random(60);
  const last = count - 1;
  const contexts = Array.from({ length: count }, (_, index) => {
    const from = { context: index - 1, sys: 0 };
    const to = { context: index + 1, sys: 1 };
    const layers = [
      index === 0
        ? boundaryInput({ name: 'chain/in', shape: IMAGE, sys: 1, context: 0 })
        : interSink({ name: `t${index - 1}`, shape: ROW, sys: 1, context: index }, from),
      index === last
        ? boundaryOutput({ name: 'chain/out', shape: ROW, sys: 0, context: last })
        : interSource({ name: `t${index}`, shape: ROW, sys: 0, context: index }, [to]),
    ];
    return context(ids, random, { index, layers, writes: [], lcus: [] });
  });
  const before = preliminary(ids, random, { writes: [], lcus: [] });
  const make = () =>
    model({
      groups: [networkGroup({ name: 'chain', preliminary: before, contexts })],
      extensions: [EXTENSION.PADDED_DDR_BUFFERS, EXTENSION.IS_MULTI_CONTEXTS],
    });
  const labels = labelled.map((index) => label(`${GROUP}.contexts[${index}]`, `context ${index}`));
  return spoiled(make, label(GROUP, 'group'), ...labels);
}

const TOTAL = info('total-contexts-limit', 'group');

export const INVALID_CONTEXT_COUNTS: readonly Plan[] = [
  {
    name: 'no-contexts',
    about: 'A group with a list of outputs, but without contexts.',
    content: spoiled(smallest, drop(`${GROUP}.contexts`), label(GROUP, 'group')),
    expected: [error('no-contexts', 'group')],
  },
  {
    name: 'context-count-limit',
    about: '33 contexts, one more than 4.8 accepts.',
    content: chain(33, 32),
    expected: [info('context-count-limit', 'context 32'), TOTAL],
  },
  {
    name: 'context-count-u8-wrap',
    about: '256 contexts, which are 0 in a counter of one byte.',
    content: chain(256, 32, 255),
    expected: [
      info('context-count-limit', 'context 32', { related: ['context 255'] }),
      warning('context-count-u8-wrap', 'context 255'),
      TOTAL,
    ],
  },
  {
    name: 'too-many-contexts',
    about: '1022 contexts, one more than any release accepts.',
    content: chain(1022, 32, 255, 1021),
    expected: [
      info('context-count-limit', 'context 32', { related: ['context 1021', 'context 255'] }),
      warning('context-count-u8-wrap', 'context 255', { related: ['context 1021'] }),
      error('too-many-contexts', 'context 1021'),
      TOTAL,
    ],
  },
];

export const INVALID_NETWORKS: readonly Plan[] = [
  {
    name: 'networks-names-empty',
    about: 'The extension for several networks, and a group without names of networks.',
    content: spoiled(twoNetworks, drop(`${GROUP}.networks_names`), label(GROUP, 'group')),
    expected: [error('networks-names-empty', 'group')],
  },
  {
    name: 'too-many-networks',
    about: 'Ten networks in a group: two more than runtimes support.',
    content: spoiled(
      oneContext,
      replace(
        `${GROUP}.networks_names`,
        Array.from({ length: 10 }, (_, i) => at(`network ${i}`, `net${i}`)),
      ),
    ),
    expected: [error('too-many-networks', 'network 8', { related: ['network 9'] })],
  },
  {
    name: 'network-name-duplicate',
    about: 'Two networks of a group with the same name.',
    content: spoiled(
      oneContext,
      replace(`${GROUP}.networks_names`, [at('first', 'tiny'), 'other', at('second', 'tiny')]),
    ),
    expected: [warning('network-name-duplicate', 'first', { related: ['second'] })],
  },
  {
    name: 'network-name-empty',
    about: 'A network without a name.',
    content: spoiled(oneContext, replace(`${GROUP}.networks_names`, ['tiny', at('here', '')])),
    expected: [warning('network-name-empty', 'here')],
  },
  {
    name: 'network-without-layers',
    about: 'A third network without layers.',
    content: spoiled(twoNetworks, replace(`${GROUP}.networks_names`, ['faces', 'age', at('here', 'mood')])),
    expected: [warning('network-without-layers', 'here')],
  },
];

export const INVALID_OUTPUT_LISTS: readonly Plan[] = [
  {
    name: 'sorted-outputs-missing',
    about: 'Neither the group nor its last context lists the outputs.',
    content: spoiled(
      oneContext,
      drop(OUTPUTS),
      drop(`${CONTEXT}.metadata.sorted_outputs_order`),
      label(GROUP, 'group'),
    ),
    expected: [error('sorted-outputs-missing', 'group')],
  },
  {
    name: 'sorted-output-missing-name',
    about:
      'Two of three outputs are not in the list of the group, which takes precedence over the lists of contexts.',
    content: spoiled(
      twoNetworks,
      replace(OUTPUTS, ['faces/conv9']),
      label(`${LAYERS}[3].layer_info.name`, 'conv10'),
      label(`${LAYERS}[4].layer_info.name`, 'fc1'),
    ),
    expected: [error('sorted-output-missing-name', 'conv10'), error('sorted-output-missing-name', 'fc1')],
  },
  {
    name: 'sorted-output-missing-name-single',
    about: 'The name of the only output differs from the name in the list.',
    content: spoiled(
      oneContext,
      replace(OUTPUTS, [at('name', 'tiny/fc2')]),
      label(`${LAYERS}[1].layer_info.name`, 'output'),
    ),
    expected: [
      warning('sorted-output-missing-name', 'output'),
      warning('sorted-output-unknown-name', 'name'),
    ],
  },
  {
    name: 'sorted-output-unknown-name',
    about: 'The list of outputs contains the name of an input.',
    content: spoiled(oneContext, replace(OUTPUTS, ['tiny/fc1', at('here', 'tiny/input_layer1')])),
    expected: [warning('sorted-output-unknown-name', 'here')],
  },
  {
    name: 'sorted-output-duplicate',
    about: 'The list of outputs contains a name twice.',
    content: spoiled(oneContext, replace(OUTPUTS, [at('first', 'tiny/fc1'), at('second', 'tiny/fc1')])),
    expected: [warning('sorted-output-duplicate', 'first', { related: ['second'] })],
  },
];

export const INVALID_STREAM_NAMES: readonly Plan[] = [
  {
    name: 'boundary-layer-name-duplicate',
    about: 'Two inputs with the same name.',
    content: spoiled(
      twoNetworks,
      put(`${LAYERS}[1].layer_info.name`, 'name', 'faces/input_layer1'),
      label(`${LAYERS}[0]`, 'first'),
      label(`${LAYERS}[1]`, 'second'),
    ),
    expected: [error('boundary-layer-name-duplicate', 'first', { related: ['second'] })],
  },
  {
    name: 'vstream-name-duplicate',
    about: 'Two leaves of a mux with the same name.',
    content: spoiled(
      nestedMux,
      put(`${MUX_PARTS}[1].layer_info.name`, 'name', 'heads/box'),
      label(`${MUX_PARTS}[0]`, 'first'),
      label(`${MUX_PARTS}[1]`, 'second'),
      [OUTPUTS, (names) => (names as string[]).filter((name) => name !== 'heads/class')],
    ),
    expected: [warning('vstream-name-duplicate', 'first', { related: ['second'] })],
  },
  {
    name: 'original-name-duplicate',
    about: 'Two outputs with the same name in the network before compilation.',
    content: spoiled(
      twoNetworks,
      put(`${LAYERS}[3].layer_info.original_names[0]`, 'name', 'faces/conv9/BiasAdd'),
      label(`${LAYERS}[2]`, 'first'),
      label(`${LAYERS}[3]`, 'second'),
    ),
    expected: [info('original-name-duplicate', 'first', { related: ['second'] })],
  },
];

/** Returns a context that neither takes input from the host nor sends output. */
function withoutBoundary(): Fields {
  const ids = new Ids();
  const random = new Random(61);
  const layers = ddrPair({ name: 'loop/conv', shape: shape(16, 64, 16), sys: 2, context: 0 }, 3);
  return model({
    groups: [
      networkGroup({
        name: 'loop',
        preliminary: preliminary(ids, random, { writes: [], lcus: [] }),
        contexts: [context(ids, random, { index: 0, layers, writes: [], lcus: [] })],
        outputs: ['loop/out'],
      }),
    ],
    extensions: [EXTENSION.DDR, EXTENSION.PADDED_DDR_BUFFERS],
  });
}

/** Returns a network of two contexts with `counts` outputs each, labelled. */
function manyOutputs(...counts: readonly [number, number]): Fields {
  const ids = new Ids();
  const random = new Random(62);
  const tensor = { name: 'wide/middle', shape: ROW };
  const links = [
    [
      boundaryInput({ name: 'wide/in', shape: IMAGE, sys: 31, context: 0 }),
      interSource({ ...tensor, sys: 30, context: 0 }, [{ context: 1, sys: 31 }]),
    ],
    [interSink({ ...tensor, sys: 31, context: 1 }, { context: 0, sys: 30 })],
  ];
  const contexts = counts.map((count, index) => {
    const outputs = Array.from({ length: count }, (_, i) => {
      const number = i + (index === 0 ? 0 : counts[0]);
      return boundaryOutput({ name: `wide/out${number}`, shape: ROW, sys: i, context: index });
    });
    const layers = [...(links[index] as Fields[]), ...outputs];
    return context(ids, random, { index, layers, writes: [], lcus: [] });
  });
  const before = preliminary(ids, random, { writes: [], lcus: [] });
  const make = () =>
    model({
      groups: [networkGroup({ name: 'wide', preliminary: before, contexts })],
      extensions: [EXTENSION.PADDED_DDR_BUFFERS, EXTENSION.IS_MULTI_CONTEXTS],
    });
  const labels = links.flatMap((list, index) =>
    Array.from({ length: list.length + (counts[index] as number) }, (_, i) =>
      label(`${GROUP}.contexts[${index}].metadata.edge_layers[${i}]`, `layer ${index}.${i}`),
    ),
  );
  return spoiled(make, ...labels);
}

/** Returns `count` labels of `manyOutputs`. */
const layers = (in_: number, from: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `layer ${in_}.${from + i}`);

export const INVALID_STREAM_COUNTS: readonly Plan[] = [
  {
    name: 'no-boundary-layers',
    about: 'One context with a DDR pair, and no input or output.',
    content: spoiled(withoutBoundary, label(GROUP, 'group')),
    expected: [warning('no-boundary-layers', 'group')],
  },
  {
    name: 'streams-limit',
    about: '33 boundary layers: an input and 32 outputs, which do not fit in the channels either.',
    content: manyOutputs(20, 12),
    expected: [
      warning('dma-channel-budget', 'layer 0.1', {
        related: ['layer 1.12', ...layers(0, 2, 16)],
      }),
      warning('streams-limit', 'layer 1.12'),
    ],
  },
  {
    name: 'dma-channel-budget',
    about: '16 outputs and a tensor between contexts: 17 channels to the host.',
    content: manyOutputs(10, 6),
    expected: [
      warning('dma-channel-budget', 'layer 0.1', {
        related: [...layers(0, 2, 10), ...layers(1, 1, 6)],
      }),
    ],
  },
  {
    name: 'multi-context-on-eth',
    about: 'Four contexts and DDR layers, neither of which Ethernet supports.',
    content: spoiled(
      manyContexts,
      label(`${GROUP}.contexts[1]`, 'second'),
      label(`${GROUP}.contexts[1].metadata.edge_layers[1]`, 'ddr'),
    ),
    expected: [info('multi-context-on-eth', 'second', { related: ['ddr'] })],
  },
];
