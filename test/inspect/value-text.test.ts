/** Values as text. Expected texts come from typed arrays, TextDecoder and hand-written tables. */
import { describe, expect, it } from 'vitest';
import { MDL } from '../../src/base/schema/mdl.gen.js';
import {
  TYPE_BOOL,
  TYPE_DOUBLE,
  TYPE_ENUM,
  TYPE_FLOAT,
  TYPE_INT32,
  TYPE_INT64,
  TYPE_SINT32,
  TYPE_SINT64,
  TYPE_UINT32,
} from '../../src/base/schema/table.js';
import { memorySource } from '../../src/base/source/memory.js';
import { FileBytes } from '../../src/read/outline/file-bytes.js';
import { completed } from '../../src/read/outline/reading.js';
import { readingsOf } from '../../src/show/inspect/number-readings.js';
import { numberText, quoted, sizeText, textAt } from '../../src/show/inspect/value-text.js';

const halves = (value: bigint) => ({
  lo: Number(BigInt.asIntN(32, value)),
  hi: Number(BigInt.asIntN(32, value >> 32n)),
});
const floatBits = (value: number): bigint =>
  BigInt(new Int32Array(Float32Array.of(value).buffer)[0] as number);
const doubleBits = (value: number): bigint => new BigInt64Array(Float64Array.of(value).buffer)[0] as bigint;
const [VARINT, I64, I32] = [0, 1, 5];

it.each<[string, number | undefined, number, bigint, string[]]>([
  ['an unknown varint', undefined, VARINT, 5n, ['unsigned 5', 'zigzag -3', 'hexadecimal 0x5']],
  ['an unknown zero', undefined, VARINT, 0n, ['unsigned 0', 'hexadecimal 0x0']],
  [
    'an unknown large varint',
    undefined,
    VARINT,
    1n << 40n,
    ['unsigned 1099511627776', 'zigzag 549755813888', 'hexadecimal 0x10000000000'],
  ],
  [
    'an unknown negative varint',
    undefined,
    VARINT,
    -2n,
    [
      'unsigned 18446744073709551614',
      'signed -2',
      'zigzag 9223372036854775807',
      'hexadecimal 0xfffffffffffffffe',
    ],
  ],
  [
    'an unknown varint whose lower half is positive',
    undefined,
    VARINT,
    -(2n ** 32n) + 1n,
    [
      'unsigned 18446744069414584321',
      'signed -4294967295',
      'zigzag -9223372034707292161',
      'hexadecimal 0xffffffff00000001',
    ],
  ],
  [
    'an unknown I32',
    undefined,
    I32,
    floatBits(-1.5),
    ['unsigned 3217031168', 'signed -1077936128', 'float -1.5', 'bits 0xbfc00000'],
  ],
  ['a small unknown I32', undefined, I32, 0n, ['unsigned 0', 'bits 0x0']],
  [
    'an unknown I64',
    undefined,
    I64,
    doubleBits(0.5),
    ['unsigned 4602678819172646912', 'double 0.5', 'bits 0x3fe0000000000000'],
  ],
  [
    'a negative unknown I64',
    undefined,
    I64,
    -1n,
    ['unsigned 18446744073709551615', 'signed -1', 'double NaN', 'bits 0xffffffffffffffff'],
  ],
  [
    'a float',
    TYPE_FLOAT,
    I32,
    floatBits(0.1),
    ['shortest 0.1', 'exact 0.10000000149011612', 'bits 0x3dcccccd'],
  ],
  ['an exact float', TYPE_FLOAT, I32, floatBits(0.25), ['shortest 0.25', 'bits 0x3e800000']],
  ['a double', TYPE_DOUBLE, I64, doubleBits(0.1), ['double 0.1', 'bits 0x3fb999999999999a']],
  ['an int32', TYPE_INT32, VARINT, -1n, ['value -1', 'hexadecimal 0xffffffffffffffff']],
  ['a uint32', TYPE_UINT32, VARINT, 300n, ['value 300', 'hexadecimal 0x12c']],
  ['an int64', TYPE_INT64, VARINT, -5n, ['value -5', 'hexadecimal 0xfffffffffffffffb']],
  // The bits of zigzag numbers are not the number.
  ['a sint32', TYPE_SINT32, VARINT, 5n, ['value -3']],
  ['a sint64', TYPE_SINT64, VARINT, 4n, ['value 2']],
  ['a bool', TYPE_BOOL, VARINT, 1n, ['unsigned 1', 'hexadecimal 0x1']],
  [
    'an enum',
    TYPE_ENUM,
    VARINT,
    -1n,
    ['unsigned 18446744073709551615', 'signed -1', 'hexadecimal 0xffffffffffffffff'],
  ],
])('%s has its plausible readings', (_, type, wireType, bits, texts) => {
  expect(readingsOf(type, wireType, halves(bits)).map(({ name, text }) => `${name} ${text}`)).toEqual(texts);
});

