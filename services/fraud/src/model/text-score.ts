import type { Concept } from '../text/lexicon/index.js';
import { type Reading, readText } from '../text/reading.js';
import { examine } from './features.js';
import type { Models } from './models.js';
import { score } from './score.js';

/** Maximum number of tokens in a payment note; longer texts are messages. */
const NOTE_TOKENS = 20;

// Weight of each topic in a short note; two topics together make the note suspicious.
const NOTE_WEIGHTS: Readonly<Partial<Record<Concept, number>>> = {
  crypto: 0.45,
  giftcard: 0.45,
  wallet: 0.35,
  invest: 0.3,
  fund: 0.3,
  prize: 0.4,
  claim: 0.3,
  urgent: 0.35,
  verify: 0.35,
  suspended: 0.4,
  unusual: 0.35,
  otp: 0.4,
  credential: 0.35,
  secrecy: 0.45,
  newaccount: 0.4,
  mistake: 0.3,
  fine: 0.2,
  tax: 0.2,
  refund: 0.25,
  fee: 0.25,
  romance: 0.2,
  threat: 0.3,
};

/**
 * Probability, 0 to 1, that a payment's description belongs to a fraud: from the weights of the topics in a note, and
 * from the text model.
 */
export function textScore(text: string, models: Models): number {
  if (!/\S/.test(text)) return 0;
  const reading = readText(text);
  const message = score(examine({ reading }), models.sms).probability;
  return reading.tokens.length > NOTE_TOKENS ? message : Math.max(message, noteScore(reading));
}

function noteScore({ concepts }: Reading): number {
  let missing = 1;
  for (const concept of concepts.keys()) missing *= 1 - (NOTE_WEIGHTS[concept] ?? 0);
  return 1 - missing;
}
