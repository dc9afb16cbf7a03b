import { expect, it } from 'vitest';
import { wholeNumber } from '../../src/read/model/whole-number.js';

it.each([
  [0n, 0],
  [2n ** 53n - 1n, 9_007_199_254_740_991],
  [2n ** 53n, '9007199254740992'],
  [2n ** 64n - 1n, '18446744073709551615'],
  [1n - 2n ** 53n, -9_007_199_254_740_991],
  [-(2n ** 63n), '-9223372036854775808'],
])('%s is a number only if a number holds it exactly', (value, expected) => {
  expect(wholeNumber(value)).toBe(expected);
});
