import { readText } from '../text/reading.js';
import { examine } from './features.js';
import type { Models } from './models.js';
import { score } from './score.js';

/** Probability that a short text is fraud, 0 to 1: for descriptions of transactions. */
export function textScore(text: string, models: Models): number {
  if (!/\S/.test(text)) return 0;
  return score(examine({ reading: readText(text) }), models.sms).probability;
}
