/**
 * Valid files by the container around the message: every framing, blobs of all sizes, and one whole small
 * file.
 */
import { compilerNotes } from './compiler-notes.js';
import { boundaryInput, boundaryOutput, interSink, interSource, NC, NHWC, shape } from './layers.js';
import { context, EXTENSION, model, networkGroup, OPTIONAL_EXTENSION, preliminary } from './network.js';
import { type Fields, utf8 } from './notation.js';
import { allowInput, Ids, type Lcu, operation, whenReady } from './operations.js';
import { Random } from './random.js';
import type { Plan } from './specimen.js';
import { oneContext, twoContexts } from './valid-networks.js';

const IMAGE = shape(32, 32, 3, { format: NHWC });
const LOGITS = shape(1, 1, 10, { format: NC, paddedFeatures: 16 });

/** Returns a model without configuration words in the message, as versions 1 to 3 require. */
export function withoutWrites(): Fields {
  const ids = new Ids();
  const random = new Random(21);
  const layers = [
    boundaryInput({ name: 'bare/input_layer1', shape: IMAGE, sys: 0, context: 0 }),
    boundaryOutput({ name: 'bare/fc1', shape: LOGITS, sys: 1, context: 0 }),
  ];
  return model({
    groups: [
      networkGroup({
        name: 'bare',
        preliminary: preliminary(ids, random, { writes: [] }),
        contexts: [context(ids, random, { index: 0, layers, writes: [] })],
      }),
    ],
  });
}

/** Returns words of two configuration writes as stored after the message. */
function words(random: Random): Uint8Array {
  return random.bytes(48);
}

/** Returns a model with configuration writes that point after the message, to 48 bytes of words. */
export function pointers(): Fields {
  const ids = new Ids();
  const random = new Random(22);
  const layers = [
    boundaryInput({ name: 'ptr/input_layer1', shape: IMAGE, sys: 0, context: 0 }),
    boundaryOutput({ name: 'ptr/fc1', shape: LOGITS, sys: 1, context: 0 }),
  ];
  const pointer = (offset: number): Fields =>
    ids.action({ write_data_ccw_ptr: { offset: BigInt(offset), size: 24 } });
  return model({
    groups: [
      networkGroup({
        name: 'ptr',
        preliminary: preliminary(ids, random, { writes: [] }),
        contexts: [
          {
            operations: [
              operation(ids.trigger(whenReady), ids.action(allowInput(0)), pointer(0), pointer(24)),
            ],
            metadata: { edge_layers: layers, sorted_outputs_order: ['ptr/fc1'] },
          },
        ],
      }),
    ],
    version: 5n,
  });
}

/** Returns a model with adjacent blobs of sizes from 0 to 24 KB, and a mapping. */
function blobs(): Fields {
  const ids = new Ids();
  const random = new Random(23);
  const layers = [
    boundaryInput({ name: 'blob/input_layer1', shape: IMAGE, sys: 0, context: 0 }),
    boundaryOutput({ name: 'blob/fc1', shape: LOGITS, sys: 1, context: 0 }),
  ];
  return model({
    groups: [
      networkGroup({
        name: 'blob',
        preliminary: preliminary(ids, random, {}),
        contexts: [
          context(ids, random, { index: 0, layers, writes: [1, 30, 31, 32, 4095, 6000, 2], channels: 2 }),
        ],
        channels: 2,
      }),
    ],
    mapping: mapping(random, 20_000),
  });
}

/** Returns a mapping: a message of another type that no reader reads, with names and numbers. */
function mapping(random: Random, size: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  for (let length = 0; length < size; ) {
    const name = utf8(`portal_from_cluster_${random.below(8)}_to_cluster_${random.below(8)}_${length}`);
    chunks.push(Uint8Array.of(0x0a, name.length + 2, 0x0a, name.length), name);
    length += name.length + 4;
  }
  return Buffer.concat(chunks);
}

