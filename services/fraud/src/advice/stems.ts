import snowball from 'snowball-stemmers';
import { readSections, type Section } from './sections.js';

const stemmer = snowball.newStemmer('english');

const [[, STOP_LINES]] = readSections('stop-words.txt') as [Section];
const STOP_WORDS = new Set(STOP_LINES.join(' ').split(' '));

/** Returns the stems of the meaningful words of a text, in order. */
export function stems(text: string): string[] {
  return words(text)
    .filter((word) => !STOP_WORDS.has(word))
    .map(stem);
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
