import { readPatterns } from './sections.js';
import { asksForSecurity } from './securities.js';

/**
 * The subject of a question. If its words show which fixed answer or article answers it, `answer` or `article` is the
 * id of that text.
 */
export type Intent =
  | { kind: 'crisis' | 'refusal' | 'talk'; answer: string }
  | { kind: 'question'; article?: string };

const INTENTS = readPatterns('intents.txt', String.raw`[^.?!\n]{0,40}`, (source) => new RegExp(source, 'i'));

/** "1,900 after tax" states an income, and is not a question about taxes. */
const NET_OR_GROSS = /\b(?:before|after) tax(?:es)?\b/gi;

/**
 * Returns the intent of a message, or of the user's previous message and this one. A message in another language is
 * given together with the English meanings of its terms.
 */
export function intentOf(...texts: string[]): Intent {
  const plain = texts.map((text) =>
    text
      .normalize('NFKC')
      .replace(/[’‘`´]/g, "'")
      .replace(/\s+/g, ' ')
      .replace(NET_OR_GROSS, ''),
  );
  const [answer] =
    INTENTS.find(([name, pattern]) =>
      plain.some((text) => pattern.test(text) || (name === 'refusal-securities' && asksForSecurity(text))),
    ) ?? [];
  if (answer === undefined) return { kind: 'question' };
  if (answer.startsWith('article ')) return { kind: 'question', article: answer.slice('article '.length) };
  const kind = answer.startsWith('crisis-') ? 'crisis' : answer.startsWith('refusal-') ? 'refusal' : 'talk';
  return { kind, answer };
}
