import { TYPE_STRING } from '../../../base/schema/table.js';
import { replaced } from '../edits.js';
import { inBytes, recordName } from '../mutator.js';
import { recordMutator, SPLICE_BYTES } from '../record-mutator.js';
import { toBase64 } from '../step-args.js';
import { target } from '../targets.js';

const ANY_TEXT = target((field) => field.type === TYPE_STRING);

/**
 * Lengths around the sizes of loaders' buffers, 128 bytes for a name and 257 for a full name, both with the
 * terminator, and around the largest numbers of 8 and 16 bits.
 */
const LENGTHS = [
  1, 63, 64, 126, 127, 128, 129, 254, 255, 256, 257, 258, 511, 512, 1023, 1024, 4096, 65_535, 65_536,
];

export const stretchName = recordMutator({
  name: 'stretch-name',
  summary: 'make a text as long as buffers for it, or a byte longer, in letters of one or two bytes',
  weight: 5,
  target: ANY_TEXT,
  choose(_record, random, site) {
    const lengths = LENGTHS.filter((length) => length <= site.room);
    if (lengths.length === 0) return undefined;
    return { length: random.one(lengths), wide: random.oneIn(4) };
  },
  perform(record, args) {
    const length = args.number('length', 1 << 20);
    const bytes = new Uint8Array(length).fill(0x61);
    // The beginning of the old name is kept, so that names remain distinct.
    const old = record.bytes;
    const kept = Math.min(asciiPrefix(old), length);
    bytes.set(old.subarray(0, kept));
    if (args.flag('wide')) {
      for (let at = kept; at + 1 < length; at += 2) bytes.set([0xc3, 0xa9], at);
    }
    record.setBytes(bytes);
    return `makes ${recordName(record)} ${inBytes(length)} long instead of ${old.length}`;
  },
});

function asciiPrefix(bytes: Uint8Array): number {
  const end = bytes.findIndex((byte) => byte >= 0x80);
  return end < 0 ? bytes.length : end;
}

export const emptyName = recordMutator({
  name: 'empty-name',
  summary: 'make a text empty, but there',
  weight: 2,
  target: ANY_TEXT,
  accepts: ({ bytes }) => bytes.length > 0,
  perform(record) {
    record.setBytes(new Uint8Array(0));
    return `empties ${recordName(record)}`;
  },
});

/**
 * Invalid UTF-8: a continuation byte alone, a lead byte alone, overlong forms, a surrogate, a value beyond
 * the last code point.
 */
const SEQUENCES: readonly (readonly number[])[] = [
  [0x80],
  [0xc3],
  [0xc0, 0x80],
  [0xe0, 0x80, 0xaf],
  [0xed, 0xa0, 0x80],
  [0xf0, 0x80, 0x80, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xff],
];

export const spoilName = recordMutator({
  name: 'spoil-name',
  summary: 'put bytes into a text that are no UTF-8, which parsers refuse',
  weight: 2,
  target: ANY_TEXT,
  room: 4,
  choose: ({ bytes }, random) => ({ index: random.below(bytes.length + 1), insert: random.one(SEQUENCES) }),
  perform(record, args) {
    const old = record.bytes;
    const index = args.number('index', old.length);
    record.setBytes(replaced(old, index, 0, Uint8Array.from(args.numbers('insert'))));
    return `puts bytes that are no UTF-8 into ${recordName(record)}`;
  },
});

/** Valid UTF-8 that printers, C strings, files and terminals misinterpret. */
export const TEXTS: Readonly<Record<string, string>> = {
  nul: '\0',
  'nul-inside': 'name\0behind',
  format: '%s%s%n%x',
  'path-up': '../../../etc/passwd',
  slash: 'group/network/layer',
  newline: 'one\ntwo\r\n',
  escape: '\u001b[2J\u001b]0;title\u0007',
  quotes: '"\'`$(id);<&>',
  'right-to-left': '\u202etxt.elif',
  'byte-order': '\ufeffname',
  noncharacter: '\uffff',
  astral: '\u{10ffff}',
  combining: `a${'\u0301'.repeat(60)}`,
};
const KINDS = Object.keys(TEXTS);

export const hostileName = recordMutator({
  name: 'hostile-name',
  summary: 'write a text with a NUL, a format directive, a path, control codes or rare letters in it',
  weight: 4,
  target: ANY_TEXT,
  room: 128,
  choose: (_, random) => ({ kind: random.one(KINDS) }),
  perform(record, args) {
    const kind = args.word('kind', KINDS);
    record.setBytes(new TextEncoder().encode(TEXTS[kind]));
    return `writes a hostile text (${kind}) as ${recordName(record)}`;
  },
});

export const copyName = recordMutator({
  name: 'copy-name',
  summary: 'give a text the value of another one: names that should differ are the same',
  weight: 5,
  target: ANY_TEXT,
  choose(record, random, site) {
    const old = toBase64(record.bytes);
    for (let i = 0; i < 4; i++) {
      const other = site.find(ANY_TEXT(), random)?.record.bytes;
      if (other === undefined || other.length > Math.min(SPLICE_BYTES, site.room)) continue;
      const bytes = toBase64(other);
      if (bytes !== old) return { bytes };
    }
    return undefined;
  },
  perform(record, args) {
    record.setBytes(args.bytes('bytes'));
    return `gives ${recordName(record)} the value of another text`;
  },
});
