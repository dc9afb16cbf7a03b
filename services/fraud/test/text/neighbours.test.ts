import { expect, test } from 'vitest';
import { notMeantAt, Setting } from '../../src/text/neighbours.js';

test('properties of the whole text are computed once per text, however often they are needed', () => {
  let reads = 0;
  const word = {
    clause: 0,
    get text() {
      reads++;
      return 'paket';
    },
  };
  const tokens = Array.from({ length: 2000 }, () => word);
  const setting = new Setting(tokens);
  for (let at = 0; at < tokens.length; at++) expect(notMeantAt(tokens, at, setting)).toBeUndefined();
  expect(reads).toBeLessThan(20 * tokens.length);
});

test.each([
  ['paket internet', 'parcel'],
  ['paket anda kuota', 'parcel'],
  ['paket anda ditahan', undefined],
])('%s: %s is not meant', (text, expected) => {
  const tokens = text.split(' ').map((word) => ({ text: word, clause: 0 }));
  expect(notMeantAt(tokens, 0, new Setting(tokens))).toBe(expected);
});
