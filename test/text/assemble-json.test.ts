/** JSON in protobuf's mapping, compared with protobuf-es; and texts that are refused. */
import { fromJsonString, toBinary } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { isProtomdlError } from '../../src/base/diagnostics/error.js';
import { assemble } from '../../src/tools/text/assemble.js';
import { allKinds, hasProtoc } from './all-kinds.js';
import { fileLike } from './file-like.js';

const VALUES = [
  '{}',
  ' {\n}\r\t ',
  '{"aInt32": 5, "a_int64": "6"}',
  '{"aInt32": "5", "aUint32": 4294967295, "aSint32": -2147483648, "aSfixed32": "-1"}',
  '{"aInt64": "9223372036854775807", "aUint64": "18446744073709551615", "aSint64": "-9223372036854775808"}',
  '{"aInt64": 9007199254740991, "aFixed64": 5, "aSfixed64": -5}',
  '{"aInt32": 1e3, "aUint32": 1.0}',
  '{"aInt32": -0}',
  '{"aFloat": 1.5, "aDouble": 0.1, "rFloat": [0.1, 1e-46, 3.4028234e38]}',
  '{"aFloat": "NaN", "aDouble": "-Infinity", "rDouble": ["Infinity", "1.5", -1e-7]}',
  '{"aDouble": 1.7976931348623157e308, "oDouble": 5e-324}',
  '{"aBool": true, "oBool": false, "rBool": [true, false]}',
  '{"aKind": "ONE", "oKind": "ZERO", "rKind": ["MINUS", -1, 7]}',
  '{"aString": "\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00", "oString": ""}',
  '{"aString": "é😀"}',
  '{"aBytes": "AAEC", "oBytes": "", "rBytes": ["AA==", "AA", "-_-_", "+/+/", "AAECAw=="]}',
  '{"aAll": {}, "oAll": {"aAll": {"aInt32": 1}}, "rAll": [{}, {"aInt32": 2}]}',
  '{"rInt32": [1, 2, "3"], "rString": [], "rKind": []}',
  '{"aInt32": null, "rInt32": null, "aAll": null, "pickInt": null, "pickText": "a"}',
  '{"pickInt": 0}',
  '{"rAll": [{"rAll": [{"rInt32": [300]}]}], "aInt32": 1}',
  '{"oInt32": 0, "aInt32": 0}',
  '{"aAll": {"oAll": {"rFixed64": ["1", 2], "rSint64": ["-3"]}}}',
];

const REFUSED = [
  '',
  '[]',
  '5',
  'null',
  '{"aInt32": 5',
  '{"aInt32": 5}}',
  '{"aInt32": 5,}',
  '{"aInt32" 5}',
  '{aInt32: 5}',
  "{'aInt32': 5}",
  '{"aInt32": 05}',
  '{"aInt32": .5}',
  '{"aInt32": 5.}',
  '{"aInt32": +5}',
  '{"aInt32": -}',
  '{"aInt32": 1.5}',
  '{"aInt32": "1 "}',
  '{"aInt32": ""}',
  '{"aInt32": true}',
  '{"aInt32": {}}',
  '{"aInt32": [1]}',
  '{"aInt32": 2147483648}',
  '{"aUint32": -1}',
  '{"aUint64": "-1"}',
  '{"aUint64": "18446744073709551616"}',
  '{"aInt64": "9223372036854775808"}',
  '{"aInt64": "-9223372036854775809"}',
  '{"aSint64": "9223372036854775808"}',
  '{"aSint64": "-9223372036854775809"}',
  '{"aSfixed64": "9223372036854775808"}',
  '{"aInt64": 1.5}',
  '{"aFloat": 1e39}',
  '{"aDouble": 1e400}',
  '{"aDouble": "1e"}',
  '{"aDouble": NaN}',
  '{"aBool": 1}',
  '{"aBool": "true"}',
  '{"aKind": "TWO"}',
  '{"aKind": 1.5}',
  '{"aKind": true}',
  '{"aString": 5}',
  '{"aString": "\\q"}',
  '{"aString": "a\nb"}',
  '{"aString": "abc}',
  '{"aBytes": "A"}',
  '{"aBytes": "A*AA"}',
  '{"aBytes": 5}',
  '{"aAll": []}',
  '{"aAll": "x"}',
  '{"rInt32": 1}',
  '{"rInt32": {}}',
  '{"rInt32": [1, null]}',
  '{"rInt32": [[1]]}',
  '{"rAll": [1]}',
  '{"pickInt": 1, "pickText": "a"}',
  '{"nothing": 1}',
  '{"aInt32": 1} {"aInt32": 2}',
];

describe.skipIf(!hasProtoc)('JSON', () => {
  it('is read as protobuf-es reads it', async () => {
    const { desc, tables } = allKinds();
    const theirsOf = (text: string): string | undefined => {
      try {
        return Buffer.from(toBinary(desc, fromJsonString(desc, text))).toString('hex');
      } catch {
        return undefined;
      }
    };
    const wrong: unknown[] = [];
    for (const text of [...VALUES, ...REFUSED]) {
      const due = theirsOf(text);
      expect(due === undefined, text).toBe(REFUSED.includes(text));
      const ours = await assemble(text, { format: 'json', schema: tables }).catch((error: unknown) => {
        if (!isProtomdlError(error)) throw error;
        return error;
      });
      const shown = isProtomdlError(ours) ? ours.message : Buffer.from(ours.message).toString('hex');
      if (due === undefined ? !isProtomdlError(ours) : shown !== due) wrong.push({ text, due, shown });
    }
    expect(wrong).toEqual([]);
  });
});

