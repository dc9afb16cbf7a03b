import { expect, it } from 'vitest';
import { hexOf } from '../../src/base/wire/bytes.js';

it('bytes are printed as Buffer prints them, with spaces between', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => 255 - i);
  for (const [from, to] of [
    [0, 256],
    [3, 9],
    [7, 8],
    [5, 5],
  ] as const) {
    const pairs = Buffer.from(bytes.subarray(from, to)).toString('hex').match(/../g) ?? [];
    expect(hexOf(bytes, '', from, to)).toBe(pairs.join(''));
    expect(hexOf(bytes, ' · ', from, to)).toBe(pairs.join(' · '));
  }
  expect(hexOf(bytes)).toBe(Buffer.from(bytes).toString('hex'));
});
