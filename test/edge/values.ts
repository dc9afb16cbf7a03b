import {
  at,
  claiming,
  group,
  hex,
  i32,
  i64,
  len,
  mark,
  type Piece,
  raw,
  seq,
  unpacked,
  utf8,
  varint,
} from '../../scripts/corpus/notation.js';
import { type Expected, endOf, error, info, warning } from '../../scripts/corpus/specimen.js';
import { accepted, type EdgeCase, rejected, SHIFTABLE, shiftable } from './edge-case.js';

function text(...pieces: readonly (string | Uint8Array)[]): Uint8Array {
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? utf8(piece) : piece)));
}

const good = (name: string, bytes: Uint8Array): EdgeCase =>
  accepted(name, [{ header: { sdk_version: bytes } }], {});
const bad = (name: string, bytes: Uint8Array): EdgeCase =>
  rejected(name, [{ header: { sdk_version: at('here', bytes) } }], {
    expected: [error('string-not-utf8', 'here')],
  });

/** A text that is longer than any window in the tests. */
const LONG = 'a'.repeat(200_000);

/** Strings that begin with a byte order mark, which protobuf-es removes. */
export const MARKED_STRINGS: readonly (readonly [text: string, read: string])[] = [
  ['\ufeff', ''],
  ['\ufeff3.27', '3.27'],
  ['\ufeff\ufeff3.27', '\ufeff3.27'],
  ['3.27\ufeff', '3.27\ufeff'],
];

/** Cases of UTF-8: every boundary of RFC 3629. */
export const STRINGS: readonly EdgeCase[] = [
  good('U+0000', hex('00')),
  good('U+007F', hex('7f')),
  good('U+0080, the first of two bytes', hex('c2 80')),
  good('U+0800, the first of three bytes', hex('e0 a0 80')),
  good('U+D7FF, before the surrogates', hex('ed 9f bf')),
  good('U+E000, after the surrogates', hex('ee 80 80')),
  good('U+FEFF and U+FFFF', hex('ef bb bf ef bf bf')),
  good('U+10000, the first of four bytes', hex('f0 90 80 80')),
  good('U+10FFFF, the last', hex('f4 8f bf bf')),
  good('a long string of two-byte characters', text(LONG, hex('c3 a9'), LONG)),
  bad('a continuation byte on its own', hex('80')),
  bad('U+0000 in two bytes', hex('c0 80')),
  bad('U+007F in two bytes', hex('c1 bf')),
  bad('U+07FF in three bytes', hex('e0 9f bf')),
  bad('U+FFFF in four bytes', hex('f0 8f bf bf')),
  bad('U+D800, a high surrogate', hex('ed a0 80')),
  bad('U+DFFF, a low surrogate', hex('ed bf bf')),
  bad('a pair of surrogates', hex('ed a0 bd ed b8 80')),
  bad('U+110000, past the last', hex('f4 90 80 80')),
  bad('a lead byte of five', hex('f8 88 80 80 80')),
  bad('the byte FF', hex('ff')),
  bad('two bytes of three', hex('e2 82')),
  bad('three bytes of four', hex('f0 9f 98')),
  bad('a lead byte in front of a letter', hex('c3 61')),
  bad('a third byte out of range', hex('e2 82 ff')),
  bad('a bad byte at the far end of a long string', text(LONG, hex('ff'))),
  bad('a cut character at the far end of a long string', text(LONG, hex('e2 82'))),
  rejected(
    'an element of a repeated string',
    [{ network_groups: [{ networks_names: ['a', at('here', hex('ff')), 'b'] }] }],
    {
      expected: [error('string-not-utf8', 'here')],
    },
  ),
  rejected(
    'a string that a later one overwrites',
    [{ header: { sdk_version: at('here', hex('ff')) } }, { header: { sdk_version: 'x' } }],
    {
      expected: [error('string-not-utf8', 'here')],
    },
  ),
  accepted('bytes need not be UTF-8', [{ mapping: hex('ff c0 80 ed a0 80') }], {}),
  accepted('unknown records need not be UTF-8', [mark('here', raw(99, len(hex('ff'))))], {
    expected: [info('unknown-fields', 'here')],
  }),
];

/** Wraps the data of a mux in all messages up to the root; only a mux has a packed list. */
function muxData(...pieces: readonly Piece[]): Piece {
  return {
    network_groups: [
      {
        contexts: [{ metadata: { edge_layers: [{ layer_mux: { mux_data: at('data', seq(...pieces)) } }] } }],
      },
    ],
  };
}

const DATA = 'network_groups[0].contexts[0].metadata.edge_layers[0].layer_mux.mux_data';

