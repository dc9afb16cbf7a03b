import type { Description } from './detector.js';
import { EMAIL_DETECTORS } from './email/index.js';
import { PHONE_DETECTORS } from './phone/index.js';
import { PII_DETECTORS } from './pii/index.js';
import { TEXT_DETECTORS } from './text/index.js';

/** Fires if the model's score is high and no other indicator explains it. */
export const MODEL_CONTENT: Description = {
  code: 'model.content',
  title: 'Reads like fraud',
  class: 'info',
  meaning:
    'The text model gives a high score although no named rule fired; the explanation names the strongest words.',
  says: 'its wording resembles messages known as fraud',
};

/** Fires if an entry of the caller's own lists matches the message. */
export const LIST_HITS: Readonly<Record<'allow' | 'block', Description>> = {
  allow: {
    code: 'list.allow',
    title: 'On your allow list',
    class: 'info',
    meaning: 'A sender that its domain vouches for, a link or a phrase is on the allow list of the caller.',
    says: 'it meets an entry of your allow list',
  },
  block: {
    code: 'list.block',
    title: 'On your block list',
    class: 'high',
    meaning: 'A sender, a number, a link or a phrase is on the block list of the caller.',
    says: 'it meets an entry of your block list',
  },
};

/** All indicators that a response can contain. Their codes never change. */
export const INDICATORS: readonly Description[] = [
  ...EMAIL_DETECTORS,
  ...TEXT_DETECTORS,
  ...PII_DETECTORS,
  ...PHONE_DETECTORS,
  MODEL_CONTENT,
  LIST_HITS.allow,
  LIST_HITS.block,
].map((detector) => ({
  code: detector.code,
  title: detector.title,
  class: detector.class,
  meaning: detector.meaning,
  says: detector.says,
}));
