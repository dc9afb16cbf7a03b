import { readFileSync } from 'node:fs';
import { sigmoid } from '../model/elementary.js';
import { examine } from '../model/features.js';
import type { Models } from '../model/models.js';
import { score } from '../model/score.js';
import type { Concept } from '../text/lexicon/index.js';
import { type Reading, readText } from '../text/reading.js';

/**
 * A model for texts of a few words. It is scaled so that only the tolerated share of legitimate notes scores 0.5 or
 * more.
 */
export interface NoteModel {
  bias: number;
  weights: Partial<Record<Concept, number>>;
}

/** Written by `npm run train`. The path is the same from `src/` and from `dist/`. */
export const NOTE_MODEL_FILE = new URL('../../models/notes.json', import.meta.url);

/** Maximum number of tokens of a note; longer texts are judged as messages only. */
const NOTE_TOKENS = 20;

let model: NoteModel | undefined;

/**
 * Returns the probability, from 0 to 1, that a payment's description belongs to a fraud. The description is judged
 * both as a note and as a message; the higher score counts.
 */
export function descriptionScore(text: string, models: Models): number {
  if (!/\S/.test(text)) return 0;
  const reading = readText(text);
  const message = score(examine({ reading }), models.sms).probability;
  if (reading.tokens.length > NOTE_TOKENS) return message;
  model ??= JSON.parse(readFileSync(NOTE_MODEL_FILE, 'utf8')) as NoteModel;
  return Math.max(message, noteScore(reading, model));
}

export function noteScore({ concepts }: Pick<Reading, 'concepts'>, { bias, weights }: NoteModel): number {
  let odds = bias;
  for (const concept of concepts.keys()) odds += weights[concept] ?? 0;
  return sigmoid(odds);
}
