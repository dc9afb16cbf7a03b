import type { Concept } from '../text/lexicon/index.js';
import type { Message } from './detector.js';

const ASKED: readonly Concept[] = [
  'click',
  'verify',
  'login',
  'credential',
  'otp',
  'pay',
  'claim',
  'download',
  'callback',
  'wallet',
  'suspended',
  'unusual',
  'refund',
  'fee',
  'prize',
  'urgent',
];

/**
 * True if a message requests what thieves want: credentials, a payment, the installation of a program, a call back.
 */
export function asks({ reading, mail }: Message): boolean {
  return ASKED.some((concept) => reading.concepts.has(concept)) || (mail?.markup.forms ?? 0) > 0;
}

/**
 * Strength of the evidence if another domain contains a brand's name, and the message requests nothing: this is
 * suspicious, but no proof.
 */
export const NAME_ALONE = 0.35;
