import { findings } from '../detectors/detector.js';
import { TEXT_DETECTORS } from '../detectors/text/index.js';
import { readText } from '../text/reading.js';
import type { Models } from './models.js';

/** Probability that a short text is fraud, 0 to 1: for descriptions of transactions. */
export function textScore(text: string, _models: Models): number {
  let missing = 1;
  for (const { detector, strength } of findings(TEXT_DETECTORS, { reading: readText(text) })) {
    missing *= 1 - (detector.class === 'high' ? 0.45 : 0.15) * strength;
  }
  return 1 - missing;
}