it('a byte order mark before JSON is ignored, and not counted as a column', async () => {
  const text = '{"header": {"version": 1}}';
  expect(await assemble(`\ufeff${text}`, { format: 'json' })).toEqual(
    await assemble(text, { format: 'json' }),
  );
  const file = fileLike(new TextEncoder().encode(`\ufeff${text}`));
  expect(await assemble(file, { format: 'json' })).toEqual(await assemble(text, { format: 'json' }));
  const mistaken = assemble('\ufeff{"heder": {}}', { format: 'json' });
  await expect(mistaken).rejects.toMatchObject({
    offset: 4,
    message: expect.stringMatching(/^1:2: /) as string,
  });
});

describe('refused JSON', () => {
  it.each([
    [
      '{"header": {"hwArhc": 1}}',
      'text-name-unknown',
      '1:13: ProtoMDLHeader has no field hwArhc; did you mean hwArch? (in header)',
      12,
    ],
    ['{"header": {"hwArch": "HAILO"}}', 'text-name-unknown', '(in header.hw_arch)', 22],
    ['{\n "é": 1}', 'text-name-unknown', '2:2: ', 3],
    [
      '{"network_groups": [{}, {"contexts": [{"operations": 5}]}]}',
      'text-value-invalid',
      'operations must be a list, not a number (in network_groups[1].contexts[0].operations)',
      53,
    ],
    ['{"header": {}, "header": {}}', 'text-field-twice', 'header is given twice', 25],
    ['{"networkGroups": [], "network_groups": []}', 'text-field-twice', 'network_groups is given twice', 40],
    [
      '{"mapping": {"$bytes": {"length": 5}}}',
      'text-bytes-left-out',
      '5 bytes: make a full one with dump --bytes base64',
      36,
    ],
    ['{"mapping": {"$bytes": {"file": "/etc/passwd"}}}', 'text-bytes-file', '(in mapping)', 46],
    ['{"mapping": {"$bytes": {"file": "a.bin", "length": 1}}}', 'text-bytes-file', '--bytes-dir', 53],
    ['{"mapping": {"$bytes": {"hex": "0"}}}', 'text-value-invalid', 'hexadecimal', 35],
    [
      '{"mapping": {"$byte": {}}}',
      'text-value-invalid',
      'mapping must be bytes in base64, not an object',
      24,
    ],
    ['{"$frame": {"version": 4}}', 'text-frame-invalid', 'there is no version 4', 1],
    ['{"$frame": {"version": 0, "ccws": "AA=="}}', 'text-frame-invalid', 'version 0 has no ccws', 1],
    ['{"$frame": {"version": 0, "claim": {"crc": "00"}}}', 'text-frame-invalid', 'no crc', 1],
    ['{"$frame": {"version": 3, "padding": 99999999999}}', 'text-value-invalid', 'padding', 1],
    [
      '{"network_groups": [{"network_group_metadata": {"bottleneck_fps": "fast"}}]}',
      'text-value-invalid',
      'bottleneck_fps must be a number, not fast',
      66,
    ],
    ['{"$unknown": [{"number": 101, "i32": 4294967296}]}', 'text-value-invalid', 'i32 must be', 47],
    [
      '{"$unknown": [{"number": 1, "varint": "5"}, {"number": 1, "bytes": "AA=="}]}',
      'text-value-invalid',
      'use its name, header',
      73,
    ],
    ['{"$unknown": [{"number": 99}]}', 'text-value-invalid', 'one of varint', 27],
    ['{"$unknown": [{"number": 99, "bytes": "A!=="}]}', 'text-value-invalid', 'A!== is not base64', 44],
    ['{"$unknown": {}}', 'text-value-invalid', '$unknown must be a list', 13],
    ['{"$unknown": 5}', 'text-value-invalid', '$unknown must be a list', 13],
    ['{"header": {"version": 1, "$unknown": [5]}}', 'text-value-invalid', '(in header)', 39],
    [
      '{"network_groups": [{"networks_names": ["a"], "$unknown": [{"number": 99}]}]}',
      'text-value-invalid',
      '(in network_groups[0])',
      72,
    ],
    ['{"$unknwon": []}', 'text-name-unknown', 'did you mean $unknown', 1],
    ['{"header": {"$frame": {}}}', 'text-name-unknown', 'belongs to the model', 12],
    [`{"header": ${'{"a":'.repeat(3)}`, 'text-name-unknown', 'no field a', 12],
  ])('%s', async (text, code, message, offset) => {
    await expect(assemble(text, { format: 'json' })).rejects.toMatchObject({
      code,
      offset,
      message: expect.stringContaining(message) as string,
    });
  });

  it('has no path in its message if the error is the model itself', async () => {
    await expect(assemble('5', { format: 'json' })).rejects.toThrow(
      /^1:1: a model must be an object, not a number$/,
    );
  });

  it.each(['[', '{"$unknown":[', '{"$unknown":[{"number":1,"group":[', '{"$frame":{"a":'])(
    'brackets without end: %s',
    async (piece) => {
      await expect(assemble(piece.repeat(100_000), { format: 'json' })).rejects.toThrow(/^1:\d+: /);
    },
  );
});
