import { wordSlot } from '../model/hashing.js';
import { type Model, slotWeight } from '../model/model-file.js';
import type { Reading } from '../text/reading.js';

const LONGEST_WORD = 20;

/**
 * Returns the three words of a text with the largest weights towards fraud. The model contains hashes only; the words
 * come from the message itself.
 */
export function strongestWords(reading: Reading, model: Model): string[] {
  const weights = new Map<string, number>();
  for (const token of reading.tokens) {
    if (
      token.kind !== 'word' ||
      token.text.length < 3 ||
      token.text.length > LONGEST_WORD ||
      weights.has(token.text)
    )
      continue;
    const { slot, sign } = wordSlot(token);
    weights.set(token.text, slotWeight(model, slot) * sign);
  }
  return [...weights]
    .filter(([, weight]) => weight > 0)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, 3)
    .map(([word]) => word);
}
