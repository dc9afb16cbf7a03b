/** Tests of characters that hide words, and of the spans of evidence. */
import { expect, test } from 'vitest';
import { normalText } from '../../src/text/normal.js';
import { matchPhrases, phrase } from '../../src/text/phrases.js';
import { readText } from '../../src/text/reading.js';

test.each([
  ['a zero-width space', 'pay\u200bpal', [[3, 4]]],
  ['a mark that Latin letters do not bear', 'pay\u0e34pal', [[3, 4]]],
  ['no letter before it', '5\u200b5', []],
  ['no letter after it', 'pay\u200b', []],
])('%s', (_name, text, expected) => {
  expect(normalText(text).hidden).toEqual(expected);
});

test('evidence has at most five spans', () => {
  const text = Array.from({ length: 9 }, () => 'Your parcel is waiting. The refund too').join(
    '. Then nothing happens. ',
  );
  // A phrase that is not in the text adds no evidence.
  const wanted = ['parcel', 'refund', 'otp'].map((thing) => phrase(thing, { strength: 0.5 }));
  const match = matchPhrases(readText(text), wanted);
  expect(match?.spans).toHaveLength(5);
  expect(match?.strength).toBe(0.75);
});
