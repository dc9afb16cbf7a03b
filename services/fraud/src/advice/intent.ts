import { readPatterns } from './sections.js';
import { asksForSecurity } from './securities.js';

/** What a question is about; `answer` is the id of the fixed answer. */
export type Intent = { kind: 'crisis' | 'refusal' | 'talk'; answer: string } | { kind: 'question' };

const INTENTS = readPatterns('intents.txt', String.raw`[^.?!\n]{0,40}`, (source) => new RegExp(source, 'i'));

/** Returns the intent of a message, or of the user's previous message and this one. */
export function intentOf(text: string): Intent {
  const plain = text
    .normalize('NFKC')
    .replace(/[’‘`´]/g, "'")
    .replace(/\s+/g, ' ');
  const [answer] =
    INTENTS.find(
      ([name, pattern]) => pattern.test(plain) || (name === 'refusal-securities' && asksForSecurity(plain)),
    ) ?? [];
  if (answer === undefined) return { kind: 'question' };
  const kind = answer.startsWith('crisis-') ? 'crisis' : answer.startsWith('refusal-') ? 'refusal' : 'talk';
  return { kind, answer };
}
