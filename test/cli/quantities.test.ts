import { expect, it } from 'vitest';
import { byteSize, quantity } from '../../src/cli/quantities.js';

/** Returns the value of a text, or undefined if the text is refused. */
function taken(parse: (text: string) => number, text: string): number | undefined {
  try {
    return parse(text);
  } catch (error) {
    expect((error as Error).message).toMatch(/^It takes a (number|size) from 2 to 5000 ?/);
    return undefined;
  }
}

it.each<[text: string, amount: number | undefined, size: number | undefined]>([
  ['2', 2, 2],
  ['1', undefined, undefined],
  ['5000', 5000, 5000],
  ['5001', undefined, undefined],
  ['10001', undefined, undefined],
  ['4k', 4000, 4096],
  ['4K', 4000, 4096],
  ['5k', 5000, undefined],
  ['1.5k', 1500, 1536],
  ['1e3', 1000, 1000],
  ['4KiB', undefined, 4096],
  ['4kB', undefined, 4096],
  ['100B', undefined, 100],
  ['0.00001G', undefined, undefined],
  ['0.0001M', 100, undefined],
  ['1.5', undefined, undefined],
  ['-3', undefined, undefined],
  ['', undefined, undefined],
  ['k', undefined, undefined],
  ['0x10', undefined, undefined],
])('%s is the amount %s and the size %s', (text, amount, size) => {
  expect(taken(quantity(2, 5000), text)).toBe(amount);
  expect(taken(byteSize(2, 5000), text)).toBe(size);
});
