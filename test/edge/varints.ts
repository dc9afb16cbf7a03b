import { at, hex, mark, raw, seq, varint, wide } from '../../scripts/corpus/notation.js';
import { endOf, error, info, MESSAGE, warning } from '../../scripts/corpus/specimen.js';
import { accepted, type EdgeCase, rejected, SHIFTABLE, shiftable } from './edge-case.js';

/** Cases of varint values: ten and eleven bytes, bits that do not fit, overlong forms. */
export const VARINTS: readonly EdgeCase[] = [
  accepted('a 64-bit value of ten bytes: 2^64 - 1', [{ header: { version: 2n ** 64n - 1n } }], {}),
  accepted(
    'a 64-bit value with a tenth byte past bit 64',
    [{ header: seq(mark('here', hex('20 ff ff ff ff ff ff ff ff ff 7f'))) }],
    { expected: [warning('wire-value-truncated', 'here', { path: 'header.version' })] },
  ),
  rejected(
    'a 64-bit value of eleven bytes',
    [{ header: seq(mark('here', hex('20 ff ff ff ff ff ff ff ff ff ff')), hex('01')) }],
    { expected: [error('wire-varint-overflow', 'here', { path: 'header.version' })] },
  ),
  rejected(
    'a bool of eleven bytes',
    [{ included_features: seq(mark('here', hex('08 80 80 80 80 80 80 80 80 80 80')), hex('00')) }],
    { expected: [error('wire-varint-overflow', 'here', { path: 'included_features.abbale' })] },
  ),
  accepted('an unknown value of ten bytes', [mark('here', raw(99, varint(2n ** 64n - 1n)))], {
    expected: [info('unknown-fields', 'here')],
  }),
  rejected(
    'an unknown value of eleven bytes',
    [mark('here', hex('98 06 ff ff ff ff ff ff ff ff ff ff')), hex('01')],
    {
      deviation: 'long unknown varints',
      expected: [error('wire-varint-overflow', 'here', { path: '#99' })],
    },
  ),
  rejected('an unknown value without an end', [mark('here', hex('98 06 ff ff ff'))], {
    expected: [error('wire-truncated', endOf('here'), { path: '', related: ['here'] })],
  }),
  rejected('a known value without an end', [{ header: at('header', seq(mark('here', hex('20 ff')))) }], {
    expected: [error('wire-truncated', endOf('here'), { path: 'header.version', related: ['here'] })],
  }),
  rejected(
    'a value that goes on after its message',
    [{ header: seq(mark('here', hex('20 ff'))) }, SHIFTABLE],
    {
      deviation: 'ends',
      expected: [
        error('wire-truncated', endOf('here'), { path: 'header.version', related: ['here'] }),
        shiftable(),
      ],
    },
  ),
  accepted(
    'a 32-bit value of five bytes, the last with all seven bits',
    [{ extensions: [seq(mark('here', hex('08 ff ff ff ff 7f')))] }],
    { expected: [warning('wire-value-truncated', 'here', { path: 'extensions[0].type_index' })] },
  ),
  accepted(
    '2^32 as a 32-bit value passes as 0',
    [{ extensions: [seq(mark('here', raw(1, varint(2n ** 32n))))] }],
    {
      expected: [warning('wire-value-truncated', 'here', { path: 'extensions[0].type_index' })],
    },
  ),
  accepted(
    '2^32 - 1 in ten bytes',
    [{ extensions: [{ type_index: at('here', wide(0xffffffff, { value: 10 })) }] }],
    {
      expected: [info('wire-non-minimal', 'here')],
    },
  ),
  accepted('zero in ten bytes', [{ extensions: [{ type_index: at('here', wide(0, { value: 10 })) }] }], {
    expected: [info('wire-non-minimal', 'here')],
  }),
  accepted('a bool of 2', [{ included_features: seq(mark('here', hex('08 02'))) }], {}),
  accepted('a bool in two bytes', [{ included_features: { abbale: at('here', wide(true, { value: 2 })) } }], {
    expected: [info('wire-non-minimal', 'here')],
  }),
  accepted('an enum value in a gap', [{ header: { hw_arch: 50 } }], {}),
  accepted(
    'an enum value between gaps: 99 and 106 are none',
    [{ header: { hw_arch: 99 } }, { header: { hw_arch: 106 } }],
    {},
  ),
  accepted(
    'a negative enum value, in ten bytes',
    [{ header: seq(hex('08 ff ff ff ff ff ff ff ff ff 01')) }],
    {},
  ),
  accepted(
    'a negative enum value with a tenth byte past bit 64',
    [{ header: seq(mark('here', hex('08 ff ff ff ff ff ff ff ff ff 02'))) }],
    { expected: [warning('wire-value-truncated', 'here', { path: 'header.hw_arch' })] },
  ),
  accepted('a negative enum value, in five bytes', [{ header: seq(hex('08 ff ff ff ff 0f')) }], {}),
  accepted(
    'an enum value of 2^32 + 1 passes as 1',
    [{ header: seq(mark('here', hex('08 81 80 80 80 10'))) }],
    {
      expected: [warning('wire-value-truncated', 'here', { path: 'header.hw_arch' })],
    },
  ),
  rejected(
    'a fixed value that is cut',
    [{ network_groups: [{ network_group_metadata: seq(mark('here', hex('21 00 00 00 00 00 00 f0'))) }] }],
    {
      expected: [
        error('wire-truncated', endOf(MESSAGE), {
          path: 'network_groups[0].network_group_metadata.bottleneck_fps',
          related: ['here'],
        }),
      ],
    },
  ),
  rejected('an unknown I64 that is cut', [mark('here', hex('99 06 00 00 00'))], {
    expected: [error('wire-truncated', endOf('here'), { path: '', related: ['here'] })],
  }),
  rejected(
    'an unknown I32 that goes on after its message',
    [{ header: seq(mark('here', hex('9d 06 00 00'))) }, hex('0a 00')],
    {
      deviation: 'ends',
      expected: [error('wire-truncated', endOf('here'), { path: 'header', related: ['here'] })],
    },
  ),
];