/** Returns a small network as a compiler writes it: two contexts, eight layers, a hundred kilobytes. */
function smallNetwork(): Fields {
  const ids = new Ids();
  const random = new Random(24);
  const lcus: Lcu[] = Array.from({ length: 12 }, (_, i) => ({ cluster: 4 + (i % 4), lcu: i }));
  const features = shape(28, 28, 16);
  const skip = shape(28, 28, 8);
  const first = [
    boundaryInput({
      name: 'digits/input_layer1',
      shape: shape(56, 56, 1, { format: NHWC }),
      sys: 1,
      context: 0,
    }),
    interSource({ name: 'digits/conv2', shape: features, sys: 0, context: 0 }, [{ context: 1, sys: 4 }]),
    interSource({ name: 'digits/conv1', shape: skip, sys: 2, context: 0 }, [{ context: 1, sys: 5 }]),
  ];
  const second = [
    interSink({ name: 'digits/conv2', shape: features, sys: 4, context: 1 }, { context: 0, sys: 0 }),
    interSink({ name: 'digits/conv1', shape: skip, sys: 5, context: 1 }, { context: 0, sys: 2 }),
    boundaryOutput({ name: 'digits/fc2', shape: LOGITS, sys: 0, context: 1 }),
    boundaryOutput({ name: 'digits/embedding', shape: shape(1, 1, 64, { format: NC }), sys: 1, context: 1 }),
  ];
  const before = preliminary(ids, random, { writes: Array(24).fill(2), channels: 2, lcus, runAsap: [1] });
  const writes = Array.from({ length: 28 }, () => 16 + 2 * random.below(300));
  return model({
    groups: [
      networkGroup({
        name: 'digits',
        preliminary: before,
        contexts: [
          context(ids, random, { index: 0, layers: first, writes, channels: 2, lcus }),
          context(ids, random, { index: 1, layers: second, writes, channels: 2, lcus }),
        ],
        channels: 2,
      }),
    ],
    mapping: mapping(random, 30_000),
    extensions: [
      EXTENSION.ABBALE,
      EXTENSION.PADDED_DDR_BUFFERS,
      EXTENSION.IS_MULTI_CONTEXTS,
      EXTENSION.PRELIMINARY_RUN_ASAP,
    ],
    optional: [OPTIONAL_EXTENSION.MULTI_NETWORK, OPTIONAL_EXTENSION.HW_PADDING],
  });
}

export const VALID_FILES: readonly Plan[] = [
  {
    name: 'small-network',
    about: 'A small network like the output of a compiler: two contexts, container version 0, about 100 KB.',
    content: smallNetwork(),
    frame: { version: 0 },
  },
  {
    name: 'network-notes',
    about:
      "The compiler's notes: nine layers, two of which only move data between clusters, and their schedule.",
    content: { ...oneContext(), mapping: compilerNotes() },
    frame: { version: 0 },
  },
  {
    name: 'blobs',
    about: 'Configuration writes from 16 bytes to 24 KB, and a mapping of 20 KB.',
    content: blobs(),
  },
  {
    name: 'framed-v0',
    about: 'Container version 0: MD5, and nothing after the message.',
    content: oneContext(),
    frame: { version: 0 },
  },
  {
    name: 'framed-v1',
    about: 'Container version 1: CRC-32; no configuration words.',
    content: withoutWrites(),
    frame: { version: 1 },
  },
  {
    name: 'framed-v1-words',
    about: 'Container version 1 with configuration words after the message, and actions that point there.',
    content: pointers(),
    frame: { version: 1, ccws: words(new Random(31)) },
  },
  {
    name: 'framed-v2',
    about: 'Container version 2: XXH3, configuration words after the message.',
    content: pointers(),
    frame: { version: 2, ccws: words(new Random(32)) },
  },
  {
    name: 'framed-v3',
    about:
      'Container version 3: padding up to 4096 bytes, configuration words, a tail; XXH3 of the whole body.',
    content: pointers(),
    frame: { version: 3, ccws: words(new Random(33)), additional: new Uint8Array(80) },
  },
  {
    name: 'framed-v3-message-checksum',
    about: 'Container version 3 with a checksum of the message alone, without words and tail.',
    content: withoutWrites(),
    frame: { version: 3, messageChecksum: true },
  },
  {
    name: 'framed-v3-resources',
    about: 'Container version 3 with external resources: one in the tail, one that is empty at its end.',
    content: {
      ...withoutWrites(),
      external_resources: [
        { size: 80n, name: 'calibration' },
        { offset: 80n, name: 'nothing' },
      ],
    },
    frame: { version: 3, additional: new Uint8Array(80) },
  },
  {
    name: 'framed-two-contexts',
    about: 'Container version 0 around two contexts: offsets count from the start of the file.',
    content: twoContexts(),
    frame: { version: 0 },
  },
];
