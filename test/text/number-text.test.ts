import { describe, expect, it } from 'vitest';
import { shortestFloat } from '../../src/base/schema/scalar.js';
import { doubleText, floatText, jsonNameOf, jsonNumber } from '../../src/tools/text/number-text.js';

describe('a number in text format', () => {
  it.each([
    [0, '0'],
    [-0, '-0'],
    [1, '1'],
    [0.1, '0.1'],
    [1 / 3, '0.33333333333333331'],
    [1e15, '1e+15'],
    [123456789012345, '123456789012345'],
    [1234567890123456, '1234567890123456'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [5e-324, '4.94065645841247e-324'],
    [1.7976931348623157e308, '1.7976931348623157e+308'],
    [1e100, '1e+100'],
    [Number.NaN, 'nan'],
    [Number.POSITIVE_INFINITY, 'inf'],
    [Number.NEGATIVE_INFINITY, '-inf'],
  ])('equals C’s double output: %d', (value, text) => expect(doubleText(value)).toBe(text));

  it.each([
    [0.1, '0.1'],
    [1 / 3, '0.333333343'],
    [16777216, '16777216'],
    [1000005, '1000005'],
    [1e10, '1e+10'],
    // A value that is exactly between two numbers of nine digits: C chooses the even number.
    [2 ** -13, '0.000122070312'],
    [-(2 ** -13), '-0.000122070312'],
    [3.4028234663852886e38, '3.40282347e+38'],
  ])('equals C’s float output: %d', (value, text) => expect(floatText(Math.fround(value))).toBe(text));
});

describe('a float in JSON', () => {
  it('has as few digits as give the same float', () => {
    for (const text of ['0.1', '0.035731196', '1.0000001', '16777216', '1e-45', '3.4028235e+38', '-0']) {
      expect(jsonNumber(shortestFloat(Math.fround(Number(text))))).toBe(text);
    }
  });
});

describe('the name of a field in JSON', () => {
  it('equals protoc’s name', () => {
    expect(['a_b', 'l2_write_0', 'aB_c', 'a__b', '_a', 'a_', 'plain'].map(jsonNameOf)).toEqual([
      'aB',
      'l2Write0',
      'aBC',
      'aB',
      'A',
      'a',
      'plain',
    ]);
  });
});
