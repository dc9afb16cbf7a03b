/** Valid models, by their networks. No file breaks any rule of the format, warnings included. */
import {
  boundaryInput,
  boundaryOutput,
  ddrPair,
  interSink,
  interSource,
  leafNames,
  type MuxPart,
  muxOutput,
  NC,
  NHWC,
  shape,
} from './layers.js';
import { context, EXTENSION, model, networkGroup, OPTIONAL_EXTENSION, preliminary } from './network.js';
import type { Fields } from './notation.js';
import { Ids } from './operations.js';
import { Random } from './random.js';
import type { Plan } from './specimen.js';

const IMAGE = shape(32, 32, 3, { format: NHWC });
const LOGITS = shape(1, 1, 10, { format: NC, paddedFeatures: 16 });

/** Returns the minimum that a loader accepts: a group, a context, an input, an output. */
export function smallest(): Fields {
  return {
    header: { hw_arch: 1 },
    network_groups: [
      {
        network_group_metadata: { network_group_name: 'n' },
        preliminary_config: {},
        contexts: [
          {
            operations: [{ trigger: { trigger_none: {} }, actions: [{ allow_input_dataflow: {} }] }],
            metadata: {
              edge_layers: [
                boundaryInput({ name: 'n/in', shape: shape(1, 1, 8), sys: 0, context: 0 }),
                boundaryOutput({ name: 'n/out', shape: shape(1, 1, 8), sys: 1, context: 0 }),
              ],
            },
          },
        ],
        sorted_outputs_order: ['n/out'],
      },
    ],
  };
}

/** Returns one network in one context: the base of most invalid files. */
export function oneContext(): Fields {
  const ids = new Ids();
  const random = new Random(1);
  const layers = [
    boundaryInput({ name: 'tiny/input_layer1', shape: IMAGE, sys: 1, context: 0 }),
    boundaryOutput({ name: 'tiny/fc1', shape: LOGITS, sys: 0, context: 0 }),
  ];
  const before = preliminary(ids, random, { channels: 2 });
  return model({
    groups: [
      networkGroup({
        name: 'tiny',
        preliminary: before,
        contexts: [context(ids, random, { index: 0, layers, channels: 2 })],
        channels: 2,
      }),
    ],
  });
}

/** Returns two contexts; one tensor goes from the first to the second through the host's memory. */
export function twoContexts(): Fields {
  const ids = new Ids();
  const random = new Random(2);
  const tensor = shape(16, 16, 8);
  const first = [
    boundaryInput({ name: 'pair/input_layer1', shape: IMAGE, sys: 1, context: 0 }),
    interSource({ name: 'pair/conv3', shape: tensor, sys: 0, context: 0 }, [{ context: 1, sys: 2 }]),
  ];
  const second = [
    interSink({ name: 'pair/conv3', shape: tensor, sys: 2, context: 1 }, { context: 0, sys: 0 }),
    boundaryOutput({ name: 'pair/fc1', shape: LOGITS, sys: 3, context: 1 }),
  ];
  return model({
    groups: [
      networkGroup({
        name: 'pair',
        preliminary: preliminary(ids, random, {}),
        contexts: [
          context(ids, random, { index: 0, layers: first }),
          context(ids, random, { index: 1, layers: second }),
        ],
      }),
    ],
    extensions: [EXTENSION.PADDED_DDR_BUFFERS, EXTENSION.IS_MULTI_CONTEXTS],
  });
}

/** Returns one context that temporarily keeps a tensor in the host's memory. */
export function ddr(): Fields {
  const ids = new Ids();
  const random = new Random(3);
  const layers = [
    boundaryInput({ name: 'skip/input_layer1', shape: IMAGE, sys: 1, context: 0 }),
    ...ddrPair({ name: 'skip/conv2', shape: shape(16, 64, 16), sys: 2, context: 0 }, 3),
    boundaryOutput({ name: 'skip/fc1', shape: LOGITS, sys: 0, context: 0 }),
  ];
  return model({
    groups: [
      networkGroup({
        name: 'skip',
        preliminary: preliminary(ids, random, {}),
        contexts: [context(ids, random, { index: 0, layers })],
      }),
    ],
    extensions: [EXTENSION.DDR, EXTENSION.PADDED_DDR_BUFFERS],
  });
}

