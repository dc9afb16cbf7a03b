/** We accept the texts that protoc accepts, with the same bytes, and refuse all others. */
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { isProtomdlError } from '../../src/base/diagnostics/error.js';
import { assemble } from '../../src/tools/text/assemble.js';
import { allKinds, hasProtoc } from './all-kinds.js';

const ACCEPTED = [
  '',
  ' \t\r\n\v\f# only a comment',
  'a_int32: 5 a_int32',
  'a_int32: 5',
  'a_int32:5,a_int64:6;a_uint32:7',
  'a_int32: - 5',
  'a_int32: -2147483648 a_int64: -9223372036854775808 a_uint64: 18446744073709551615',
  'a_int32: 0x7fffffff a_int64: -0x8000000000000000 a_uint32: 0XffffFFFF',
  'a_int32: 017 a_int64: -00 a_uint32: 00',
  'a_sint32: -1 a_sint64: -9223372036854775808 a_fixed32: 4294967295 a_sfixed64: -1',
  'a_float: 1 a_double: 1.5',
  'a_float: 1.5f a_double: 2F',
  'a_float: .5 a_double: 1.',
  'a_float: 1e40 a_double: -1e400',
  'a_float: -inf a_double: Infinity r_double: [nan, -nan, INF]',
  'a_float: -0 a_double: -0.0',
  'a_double: 18446744073709551616',
  'a_double: 0.1 a_float: 0.1 o_double: 4.9e-324 o_float: 1e-46',
  'a_float: 3.4028235e38 o_float: 3.4028236e38',
  'a_bool: true o_bool: False r_bool: [t, f, 1, 0, 0x1, 01, True]',
  'a_kind: ONE o_kind: ZERO r_kind: [MINUS, -1, 7, 0x2]',
  "a_string: 'it''s' \"one\"\n 'text'",
  'a_string: "\\a\\b\\f\\n\\r\\t\\v\\\\\\\'\\"\\?"',
  'a_bytes: "\\0\\12\\377\\x1\\xfF\\1234" a_string: "\\u00e9\\U0001F600\\ud83d\\ude00"',
  'a_bytes: "\\400"',
  // Surrogates that do not form a pair: the last low surrogate, the code after it, and a pair in the wrong
  // order.
  'a_bytes: "\\ud83d\\udfff \\ud83d\\ue000 \\ud83d\\udbff \\udc00\\ud83d \\ud83d\\ud83d\\ude00"',
  'a_string: "é\u2028"',
  'a_bytes: ""  o_bytes: "" r_bytes: ""',
  'a_int32: 0 o_int32: 0 r_int32: 0',
  'r_int32: 1 a_int32: 2 r_int32: [] r_int32: [3, 4] r_int32: 5',
  'r_string: ["a" "b", \'c\'] r_string: "d"',
  'a_all {} o_all <> r_all: {} r_all: <a_int32: 1>',
  'r_all: [{a_int32: 1}, <a_int32: 2>] r_all [{}] r_all: []',
  'a_all { a_all { a_all { a_int32: 1 } } }',
  'a_all { r_int32: 300 } a_int32: 1 a_all_',
  'pick_int: 0',
  'pick_all { pick_text: "" }',
  'o_double: 0 o_bool: false o_string: ""',
  'r_double: 1 r_fixed64: [1, 2] r_fixed32: 3',
  'a_int32: 1 # comment\n#\na_int64: 2#end',
  '\ufeffa_int32: 1',
];

const REFUSED = [
  'a_int32',
  'a_int32: ',
  'a_int32 5',
  'a_int32: 5 5',
  'a_int32: 5,,',
  'a_int32: 5,; a_int64: 1',
  ', a_int32: 5',
  'a_int32: 1.0',
  'a_int32: 1e3',
  'a_int32: "1"',
  'a_int32: 2147483648',
  'a_int32: -2147483649',
  'a_uint32: -1',
  'a_uint32: 4294967296',
  'a_uint64: 18446744073709551616',
  'a_int64: 9223372036854775808',
  'a_int32: 08',
  'a_int32: 0x',
  'a_int32: 5x',
  'a_int32: + 5',
  'a_int32: 1 a_int32: 2',
  'a_int32: [1]',
  'r_int32: [1,]',
  'r_int32: [1 2]',
  'r_int32: [[1]]',
  'r_int32: [1',
  'r_int32 [1]',
  'a_all: 5',
  'a_all { a_int32: 1',
  'a_all { a_int32: 1 >',
  'a_all {} a_all {}',
  'a_all }',
  '}',
  'a_bool: 2',
  'a_bool: -1',
  'a_bool: TRUE',
  'a_bool: yes',
  'a_kind: TWO',
  'a_kind: 4294967296',
  'a_kind: "ONE"',
  'a_float: 0x10',
  'a_float: 010',
  'a_float: 1.2.3',
  'a_float: 1e',
  'a_float: infinite',
  'a_float: "1"',
  'a_string: 5',
  'a_string: abc',
  'a_string: "abc',
  'a_string: "a\nb"',
  'a_string: "\\q"',
  'a_string: "\\x"',
  'a_string: "\\u12"',
  'pick_int: 1 pick_text: "a"',
  'nothing: 1',
  'A_INT32: 1',
  'aInt32: 1',
  'a_int32: 1 $',
  'a_int32: 1 é: 2',
  'a-int32: 1',
  '"a_int32": 1',
  '{a_int32: 1}',
  'a_int32 = 1',
  '// a comment',
];

