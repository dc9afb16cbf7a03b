/** One file for each possible fault at the wire level. The message around it is valid. */
import { edit } from './edit.js';
import {
  at,
  claiming,
  type Fields,
  hex,
  i64,
  mark,
  type Piece,
  raw,
  seq,
  type Value,
  varint,
} from './notation.js';
import { END, endOf, error, type Plan, warning } from './specimen.js';
import { oneContext, twoContexts } from './valid-networks.js';

/** A configuration write. */
const WRITE = 'network_groups[0].contexts[0].operations[0].actions[1]';
const CONTEXT = 'network_groups[0].contexts[0]';

/** Returns a valid model except for one place. */
function spoiled(path: string, change: (value: Value) => Value): Fields {
  const content = oneContext();
  edit(content, path, change);
  return content;
}

function after(path: string, ...pieces: readonly Piece[]): Fields {
  return spoiled(path, (value) => seq(value as Fields, ...pieces));
}

export const INVALID_WIRE: readonly Plan[] = [
  {
    name: 'wire-truncated',
    about: 'A record is longer than the record that contains it; the records after both are read.',
    content: spoiled(`${CONTEXT}.operations[1].trigger`, (trigger) =>
      at('trigger', {
        ...(trigger as Fields),
        trigger_lcu: at('lcu', claiming(40, { cluster_index: 4, lcu_index: 1 })),
      }),
    ),
    expected: [
      error('wire-truncated', endOf('trigger'), {
        path: `${CONTEXT}.operations[1].trigger.trigger_lcu`,
        related: ['lcu'],
      }),
    ],
  },
  {
    name: 'wire-varint-overflow',
    about: 'A value of eleven bytes; the rest of its message cannot be read.',
    content: after('header', mark('version', hex('20 ff ff ff ff ff ff ff ff ff ff')), hex('01')),
    expected: [error('wire-varint-overflow', 'version', { path: 'header.version' })],
  },
  {
    name: 'wire-invalid-tag',
    about: 'A tag with field number 0.',
    content: after(`${CONTEXT}.metadata`, mark('tag', hex('02')), hex('00')),
    expected: [error('wire-invalid-tag', 'tag', { path: `${CONTEXT}.metadata` })],
  },
  {
    name: 'wire-invalid-type',
    about: 'A tag of wire type 7.',
    content: after(`${CONTEXT}.metadata`, mark('tag', hex('7f')), hex('00')),
    expected: [error('wire-invalid-type', 'tag', { path: `${CONTEXT}.metadata.#15` })],
  },
  {
    name: 'wire-group-end',
    about: 'The end tag of a group without a start tag.',
    content: after(`${CONTEXT}.metadata`, mark('tag', hex('7c'))),
    expected: [error('wire-invalid-type', 'tag', { path: `${CONTEXT}.metadata` })],
  },
  {
    name: 'message-nesting-too-deep',
    about: 'An unknown group 101 levels below the root: the header is the first, a hundred groups follow.',
    content: after('header', hex('a3 06'.repeat(99)), mark('tag', hex('a3 06')), hex('a4 06'.repeat(100))),
    expected: [error('message-nesting-too-deep', 'tag', { path: `header${'.#100'.repeat(100)}` })],
  },
  {
    name: 'string-not-utf8',
    about: 'A string with a byte that does not occur in UTF-8.',
    content: spoiled('header.sdk_version', () => at('here', hex('33 2e ff 37'))),
    expected: [error('string-not-utf8', 'here')],
  },
  {
    name: 'wire-type-mismatch',
    about: 'The timestamp as a fixed 64-bit value: an unknown field to every parser.',
    content: spoiled('header', (header) => {
      const { timestamp: _, ...others } = header as Fields;
      return seq(others, mark('here', raw(2, i64(1720598374556n))));
    }),
    expected: [warning('wire-type-mismatch', 'here')],
  },
  {
    name: 'wire-value-truncated',
    about: 'The index of the second context is 2^32 + 1, which parsers read as 1.',
    content: (() => {
      const content = twoContexts();
      edit(content, 'network_groups[0].contexts[1]', (context) => {
        const { context_index: _, ...others } = context as Fields;
        return seq(mark('here', raw(1, varint(2n ** 32n + 1n))), others);
      });
      return content;
    })(),
    expected: [warning('wire-value-truncated', 'here')],
  },
  {
    name: 'oneof-multiple-members',
    about: 'An action with two members, of which the later member counts.',
    content: spoiled(`${CONTEXT}.operations[1].actions[0]`, (action) => {
      const { disable_lcu: member, ...others } = action as Fields;
      return seq({ none: at('overwritten', {}) }, others, { disable_lcu: at('winner', member as Fields) });
    }),
    expected: [warning('oneof-multiple-members', 'winner', { related: ['overwritten'] })],
  },
  {
    name: 'cut-in-message',
    about: 'A bare message that ends inside a configuration write.',
    content: (() => {
      const content = spoiled(WRITE, (write) => at('write', write));
      edit(content, 'network_groups[0]', (first) => at('group', first));
      return content;
    })(),
    cut: { label: 'write', bytes: 14 },
    expected: [error('wire-truncated', END, { path: `${WRITE}.write_data_ccw.data`, related: ['group'] })],
  },
];
