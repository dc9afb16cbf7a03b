import {
  at,
  type Fields,
  group,
  hex,
  lenClaiming,
  mark,
  type Payload,
  type Piece,
  raw,
  seq,
  varint,
} from '../../scripts/corpus/notation.js';
import { endOf, error, info, MESSAGE, warning } from '../../scripts/corpus/specimen.js';
import { accepted, type EdgeCase, rejected } from './edge-case.js';

/** Number of levels above the mux of an edge layer: group, context, metadata, edge layer. */
const ABOVE_MUX = 4;

/**
 * Returns a message at `level`, inside nested muxes. The caller gives the content of the innermost mux.
 * `level` is odd, because a mux and its surrounding edge layer take two levels.
 */
function muxes(level: number, innermost: Fields): Piece {
  let mux = innermost;
  for (let at = level; at > ABOVE_MUX + 1; at -= 2) mux = { predecessors: [{ layer_mux: mux }] };
  return { network_groups: [{ contexts: [{ metadata: { edge_layers: [{ layer_mux: mux }] } }] }] };
}

function groups(levels: number, innermost: readonly Piece[] = []): Payload {
  let payload = group(...innermost);
  for (let level = 1; level < levels; level++) payload = group(raw(99, payload));
  return payload;
}

const muxPath = (level: number): string => {
  let path = 'network_groups[0].contexts[0].metadata.edge_layers[0].layer_mux';
  for (let at = ABOVE_MUX + 1; at < level; at += 2) path += '.predecessors[0].layer_mux';
  return path;
};

const groupPath = (levels: number): string => Array.from({ length: levels }, () => '#99').join('.');

/** A hundred levels below the root are allowed; messages and groups count together. */
export const NESTING: readonly EdgeCase[] = [
  accepted('99 levels of messages', [muxes(99, { name: 'x' })], {}),
  accepted('100 levels of messages', [muxes(99, { predecessors: [{}] })], { deviation: 'levels' }),
  rejected(
    '101 levels of messages',
    [muxes(99, { predecessors: [{ layer_mux: at('here', { name: 'x' }) }] })],
    {
      expected: [error('message-nesting-too-deep', 'here')],
    },
  ),
  rejected('101 levels, the last one empty', [muxes(99, { predecessors: [{ layer_mux: at('here', {}) }] })], {
    expected: [error('message-nesting-too-deep', 'here')],
  }),
  rejected(
    'two messages at level 101, a good record between them: each is told',
    [
      muxes(99, { predecessors: [{ layer_mux: at('first', {}) }, { layer_info: at('second', {}) }] }),
      mark('after', raw(99, varint(1))),
    ],
    {
      expected: [
        error('message-nesting-too-deep', 'first'),
        error('message-nesting-too-deep', 'second'),
        info('unknown-fields', 'after'),
      ],
    },
  ),
  accepted(
    'an unknown LEN record at level 100 is no level',
    [muxes(99, { predecessors: [seq(mark('here', hex('9a 06 02 0a 00')))] })],
    {
      deviation: 'levels',
      expected: [info('unknown-fields', 'here', { path: `${muxPath(99)}.predecessors[0].#99` })],
    },
  ),
  accepted('99 groups', [mark('here', raw(99, groups(99)))], { expected: [info('unknown-fields', 'here')] }),
  accepted('100 groups', [mark('here', raw(99, groups(100)))], {
    deviation: 'levels',
    expected: [info('unknown-fields', 'here')],
  }),
  rejected('101 groups', [hex('9b 06'.repeat(100)), mark('tag', hex('9b 06')), hex('9c 06'.repeat(101))], {
    expected: [error('message-nesting-too-deep', 'tag', { path: groupPath(101) })],
  }),
  accepted(
    '50 messages and 50 groups',
    [muxes(49, { predecessors: [seq(mark('here', raw(99, groups(50))))] })],
    {
      deviation: 'levels',
      expected: [info('unknown-fields', 'here')],
    },
  ),
  rejected(
    '50 messages and 51 groups',
    [
      muxes(49, {
        predecessors: [
          at('holder', seq(hex('9b 06'.repeat(50)), mark('tag', hex('9b 06')), hex('9c 06'.repeat(51)))),
        ],
      }),
      mark('after', raw(99, varint(1))),
    ],
    {
      expected: [
        error('message-nesting-too-deep', 'tag', { path: `${muxPath(49)}.predecessors[0].${groupPath(51)}` }),
        info('unknown-fields', 'after'),
      ],
    },
  ),
  accepted(
    'a hundred messages beside each other are one level',
    [{ extensions: Array.from({ length: 150 }, () => ({ type_index: 1 })) }],
    {},
  ),
];