describe.skipIf(!hasProtoc)('textproto', { timeout: 60_000 }, () => {
  it('is read as protoc reads it', async () => {
    const { tables, encode } = allKinds();
    const wrong: unknown[] = [];
    let accepted = 0;
    for (const text of [...ACCEPTED, ...REFUSED]) {
      const theirs = encode(text);
      const ours = await assemble(text, { format: 'textproto', schema: tables }).catch((error: unknown) => {
        if (!isProtomdlError(error)) throw error;
        return error;
      });
      if (theirs !== undefined) accepted++;
      const shown = isProtomdlError(ours) ? ours.message : Buffer.from(ours.message).toString('hex');
      const due = theirs === undefined ? undefined : Buffer.from(theirs).toString('hex');
      if (due === undefined ? !isProtomdlError(ours) : shown !== due) wrong.push({ text, due, shown });
    }
    expect(wrong).toEqual([]);
    // The comparison only proves something if both results occurred.
    expect(accepted).toBeGreaterThan(30);
    expect(accepted).toBeLessThan(ACCEPTED.length + 1);
  });
});

describe('textproto beyond protoc', () => {
  it('may contain unknown fields by number; the digits determine the wire type', async () => {
    const { message } = await assemble(
      '1000: 5 1001: 0x00000005 1002: 0x0000000000000005 1003: "a\\000" 1004 { 1: 2 3 { } }',
      { format: 'textproto' },
    );
    expect(Buffer.from(message).toString('hex')).toBe(
      ['c03e05', 'cd3e05000000', 'd13e0500000000000000', 'da3e026100', 'e23e0408021a00'].join(''),
    );
  });

  it('may not contain known fields by number', async () => {
    await expect(assemble('1: ""', { format: 'textproto' })).rejects.toMatchObject({
      code: 'text-value-invalid',
      message: '1:5: field 1 is known: use its name, header (in #1)',
    });
    // In text format, a field that is named by a known number must be a group.
    const { message } = await assemble('1 { 1: 2 2 { } } 3 < >', { format: 'textproto' });
    expect(Buffer.from(message).toString('hex')).toBe('0b080212000c1b1c');
  });

  it('may not contain characters that do not exist', async () => {
    // protoc stores the text of the escape in the string.
    await expect(assemble('header { sdk_version: "\\U00110000" }')).rejects.toThrow(
      '1:24: the string has an escape',
    );
  });

  it('may contain bytes from files', async () => {
    const blobs = (name: string) => (name === 'a.bin' ? Uint8Array.of(1, 2, 3) : undefined);
    const made = await assemble('mapping: $file("a.bin", 3)', { blobs });
    expect(made.format).toBe('textproto');
    expect([...made.message]).toEqual([0x1a, 3, 1, 2, 3]);
    const late = await assemble('mapping: $file("a.bin", 3) header {}', {
      blobs: async (name) => {
        await setTimeout(5);
        return blobs(name);
      },
    });
    expect([...late.message]).toEqual([0x0a, 0, 0x1a, 3, 1, 2, 3]);
  });

  it.each([
    ['mapping: $bytes(100, "0123456789abcdef")', 'text-bytes-left-out', '(in mapping)'],
    ['mapping: $bytes(100)', 'text-bytes-left-out', 'dump --bytes base64'],
    ['mapping: $file("a.bin", 4)', 'text-bytes-file', 'has 3 bytes, and the text says 4'],
    ['mapping: $file("b.bin", 3)', 'text-bytes-file', 'there is no file b.bin'],
    ['mapping: $file("../a.bin", 3)', 'text-bytes-file', 'not a file name'],
    ['mapping: $file("..", 3)', 'text-bytes-file', 'not a file name'],
    ['mapping: $file(".", 3)', 'text-bytes-file', 'not a file name'],
    ['mapping: $file("", 3)', 'text-bytes-file', 'not a file name'],
    ['mapping: $file("a.bin" 3)', 'text-syntax', '3 where $file'],
    ['3: $file("a.bin", 3)', 'text-value-invalid', 'use its name, mapping'],
    ['mapping: $fil("a.bin", 3)', 'text-syntax', 'did you mean $file'],
    ['header { hw_arch: $file("a.bin", 3) }', 'text-syntax', 'belongs (in header.hw_arch)'],
    // A frame is described by a comment of one line, so the error's position is that of the comment.
    ['header {}\n# $frame: {"version": }', 'text-frame-invalid', /^2:\d+: \$frame: (?!\d+:\d+: )/],
    [
      'header {\n  hw_arhc: 1\n}',
      'text-name-unknown',
      '2:3: ProtoMDLHeader has no field hw_arhc; did you mean hw_arch? (in header)',
    ],
    [
      'network_groups {}\nnetwork_groups { contexts {} contexts { operations [{}, { é }] } }',
      'text-syntax',
      '2:59: ',
    ],
  ])('refuses %s', async (text, code, message) => {
    const blobs = (name: string) => (name === 'a.bin' ? Uint8Array.of(1, 2, 3) : undefined);
    await expect(assemble(text, { format: 'textproto', blobs })).rejects.toMatchObject({
      code,
      message: (message instanceof RegExp
        ? expect.stringMatching(message)
        : expect.stringContaining(message)) as string,
    });
  });
});

it.each([
  ['header { sdk_version: 5 }', 'a string in quotation marks'],
  ['header { version: "5" }', 'a whole number'],
  ['header { version: -5 }', 'a number without a sign'],
  ['header { hw_arch: 1.5 }', 'the name of a value'],
])('%s names the value that the field needs', async (text, due) => {
  await expect(assemble(text, { format: 'textproto' })).rejects.toMatchObject({
    code: 'text-syntax',
    message: expect.stringContaining(due) as string,
  });
});
