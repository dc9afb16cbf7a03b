import type { Description } from './detector.js';
import { EMAIL_DETECTORS } from './email/index.js';
import { PHONE_DETECTORS } from './phone/index.js';
import { PII_DETECTORS } from './pii/index.js';
import { TEXT_DETECTORS } from './text/index.js';

/** Fires where the text model's score is high and no rule has a name for it. */
export const MODEL_CONTENT: Description = {
  code: 'model.content',
  title: 'Reads like fraud',
  class: 'info',
  meaning:
    'The text model gives a high score although no named rule fired; the explanation names the strongest words.',
  says: 'its wording resembles messages known as fraud',
};

/** All indicators that an answer can carry. Codes are stable. */
export const INDICATORS: readonly Description[] = [
  ...EMAIL_DETECTORS,
  ...TEXT_DETECTORS,
  ...PII_DETECTORS,
  ...PHONE_DETECTORS,
  MODEL_CONTENT,
].map((detector) => ({
  code: detector.code,
  title: detector.title,
  class: detector.class,
  meaning: detector.meaning,
  says: detector.says,
}));