/** Returns four contexts: a tensor with two readers, a chain, and DDR pairs in two contexts. */
export function manyContexts(): Fields {
  const ids = new Ids();
  const random = new Random(4);
  const tensor = shape(16, 16, 8);
  const row = shape(8, 32, 32);
  const layers = [
    [
      boundaryInput({ name: 'deep/input_layer1', shape: IMAGE, sys: 1, context: 0 }),
      interSource({ name: 'deep/conv4', shape: tensor, sys: 0, context: 0 }, [
        { context: 1, sys: 0 },
        { context: 3, sys: 5 },
      ]),
    ],
    [
      interSink({ name: 'deep/conv4', shape: tensor, sys: 0, context: 1 }, { context: 0, sys: 0 }),
      ...ddrPair({ name: 'deep/conv6', shape: row, sys: 1, context: 1 }, 2),
      ...ddrPair({ name: 'deep/conv7', shape: row, sys: 3, context: 1 }, 4, 64),
      interSource({ name: 'deep/conv8', shape: tensor, sys: 6, context: 1 }, [{ context: 2, sys: 1 }]),
    ],
    [
      interSink({ name: 'deep/conv8', shape: tensor, sys: 1, context: 2 }, { context: 1, sys: 6 }),
      ...ddrPair({ name: 'deep/conv9', shape: row, sys: 2, context: 2 }, 3),
      interSource({ name: 'deep/conv10', shape: tensor, sys: 0, context: 2 }, [{ context: 3, sys: 4 }]),
      boundaryOutput({ name: 'deep/aux', shape: LOGITS, sys: 5, context: 2 }),
    ],
    [
      interSink({ name: 'deep/conv10', shape: tensor, sys: 4, context: 3 }, { context: 2, sys: 0 }),
      interSink({ name: 'deep/conv4', shape: tensor, sys: 5, context: 3 }, { context: 0, sys: 0 }),
      boundaryOutput({ name: 'deep/fc1', shape: LOGITS, sys: 0, context: 3 }),
    ],
  ];
  return model({
    groups: [
      networkGroup({
        name: 'deep',
        preliminary: preliminary(ids, random, {}),
        contexts: layers.map((list, index) => context(ids, random, { index, layers: list })),
      }),
    ],
    extensions: [EXTENSION.DDR, EXTENSION.PADDED_DDR_BUFFERS, EXTENSION.IS_MULTI_CONTEXTS],
  });
}

/** Returns two parallel networks in one context, distinguished by `network_index`. */
export function twoNetworks(): Fields {
  const ids = new Ids();
  const random = new Random(5);
  const layers = [
    boundaryInput({ name: 'faces/input_layer1', shape: IMAGE, sys: 0, context: 0 }),
    boundaryInput({ name: 'age/input_layer1', shape: IMAGE, sys: 1, context: 0, network: 1 }),
    boundaryOutput({ name: 'faces/conv9', shape: shape(8, 8, 4), sys: 2, context: 0 }),
    boundaryOutput({ name: 'faces/conv10', shape: shape(8, 8, 12), sys: 3, context: 0 }),
    boundaryOutput({ name: 'age/fc1', shape: LOGITS, sys: 4, context: 0, network: 1 }),
  ];
  return model({
    groups: [
      networkGroup({
        name: 'joined_faces_age',
        preliminary: preliminary(ids, random, { network: 1 }),
        contexts: [context(ids, random, { index: 0, layers, network: 1 })],
        networks: ['faces', 'age'],
      }),
    ],
    optional: [OPTIONAL_EXTENSION.MULTI_NETWORK, OPTIONAL_EXTENSION.HW_PADDING],
  });
}

const MUX_PARTS: readonly MuxPart[] = [
  { leaf: 'heads/box', rows: 8 },
  { leaf: 'heads/class', rows: 16 },
  {
    mux: 'heads/rest',
    parts: [
      { leaf: 'heads/score', rows: 4 },
      { leaf: 'heads/centre', rows: 4 },
    ],
  },
];

/** Returns four outputs that leave through one stream: a mux with a nested mux. */
export function nestedMux(): Fields {
  const ids = new Ids();
  const random = new Random(6);
  const { height: _, ...row } = shape(1, 20, 16);
  const layers = [
    boundaryInput({ name: 'heads/input_layer1', shape: IMAGE, sys: 1, context: 0 }),
    muxOutput({ name: 'heads/mux1', sys: 0, context: 0 }, row, MUX_PARTS),
  ];
  return model({
    groups: [
      networkGroup({
        name: 'heads',
        preliminary: preliminary(ids, random, {}),
        contexts: [context(ids, random, { index: 0, layers })],
        outputs: leafNames(MUX_PARTS),
      }),
    ],
  });
}

/** Returns two network groups, as a file for two configurations of one device has them. */
export function twoGroups(): Fields {
  const random = new Random(7);
  const groups = ['day', 'night'].map((name, index) => {
    const ids = new Ids();
    const layers = [
      boundaryInput({ name: `${name}/input_layer1`, shape: IMAGE, sys: 0, context: 0 }),
      boundaryOutput({ name: `${name}/fc1`, shape: LOGITS, sys: 1, context: 0 }),
    ];
    const before = preliminary(ids, random, {});
    return networkGroup({
      name,
      index,
      preliminary: before,
      contexts: [context(ids, random, { index: 0, layers })],
    });
  });
  return model({ groups });
}

export const VALID_NETWORKS: readonly Plan[] = [
  {
    name: 'smallest',
    about: 'The smallest model that a loader accepts: one group, one context, one input, one output.',
    content: smallest(),
  },
  {
    name: 'one-context',
    about: 'One network in one context, configured over two channels.',
    content: oneContext(),
  },
  {
    name: 'two-contexts',
    about: 'A tensor goes from the first context to the second through the memory of the host.',
    content: twoContexts(),
  },
  {
    name: 'ddr',
    about: 'A DDR pair: a tensor leaves the device and comes back in the same context.',
    content: ddr(),
  },
  {
    name: 'many-contexts',
    about:
      'Four contexts: a tensor with two readers, a chain of tensors, DDR pairs, an output before the last context.',
    content: manyContexts(),
  },
  {
    name: 'two-networks',
    about: 'Two networks in one group, distinguished by network_index, which optional extension 8 enables.',
    content: twoNetworks(),
  },
  {
    name: 'nested-mux',
    about: 'Four outputs share one stream: a mux with a mux in it.',
    content: nestedMux(),
  },
  { name: 'two-groups', about: 'Two network groups in one file.', content: twoGroups() },
];
