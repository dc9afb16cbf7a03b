import { KnowledgeError } from './articles.js';

/**
 * Words of a language other than English: enough to recognise the topic and to say politely that the answer is in
 * English.
 */
export interface Language {
  code: string;
  /** Function words. Even a short sentence can match two languages, so the language with most matches wins. */
  marks: Set<string>;
  /** Matches any character of the script, for languages that their script identifies. */
  script?: RegExp;
  note: string;
  crisis: string[];
  crisisNote: string;
  /** The beginning of a word, with its English meaning. */
  terms: [start: string, english: string][];
  /** Beginnings of words that show the language by themselves: no short ones, and none that is English as well. */
  telling: string[];
  /** Beginnings of requests that only a bank can fulfil: to move money, to open an account. */
  orders: string[];
}

/** English words for a request that only a bank can fulfil. */
const ORDER = 'can you transfer money';
const SHORTEST_TELLING = 6;
/** A request in a language counts as this number of function words. */
const ORDER_MARKS = 2;

interface LanguageEntry {
  marks?: string[];
  script?: string;
  note: string;
  crisis: string[];
  crisisNote: string;
  terms: Record<string, string>;
  orders?: string[];
}

/** `english` has the words of the English knowledge. */
export function readLanguages(json: string, english: ReadonlySet<string>): Language[] {
  let entries: Record<string, LanguageEntry>;
  try {
    entries = JSON.parse(json) as Record<string, LanguageEntry>;
  } catch (error) {
    throw new KnowledgeError('languages.json is no JSON.', { cause: error });
  }
  return Object.entries(entries).map(([name, entry]) => ({
    // A language in two scripts has two entries, such as `hi` and `hi-Latn`.
    code: name.slice(0, 2),
    marks: new Set(entry.marks ?? []),
    ...(entry.script ? { script: new RegExp(`\\p{Script=${entry.script}}`, 'u') } : {}),
    note: entry.note,
    crisis: entry.crisis,
    crisisNote: entry.crisisNote,
    terms: Object.entries(entry.terms),
    telling: Object.entries(entry.terms)
      .filter(
        ([start, meaning]) =>
          start.length >= SHORTEST_TELLING && !meaning.includes(start) && !english.has(start),
      )
      .map(([start]) => start),
    orders: entry.orders ?? [],
  }));
}

/** English function words, compared with those of the other languages. */
const ENGLISH = new Set(
  'the a an is are do does did how what which who why when where i my me you your we our it to of and or in on for with can should could would have has much many not be if this that'.split(
    ' ',
  ),
);

/**
 * Returns the language of a message if it is certainly not English. `english` has the words of the English
 * knowledge: "creditors" is not evidence of Spanish "credito".
 */
export function foreignLanguage(
  text: string,
  { languages, english: known }: { languages: Language[]; english: ReadonlySet<string> },
): Language | undefined {
  const byScript = languages.find((language) => language.script?.test(text));
  if (byScript) return byScript;
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const count = (marks: Set<string>) => words.filter((word) => marks.has(word)).length;
  const english = count(ENGLISH);
  const found = languages
    .map((language) => ({
      language,
      marks: count(language.marks) + (mentions(text, language.orders, language) ? ORDER_MARKS : 0),
    }))
    .filter(({ marks }) => marks > english);
  const most = Math.max(...found.map(({ marks }) => marks));
  // Related languages share function words, so the language with most topic words in the text wins.
  const closest = found
    .filter(({ marks }) => marks === most)
    .map(({ language }) => ({ language, terms: englishTerms(text, language).length }));
  const [best] = closest.sort((a, b) => b.terms - a.terms);
  if (best || english > 0) return best?.language;
  const unknown = text.replaceAll(/\p{L}+/gu, (word) => (known.has(word.toLowerCase()) ? '' : word));
  const [other] = languages
    .map((language) => ({
      language,
      terms: language.telling.filter((start) => mentions(unknown, [start], language)).length,
    }))
    .sort((a, b) => b.terms - a.terms);
  return other && other.terms > 0 ? other.language : undefined;
}

/** Returns English words for the message's terms in that language. */
export function englishTerms(text: string, language: Language): string {
  const mentioned = language.terms.filter(([start]) => mentions(text, [start], language));
  // A term that is only the beginning of another mentioned term is left out: "Kreditkarte" does not also mean "Kredit".
  const found = mentioned.filter(([start]) =>
    mentioned.every(([other]) => other === start || !other.startsWith(start)),
  );
  const order = mentions(text, language.orders, language) ? [ORDER] : [];
  return [...order, ...found.map(([, english]) => english)].join(' ');
}

/** Returns the language of the words for suicide in a text. */
export function crisisLanguage(text: string, languages: Language[]): Language | undefined {
  return languages.find((language) => mentions(text, language.crisis, language));
}

function mentions(text: string, starts: readonly string[], { script }: Language): boolean {
  const lower = text.toLowerCase();
  // In scripts without spaces, a term may begin anywhere.
  return starts.some((start) => (script ? lower.includes(start) : startsWord(lower, start)));
}

function startsWord(text: string, start: string): boolean {
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
    if (at === 0 || !/\p{L}/u.test(text[at - 1]!)) return true;
  }
  return false;
}
