/** One file for each rule about the data after the message, and about pointers to that data. */
import { CONTEXT, label, put, spoiled } from './faults.js';
import { at } from './notation.js';
import { Random } from './random.js';
import { error, type Plan } from './specimen.js';
import { pointers, withoutWrites } from './valid-files.js';
import { oneContext } from './valid-networks.js';

const ACTIONS = `${CONTEXT}.operations[0].actions`;
const FIRST = `${ACTIONS}[1].write_data_ccw_ptr`;
const SECOND = `${ACTIONS}[2].write_data_ccw_ptr`;
/** Target of the pointers in `pointers`. */
const WORDS = new Random(71).bytes(48);

export const INVALID_WORDS: readonly Plan[] = [
  {
    name: 'frame-ccw-ptr-out-of-range',
    about:
      'A pointer that ends a byte past the configuration words, and a pointer that begins past the file.',
    content: spoiled(
      pointers,
      put(`${FIRST}.offset`, 'offset', 2n ** 63n),
      label(FIRST, 'first'),
      put(`${SECOND}.size`, 'size', 25),
      label(SECOND, 'second'),
    ),
    frame: { version: 3, ccws: WORDS, additional: new Uint8Array(80) },
    expected: [error('frame-ccw-ptr-out-of-range', 'first'), error('frame-ccw-ptr-out-of-range', 'second')],
  },
  {
    name: 'frame-ccw-ptr-past-cut',
    about: 'The file is cut inside the configuration words: both pointers are reported in one finding.',
    content: spoiled(pointers, label(SECOND, 'second')),
    frame: { version: 2, ccws: WORDS },
    cut: -40,
    checksum: 'skipped',
    expected: [
      error('frame-length-mismatch', 'proto_size', { related: ['ccws_size'] }),
      error('frame-ccw-ptr-out-of-range', 'second'),
    ],
  },
  {
    name: 'frame-ccw-kind-mismatch',
    about: 'Pointers in container version 0, which has nothing after the message.',
    content: spoiled(pointers, label(FIRST, 'first'), label(SECOND, 'second')),
    frame: { version: 0 },
    expected: [error('frame-ccw-kind-mismatch', 'first'), error('frame-ccw-kind-mismatch', 'second')],
  },
  {
    name: 'frame-ccw-kind-mismatch-embedded',
    about: 'Configuration words in the message, in container version 1.',
    content: spoiled(
      oneContext,
      ...[2, 3].map((i) =>
        label(
          `network_groups[0].preliminary_config.operation[0].actions[${i}].write_data_ccw`,
          `before ${i}`,
        ),
      ),
      ...[1, 2].map((i) => label(`${ACTIONS}[${i}].write_data_ccw`, `in ${i}`)),
    ),
    frame: { version: 1 },
    expected: ['before 2', 'before 3', 'in 1', 'in 2'].map((place) =>
      error('frame-ccw-kind-mismatch', place),
    ),
  },
  {
    name: 'frame-external-resource-out-of-range',
    about: 'An external resource that ends a byte past the tail, and a resource that begins past the tail.',
    content: {
      ...withoutWrites(),
      external_resources: [
        { size: 80n, name: 'good' },
        at('long', { offset: 1n, size: 80n, name: 'long' }),
        at('far', { offset: 2n ** 64n - 1n, size: 2n ** 64n - 1n, name: 'far' }),
      ],
    },
    frame: { version: 3, additional: new Uint8Array(80) },
    expected: [
      error('frame-external-resource-out-of-range', 'long'),
      error('frame-external-resource-out-of-range', 'far'),
    ],
  },
  {
    name: 'frame-external-resources-cut',
    about: 'The tail is cut: its two resources are reported in one finding.',
    content: {
      ...withoutWrites(),
      external_resources: [
        { size: 40n, name: 'whole' },
        at('first', { offset: 40n, size: 40n, name: 'cut' }),
        at('second', { offset: 70n, size: 10n, name: 'gone' }),
      ],
    },
    frame: { version: 3, additional: new Uint8Array(80) },
    cut: -20,
    checksum: 'skipped',
    expected: [
      error('frame-length-mismatch', 'proto_size', {
        related: ['ccws_size_with_padding', 'additional_info_size'],
      }),
      error('frame-external-resource-out-of-range', 'first', { related: ['second'] }),
    ],
  },
];