it('a number is shown by its field, with the name of an enum value', () => {
  const header = MDL.messages.find(({ typeName }) => typeName === 'ProtoMDLHeader');
  const field = header?.fields.find(({ type }) => type === TYPE_ENUM);
  const table = MDL.enums[field?.enum as number];
  const { name, number } = table!.values.at(-1)!;
  expect(numberText(field, header, VARINT, halves(BigInt(number)), MDL)).toBe(`${name} (${number})`);
  expect(numberText(undefined, undefined, VARINT, halves(-1n), MDL)).toBe('18446744073709551615');
  expect(numberText(field, header, VARINT, halves(12_345n), MDL)).toBe('12345');
});

describe('the beginning of a text', () => {
  const read = async (bytes: Uint8Array, most: number) =>
    completed(textAt(new FileBytes(memorySource(bytes)), 0, bytes.length, most));

  it('is not cut inside of a character, and says if its bytes are valid', async () => {
    const text = 'aä€😀z';
    const bytes = new TextEncoder().encode(text);
    for (let most = 0; most <= bytes.length + 2; most++) {
      const shown = await read(bytes, most);
      // The longest run of whole characters within the limit.
      const fits = (part: string): boolean => new TextEncoder().encode(part).length <= most;
      const runs = [...text, ''].map((_, length) => [...text].slice(0, length).join('')).filter(fits);
      expect([most, shown]).toEqual([most, { text: runs.at(-1), isCut: most < bytes.length, isUtf8: true }]);
    }
  });

  it.each<[string, number[], number, object]>([
    ['a broken character', [0x61, 0xff, 0x62], 9, { text: 'a\ufffdb', isCut: false, isUtf8: false }],
    [
      'a broken character before the cut',
      [0xff, 0x61, 0x62],
      2,
      { text: '\ufffda', isCut: true, isUtf8: false },
    ],
    [
      'a character that the text ends in',
      [0x61, 0xe2, 0x82],
      9,
      { text: 'a\ufffd', isCut: false, isUtf8: false },
    ],
    ['continuation bytes', [0x80, 0x80, 0x80, 0x80, 0x80], 4, { isCut: true, isUtf8: false }],
  ])('with %s', async (_, bytes, most, wanted) => {
    expect(await read(Uint8Array.from(bytes), most)).toMatchObject(wanted);
  });

  it.each<[string, boolean, number, string]>([
    ['abc', false, 3, '"abc"'],
    ['abcd', false, 3, '"abc…"'],
    ['abc', true, 3, '"abc…"'],
    ['ab', true, 3, '"ab…"'],
    ['😀😀', false, 2, '"😀😀"'],
    ['😀😀😀', false, 2, '"😀😀…"'],
  ])('%j, cut: %s, has %i characters at most', (text, isCut, most, line) => {
    expect(quoted({ text, isCut, isUtf8: true }, most)).toBe(line);
  });

  it('has 80 characters at most in a line', () => {
    expect(quoted({ text: 'x'.repeat(80), isCut: false, isUtf8: true })).toHaveLength(82);
    expect(quoted({ text: 'x'.repeat(81), isCut: false, isUtf8: true })).toBe(`"${'x'.repeat(80)}…"`);
  });
});

it.each<[number, string]>([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1024, '1.0 KiB'],
  [1023.94 * 1024, '1023.9 KiB'],
  [1023.95 * 1024, '1.0 MiB'],
  [3 * 2 ** 30, '3.0 GiB'],
  [2048 * 2 ** 40, '2048.0 TiB'],
])('%d bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