/** Groups do not exist in the schema. They are unknown fields, which end with an end tag. */
export const GROUPS: readonly EdgeCase[] = [
  accepted('an empty group at the root', [mark('here', raw(99, group()))], {
    expected: [info('unknown-fields', 'here')],
  }),
  accepted(
    'groups in a group, of numbers that are known fields outside',
    [mark('here', raw(99, group(raw(1, group(raw(2, group()))), raw(1, varint(3)), hex('0a 01 ff'))))],
    { expected: [info('unknown-fields', 'here')] },
  ),
  accepted('a group of the last field number', [mark('here', raw(536870911, group()))], {
    expected: [info('unknown-fields', 'here')],
  }),
  accepted(
    'a group under an overlong tag that ends under a short one',
    [mark('here', mark('tag', hex('9b 86 00')), hex('9c 06'))],
    {
      expected: [
        info('wire-non-minimal', 'tag', { path: '#99' }),
        info('unknown-fields', 'here', { path: '#99' }),
      ],
    },
  ),
  accepted(
    'a known field as a group is an unknown field',
    [{ network_groups: [{}] }, mark('here', hex('0b 08 01 0c'))],
    {
      deviation: 'wire type of known fields',
      expected: [warning('wire-type-mismatch', 'here', { path: 'header' })],
    },
  ),
  rejected('a group that is never ended', [mark('here', hex('9b 06 08 01'))], {
    expected: [error('wire-truncated', endOf(MESSAGE), { path: '', related: ['here'] })],
  }),
  rejected('a group that ends under another number', [hex('9b 06'), mark('tag', hex('a4 06'))], {
    expected: [error('wire-invalid-type', 'tag', { path: '#99' })],
  }),
  rejected('the end of a group at the root', [mark('tag', hex('9c 06'))], {
    expected: [error('wire-invalid-type', 'tag', { path: '' })],
  }),
  rejected(
    'the end of a group that is the number of a known field',
    [{ header: seq(mark('tag', hex('0c'))) }],
    {
      expected: [error('wire-invalid-type', 'tag', { path: 'header' })],
    },
  ),
  rejected('groups that cross each other', [hex('9b 06 a3 06'), mark('tag', hex('9c 06')), hex('a4 06')], {
    expected: [error('wire-invalid-type', 'tag', { path: '#99.#100' })],
  }),
  rejected(
    'a group that begins inside a message and ends after it',
    [{ header: seq(mark('group', hex('9b 06 08 01'))) }, mark('tag', hex('9c 06'))],
    {
      deviation: 'ends',
      expected: [
        error('wire-truncated', endOf('group'), { path: 'header', related: ['group'] }),
        error('wire-invalid-type', 'tag', { path: '' }),
      ],
    },
  ),
  rejected(
    'a LEN record inside a group that covers its end',
    [raw(99, group(mark('overrun', raw(1, lenClaiming(5)))))],
    {
      expected: [error('wire-truncated', endOf(MESSAGE), { path: '', related: ['overrun'] })],
    },
  ),
  rejected('field 0 inside a group', [hex('9b 06'), mark('tag', hex('00')), hex('9c 06')], {
    expected: [error('wire-invalid-tag', 'tag', { path: '#99' })],
  }),
  rejected(
    'an eleven-byte varint inside a group',
    [hex('9b 06'), mark('here', hex('08 ff ff ff ff ff ff ff ff ff ff')), hex('01 9c 06')],
    {
      deviation: 'long unknown varints',
      expected: [error('wire-varint-overflow', 'here', { path: '#99.#1' })],
    },
  ),
];
