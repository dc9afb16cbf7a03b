import { normalText } from '../normal.js';
import { GAPLESS } from './gapless.js';

/** Letters of scripts without spaces between words. */
export const GAPLESS_LETTER = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]`;

/** Known words by their first character, longest first. */
const known = new Map<string, string[]>();
for (const entry of new Set(Object.values(GAPLESS).join(' ').split(/\s+/))) {
  const word = normalText(entry).text;
  const first = word[0];
  if (first) known.set(first, [...(known.get(first) ?? []), word]);
}
for (const list of known.values()) list.sort((a, b) => b.length - a.length);

/**
 * Maximum length of a piece without a known word, so that the habitual phrase of one author does not become a word.
 */
const LONGEST_PIECE = 24;

/**
 * Splits a run of `GAPLESS_LETTER` into pieces: the longest known word from the left, and the text between known
 * words. The dictionary of the platform knows more words, but differs between versions, and a model needs the same
 * pieces everywhere.
 */
export function* segments(run: string): Generator<string> {
  let unknown = 0;
  for (let at = 0; at < run.length; ) {
    const word = known.get(run[at] as string)?.find((entry) => run.startsWith(entry, at));
    if (!word && at - unknown < LONGEST_PIECE) {
      at++;
      continue;
    }
    if (at > unknown) yield run.slice(unknown, at);
    if (word) yield word;
    at += word?.length ?? 0;
    unknown = at;
  }
  if (unknown < run.length) yield run.slice(unknown);
}
