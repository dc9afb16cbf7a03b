import { fieldsOf, readSections } from './sections.js';
import type { SentenceLanguage } from './sentences.js';
import { words } from './stems.js';

/** A kind of spending, by its English name. */
export type Category = string;

const OTHER: Category = 'other';

/** The kinds of `categories.txt`, in order. */
const KINDS = readSections('categories.txt').map(([name, lines]) => {
  const fields = fieldsOf(lines);
  const [names, patterns] = [new Map<string, string>(), new Map<string, RegExp>()];
  for (const [language, line] of fields) {
    const [translated = '', pattern] = line.split(' = ');
    names.set(language, translated);
    if (pattern) patterns.set(language, new RegExp(` (?:${pattern}) `, 'u'));
  }
  const keywords = [...(fields.get('keywords') ?? '').matchAll(/"([^"]+)"|(\S+)/g)];
  return { name, names, patterns, keywords: keywords.map(([, several, one]) => ` ${several ?? one} `) };
});

const spaced = (text: string) => ` ${words(text).join(' ')} `;

/** Returns the kind of spending that a payment's description mentions, by keywords. */
export function categoryOf(description: string): Category {
  const line = spaced(description);
  return KINDS.find(({ keywords }) => keywords.some((word) => line.includes(word)))?.name ?? OTHER;
}

/**
 * Returns the categories that a question names, such as "groceries" in "how much do I spend on groceries". Each
 * language has its own names: English "courses" are lessons, French "courses" are groceries.
 */
export function categoriesNamed(question: string, language: SentenceLanguage): Category[] {
  const line = spaced(question);
  return KINDS.filter(({ patterns }) => patterns.get(language)?.test(line)).map(({ name }) => name);
}

/** Returns the name of a kind in a language. */
export function categoryIn(language: SentenceLanguage, category: Category): string {
  return KINDS.find(({ name }) => name === category)?.names.get(language) ?? category;
}
