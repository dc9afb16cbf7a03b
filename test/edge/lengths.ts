import {
  at,
  claiming,
  hex,
  len,
  lenClaiming,
  mark,
  raw,
  seq,
  varint,
  wide,
} from '../../scripts/corpus/notation.js';
import { endOf, error, info, MESSAGE } from '../../scripts/corpus/specimen.js';
import { accepted, type EdgeCase, rejected, SHIFTABLE, shiftable } from './edge-case.js';

const GOOD = { header: { version: 4n } };

/**
 * Cases of lengths: overlong, past 2^31, wrapping around; records longer than the file or than their
 * container.
 */
export const LENGTHS: readonly EdgeCase[] = [
  accepted('a length of five bytes', [{ header: at('here', wide({ version: 4n }, { length: 5 })) }], {
    expected: [info('wire-non-minimal', 'here')],
  }),
  rejected('a length of six bytes', [mark('here', hex('0a 82 80 80 80 80')), hex('00 20 04')], {
    deviation: 'length bits',
    expected: [error('wire-varint-overflow', 'here', { path: 'header' })],
  }),
  rejected('a length of ten bytes', [mark('here', hex('0a 82 80 80 80 80')), hex('80 80 80 80 00 20 04')], {
    deviation: 'length bits',
    expected: [error('wire-varint-overflow', 'here', { path: 'header' })],
  }),
  rejected('a length that wraps to 2', [mark('here', hex('0a 82 80 80 80 10')), hex('20 04')], {
    deviation: 'length bits',
    expected: [error('wire-varint-overflow', 'here', { path: 'header' })],
  }),
  rejected(
    'an unknown record whose length wraps to 2',
    [mark('here', hex('9a 06 82 80 80 80 10')), hex('20 04')],
    {
      deviation: 'length bits',
      expected: [error('wire-varint-overflow', 'here', { path: '#99' })],
    },
  ),
  rejected('a blob whose length wraps to 2', [mark('here', hex('1a 82 80 80 80 70')), hex('20 04')], {
    deviation: 'length bits',
    expected: [error('wire-varint-overflow', 'here', { path: 'mapping' })],
  }),
  rejected('a length of 2^31 - 1', [{ header: at('here', claiming(2 ** 31 - 1, { version: 4n })) }], {
    expected: [error('wire-truncated', endOf(MESSAGE), { path: 'header', related: ['here'] })],
  }),
  rejected('a length of 2^31', [mark('here', hex('0a 80 80 80 80 08')), hex('20 04')], {
    expected: [error('wire-varint-overflow', 'here', { path: 'header' })],
  }),
  rejected('a length of 2^32 - 1', [mark('here', hex('1a ff ff ff ff 0f')), hex('20 04')], {
    expected: [error('wire-varint-overflow', 'here', { path: 'mapping' })],
  }),
  rejected(
    'a length of 2^32 - 1 inside a message; what follows it is read',
    [
      { header: seq(mark('here', hex('1a ff ff ff ff 0f')), hex('20 04')) },
      mark('after', raw(99, varint(1))),
    ],
    {
      expected: [
        error('wire-varint-overflow', 'here', { path: 'header.sdk_version' }),
        info('unknown-fields', 'after'),
      ],
    },
  ),
  rejected('a length that is cut', [GOOD, mark('here', hex('0a 80'))], {
    expected: [error('wire-truncated', endOf('here'), { path: 'header', related: ['here'] })],
  }),
  rejected('a length that is not there', [GOOD, mark('here', hex('1a'))], {
    expected: [error('wire-truncated', endOf('here'), { path: 'mapping', related: ['here'] })],
  }),
  rejected(
    'a blob that ends one byte after the file',
    [GOOD, { mapping: at('here', claiming(4, hex('01 02 03'))) }],
    {
      expected: [error('wire-truncated', endOf(MESSAGE), { path: 'mapping', related: ['here'] })],
    },
  ),
  rejected(
    'an overlong tag in front of a length past the end: the finding about it ends with the file',
    [{ header: at('claimed', wide(claiming(100, { version: 4n }), { tag: 2 })) }],
    {
      expected: [
        info('wire-non-minimal', MESSAGE, { path: 'header' }),
        error('wire-truncated', endOf(MESSAGE), { path: 'header', related: ['claimed'] }),
      ],
    },
  ),
  rejected(
    'an overlong length past the end, in a message that ends there as well',
    [{ header: at('header', claiming(50, seq(mark('here', hex('1a a8 00 33 2e'))))) }],
    {
      expected: [
        info('wire-non-minimal', 'here', { path: 'header.sdk_version' }),
        error('wire-truncated', endOf(MESSAGE), { path: 'header.sdk_version', related: ['header'] }),
      ],
    },
  ),
  rejected(
    'an unknown record that ends one byte after the file',
    [mark('here', raw(99, lenClaiming(4, hex('01 02 03'))))],
    {
      expected: [error('wire-truncated', endOf(MESSAGE), { path: '', related: ['here'] })],
    },
  ),
  rejected(
    'a message that ends one byte after the one around it',
    [
      {
        network_groups: [
          at('group', { network_group_metadata: at('child', claiming(3, { network_group_index: 1 })) }),
        ],
      },
      mark('after', raw(99, varint(1))),
    ],
    {
      deviation: 'ends',
      expected: [
        error('wire-truncated', endOf('group'), {
          path: 'network_groups[0].network_group_metadata',
          related: ['child'],
        }),
        info('unknown-fields', 'after'),
      ],
    },
  ),
  rejected(
    'a string that ends one byte after the message around it',
    [{ header: at('header', { sdk_version: at('text', claiming(5, '3.27')) }) }, SHIFTABLE],
    {
      deviation: 'ends',
      expected: [
        error('wire-truncated', endOf('header'), { path: 'header.sdk_version', related: ['text'] }),
        shiftable(),
      ],
    },
  ),
  rejected(
    'three messages that each end one byte after the one around them: one cut, the outermost is named',
    [
      {
        network_groups: [
          at('group', {
            contexts: [
              at(
                'context',
                claiming(100, {
                  metadata: at('metadata', claiming(101, { name: at('name', claiming(102, 'x')) })),
                }),
              ),
            ],
          }),
        ],
      },
      { mapping: new Uint8Array(150) },
    ],
    {
      expected: [
        error('wire-truncated', endOf('group'), {
          path: 'network_groups[0].contexts[0].metadata.name',
          related: ['context'],
        }),
      ],
    },
  ),
  rejected(
    'an overrun in each of two messages: two cuts',
    [
      { header: at('first', { sdk_version: at('text', claiming(9, '3.2')) }) },
      { included_features: at('second', seq({ abbale: true }, mark('bytes', raw(99, lenClaiming(9))))) },
      { mapping: new Uint8Array(20) },
    ],
    {
      expected: [
        error('wire-truncated', endOf('first'), { path: 'header.sdk_version', related: ['text'] }),
        error('wire-truncated', endOf('second'), { path: 'included_features', related: ['bytes'] }),
      ],
    },
  ),
  accepted('an empty message', [], {}),
  accepted(
    'empty messages and strings',
    [
      hex('0a 00 12 00 1a 00 22 00 2a 00 32 00'),
      { network_groups: [seq(hex('0a 00 12 00 1a 00 22 00 2a 00 32 00'))] },
    ],
    {},
  ),
  accepted('an unknown record of no bytes', [mark('here', raw(99, len()))], {
    expected: [info('unknown-fields', 'here')],
  }),
];
