import { hex, mark, seq } from '../../scripts/corpus/notation.js';
import { error, info, warning } from '../../scripts/corpus/specimen.js';
import { accepted, type EdgeCase, rejected } from './edge-case.js';

/**
 * Cases of tags: longer than necessary, with bits that are cut, with the smallest and largest field numbers,
 * with illegal wire types.
 */
export const TAGS: readonly EdgeCase[] = [
  accepted('a known field under a tag of two bytes', [mark('here', hex('8a 00 00'))], {
    expected: [info('wire-non-minimal', 'here', { path: 'header' })],
  }),
  accepted('a known field under a tag of five bytes', [mark('here', hex('8a 80 80 80 00 00'))], {
    expected: [info('wire-non-minimal', 'here', { path: 'header' })],
  }),
  accepted('an unknown field under an overlong tag: field 9 as ca 00', [mark('here', hex('ca 00 00'))], {
    expected: [
      info('wire-non-minimal', 'here', { path: '#9' }),
      info('unknown-fields', 'here', { path: '#9' }),
    ],
  }),
  accepted(
    'a tag of five bytes with bits past 32 is the field that is left',
    [mark('here', hex('8a 80 80 80 10 00'))],
    {
      deviation: 'tag bits',
      expected: [warning('wire-value-truncated', 'here', { path: 'header' })],
    },
  ),
  accepted('all the bits past 32 set', [mark('here', hex('8a 80 80 80 70 00'))], {
    deviation: 'tag bits',
    expected: [warning('wire-value-truncated', 'here', { path: 'header' })],
  }),
  accepted('cut bits on an unknown field', [mark('here', hex('98 86 80 80 40 01'))], {
    deviation: 'tag bits',
    expected: [
      warning('wire-value-truncated', 'here', { path: '#99' }),
      info('unknown-fields', 'here', { path: '#99' }),
    ],
  }),
  rejected('a tag of six bytes', [mark('here', hex('8a 80 80 80 80')), hex('00 00')], {
    expected: [error('wire-varint-overflow', 'here', { path: '' })],
  }),
  rejected(
    'a tag of ten bytes inside a message',
    [{ header: seq(mark('inside', hex('8a 80 80 80 80')), hex('80 80 80 80 00 01')) }],
    { expected: [error('wire-varint-overflow', 'inside', { path: 'header' })] },
  ),
  accepted('field 15, the last of one byte', [mark('here', hex('78 01'))], {
    expected: [info('unknown-fields', 'here', { path: '#15' })],
  }),
  accepted('field 16, the first of two bytes', [mark('here', hex('80 01 01'))], {
    expected: [info('unknown-fields', 'here', { path: '#16' })],
  }),
  accepted('field 2^28', [mark('here', hex('80 80 80 80 08 01'))], {
    expected: [info('unknown-fields', 'here', { path: '#268435456' })],
  }),
  accepted(
    'field 2^28 + 1, whose tag is that of the header in a signed shift',
    [mark('here', hex('8a 80 80 80 08 00'))],
    {
      expected: [info('unknown-fields', 'here', { path: '#268435457' })],
    },
  ),
  accepted('field 2^29 - 1, the last', [mark('here', hex('f8 ff ff ff 0f 01'))], {
    expected: [info('unknown-fields', 'here', { path: '#536870911' })],
  }),
  rejected('field 0 as VARINT', [mark('here', hex('00')), hex('00')], {
    expected: [error('wire-invalid-tag', 'here', { path: '' })],
  }),
  rejected('field 0 as LEN', [mark('here', hex('02')), hex('00')], {
    expected: [error('wire-invalid-tag', 'here', { path: '' })],
  }),
  rejected('field 0 in two bytes', [mark('here', hex('80 00')), hex('00')], {
    expected: [error('wire-invalid-tag', 'here', { path: '' })],
  }),
  rejected('field 0 when the cut bits are gone', [mark('here', hex('80 80 80 80 10')), hex('00')], {
    expected: [error('wire-invalid-tag', 'here', { path: '' })],
  }),
  rejected('wire type 6 on a known field', [mark('here', hex('0e')), hex('00')], {
    expected: [error('wire-invalid-type', 'here', { path: 'header' })],
  }),
  rejected('wire type 7 on an unknown field', [mark('here', hex('7f')), hex('00')], {
    expected: [error('wire-invalid-type', 'here', { path: '#15' })],
  }),
  rejected('a tag that is cut', [{ header: {} }, mark('here', hex('8a'))], {
    expected: [error('wire-truncated', 'end of here', { path: '', related: ['here'] })],
  }),
];
