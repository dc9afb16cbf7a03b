import { expect, it } from 'vitest';
import { byteSize, quantity } from '../../src/cli/quantities.js';

it.each([
  ['1', 1],
  ['2k', 2000],
  ['1e3', 1000],
  ['2.5K', 2500],
  ['5000', 5000],
])('the quantity %s is %i', (text, value) => {
  expect(quantity(1, 5000)(text)).toBe(value);
});

it.each(['0', '5001', '6k', '-1', '1.5', '1e', 'k', '', ' 1', '2KB', '0x10', '1e99'])(
  '%j is no quantity from 1 to 5000',
  (text) => {
    expect(() => quantity(1, 5000)(text)).toThrow('It takes a number from 1 to 5000');
  },
);

it.each([
  ['1024', 1024],
  ['1k', 1024],
  ['2KiB', 2048],
  ['2KB', 2048],
  ['4K', 4096],
  ['2048B', 2048],
])('the size %s is %i bytes', (text, value) => {
  expect(byteSize(1024, 4096)(text)).toBe(value);
});

it.each(['1023', '4097', '5K', '1M', 'KiB', '2kk'])('%j is no size from 1024 to 4096 bytes', (text) => {
  expect(() => byteSize(1024, 4096)(text)).toThrow('It takes a size from 1024 to 4096 bytes');
});