/** `height_ratios_list` is the only list that may be packed. */
export const PACKED: readonly EdgeCase[] = [
  accepted('packed', [muxData({ height_ratios_list: [1, 300, 0xffffffff] })], {}),
  accepted('unpacked', [muxData({ height_ratios_list: unpacked([1, 300, 0xffffffff]) })], {}),
  accepted(
    'runs and single elements by turns',
    [
      muxData(
        { height_ratios_list: [1, 2] },
        { height_ratios_list: unpacked([3]) },
        { height_ratios_list: [4] },
      ),
    ],
    {},
  ),
  accepted('an empty run', [muxData(hex('22 00'))], {}),
  accepted('an element with bits past 32 in a run', [muxData(mark('here', hex('22 06 80 80 80 80 10 05')))], {
    expected: [warning('wire-value-truncated', 'here', { path: `${DATA}.height_ratios_list[0]` })],
  }),
  accepted('an overlong element in a run', [muxData(mark('here', hex('22 03 01 82 00')))], {
    expected: [info('wire-non-minimal', 'here', { path: `${DATA}.height_ratios_list[0]` })],
  }),
  rejected('a run that ends inside an element', [muxData(mark('run', hex('22 02 05 80'))), SHIFTABLE], {
    deviation: 'ends',
    expected: [
      error('wire-truncated', endOf('run'), { path: `${DATA}.height_ratios_list[1]`, related: ['run'] }),
      shiftable(),
    ],
  }),
  rejected(
    'a run that ends inside an element, more of the message after it',
    [muxData(mark('run', hex('22 02 05 80')), SHIFTABLE)],
    {
      deviation: 'ends',
      expected: [
        error('wire-truncated', endOf('run'), { path: `${DATA}.height_ratios_list[1]`, related: ['run'] }),
        shiftable(DATA),
      ],
    },
  ),
  rejected(
    'a run with an element of eleven bytes',
    [muxData(mark('run', hex('22 0b ff ff ff ff ff ff ff ff ff ff 01')))],
    { expected: [error('wire-varint-overflow', 'run', { path: `${DATA}.height_ratios_list[0]` })] },
  ),
  rejected(
    'a run longer than its message',
    [muxData({ height_ratios_list: at('run', claiming(3, [1, 2])) }), SHIFTABLE],
    {
      deviation: 'ends',
      expected: [
        error('wire-truncated', endOf('data'), { path: `${DATA}.height_ratios_list[0]`, related: ['run'] }),
        shiftable(),
      ],
    },
  ),
];

const mismatch = (path: string): Expected => warning('wire-type-mismatch', 'here', { path });

function mistyped(name: string, wrap: (piece: Piece) => Piece, piece: Piece, path: string): EdgeCase {
  return accepted(name, [wrap(mark('here', piece))], {
    deviation: 'wire type of known fields',
    expected: [mismatch(path)],
  });
}

const inHeader = (piece: Piece): Piece => ({ header: seq(piece) });
const inMetadata = (piece: Piece): Piece => ({ network_groups: [{ network_group_metadata: seq(piece) }] });
const FPS = 'network_groups[0].network_group_metadata.bottleneck_fps';
const atRoot = (piece: Piece): Piece => piece;

/** Every kind of field with a wrong wire type, which parsers treat as an unknown field. */
export const WIRE_TYPES: readonly EdgeCase[] = [
  mistyped('an enum as I32', inHeader, raw(1, i32(1)), 'header.hw_arch'),
  mistyped('an enum as LEN', inHeader, raw(1, len(hex('01'))), 'header.hw_arch'),
  mistyped('a uint64 as I64', inHeader, raw(2, i64(1)), 'header.timestamp'),
  mistyped('a uint64 as LEN', inHeader, raw(2, len(hex('01'))), 'header.timestamp'),
  mistyped('a string as VARINT', inHeader, raw(3, varint(3)), 'header.sdk_version'),
  mistyped('a string as a group', inHeader, raw(3, group()), 'header.sdk_version'),
  mistyped('a double as I32', inMetadata, raw(4, i32(1)), FPS),
  mistyped('a double as LEN', inMetadata, raw(4, len(new Uint8Array(8))), FPS),
  mistyped('bytes as I64', atRoot, raw(3, i64(0)), 'mapping'),
  mistyped('a message as VARINT', atRoot, raw(1, varint(1)), 'header'),
  mistyped('a message as I32', atRoot, raw(1, i32(1)), 'header'),
  mistyped('a repeated message as I64', atRoot, raw(2, i64(1)), 'network_groups'),
  mistyped(
    'a repeated string as VARINT',
    (piece) => ({ network_groups: [seq(piece)] }),
    raw(6, varint(1)),
    'network_groups[0].networks_names',
  ),
  mistyped('a list that may be packed as I32', muxData, raw(4, i32(1)), `${DATA}.height_ratios_list`),
  accepted(
    'a string that is not UTF-8 under the wire type of a group',
    [{ header: seq(mark('here', hex('1b 1a 01 ff 1c'))) }],
    { deviation: 'wire type of known fields', expected: [mismatch('header.sdk_version')] },
  ),
];
