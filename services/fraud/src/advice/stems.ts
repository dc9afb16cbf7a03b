import snowball from 'snowball-stemmers';
import { readSections, type Section } from './sections.js';

const stemmer = snowball.newStemmer('english');
const OTHERS: Readonly<Record<string, ReturnType<typeof snowball.newStemmer>>> = {
  de: snowball.newStemmer('german'),
  fr: snowball.newStemmer('french'),
  es: snowball.newStemmer('spanish'),
};

const [[, STOP_LINES]] = readSections('stop-words.txt') as [Section];
const STOP_WORDS = new Set(STOP_LINES.join(' ').split(' '));

/** Returns the stems of the meaningful words of a text, in order. */
export function stems(text: string): string[] {
  return words(text)
    .filter((word) => !STOP_WORDS.has(word))
    .map(stem);
}

/** Returns the stems of a text in another language, without accents, numbers and the given function words. */
export function foreignStems(text: string, code: string, marks: ReadonlySet<string>): string[] {
  return words(text)
    .filter((word) => word.length > 1 && word.length <= 40 && !marks.has(word) && !/^\d/.test(word))
    .map((word) => OTHERS[code]!.stem(word).normalize('NFD').replace(/\p{M}/gu, ''));
}

/** Returns the words in lower case. An apostrophe, hyphen or slash separates words: "don't" gives "don" and "t". */
export function words(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

export function stem(word: string): string {
  // The algorithm is linear; the limit exists because longer words are not real words.
  return word.length > 40 ? word : stemmer.stem(word);
}
