import { expect, it } from 'vitest';
import { TextBuffer, wordOf } from '../../src/tools/text/text-buffer.js';

const textOf = (write: (out: TextBuffer) => void): string => {
  const out = new TextBuffer(64);
  write(out);
  return Buffer.from(out.written).toString();
};

it('writes whole numbers in decimal, of any length and sign', () => {
  const edges = Array.from({ length: 16 }, (_, i) => 10 ** i).flatMap((power) => [power - 1, power]);
  const numbers = [...edges, 12_340_056, 2 ** 31, 2 ** 32 - 1, -1, -(2 ** 31), Number.MAX_SAFE_INTEGER];
  for (let value = 0; value <= 11_000; value += 7) numbers.push(value, value * 10_000 + 7);
  expect(numbers.map((value) => textOf((out) => out.int(value)))).toEqual(numbers.map(String));
});

it('writes words of any length, whatever follows them', () => {
  const words = Array.from({ length: 20 }, (_, i) => 'abcdefghijklmnopqrst'.slice(0, i));
  const text = textOf((out) => {
    for (const word of words) {
      out.word(wordOf(word));
      out.byte(0x2c);
      out.ensure(64);
    }
  });
  expect(text).toBe(words.map((word) => `${word},`).join(''));
});
