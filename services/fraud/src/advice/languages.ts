import { KnowledgeError } from './articles.js';
import { fieldsOf, sectionsOf } from './sections.js';

/**
 * Words of a language other than English, enough to recognise the topic of a question, and a sentence that says
 * politely that the answer is in English.
 */
export interface Language {
  code: string;
  /**
   * Function words. Even a short sentence may contain function words of two languages, so the language with most of
   * them is chosen.
   */
  marks: Set<string>;
  /** Matches any character of the script, for languages that their script identifies. */
  script?: RegExp;
  note: string;
  crisis: string[];
  crisisNote: string;
  /** Beginnings of words, each with its English meaning. */
  terms: [start: string, english: string][];
  /** Beginnings of words that prove the language by themselves. They are long, and not beginnings of English words. */
  telling: string[];
  /** Beginnings of requests that only a bank can fulfil, such as to move money or to open an account. */
  orders: string[];
}

/** The English request into which such requests are translated. */
const ORDER = 'can you transfer money';
const SHORTEST_TELLING = 6;
/** A request of this kind counts as this number of function words. */
const ORDER_MARKS = 2;

/** Reads `languages.txt`; the file describes its format. `english` contains the words of the English articles. */
export function readLanguages(text: string, english: ReadonlySet<string>): Language[] {
  return sectionsOf(text).map(([name, lines]) => {
    const fields = fieldsOf(lines);
    const field = (key: string) => {
      const value = fields.get(key);
      if (value === undefined) throw new KnowledgeError(`languages.txt: [${name}] has no "${key}: …".`);
      return value;
    };
    const list = (value = '') => value.split(', ').map((entry) => entry.replaceAll('_', ' '));
    const script = fields.get('script');
    const terms = field('terms')
      .split('; ')
      .flatMap((entry): [string, string][] => {
        const [meaning = '', starts] = entry.split(' = ');
        return list(starts).map((start) => [start, meaning]);
      });
    const tells = ([start, meaning]: [string, string]) =>
      start.length >= SHORTEST_TELLING && !meaning.includes(start) && !english.has(start);
    return {
      // A language in two scripts has two entries, such as `hi` and `hi-Latn`.
      code: name.slice(0, 2),
      marks: new Set((script === undefined ? field('marks') : fields.get('marks'))?.split(' ')),
      ...(script ? { script: new RegExp(`\\p{Script=${script}}`, 'u') } : {}),
      note: field('note'),
      crisis: list(field('crisis')),
      crisisNote: field('crisisNote'),
      terms,
      telling: terms.filter(tells).map(([start]) => start),
      orders: list(field('orders')),
    };
  });
}

/** English function words; a message with more of these than of another language counts as English. */
const ENGLISH = new Set(
  'the a an is are do does did how what which who why when where i my me you your we our it to of and or in on for with can should could would have has much many not be if this that'.split(
    ' ',
  ),
);

/**
 * Returns the language of a message if the message is certainly not English. `english` contains the words of the
 * English articles: "creditors" is not evidence of Spanish "credito".
 */
export function foreignLanguage(
  text: string,
  { languages, english: known }: { languages: Language[]; english: ReadonlySet<string> },
): Language | undefined {
  const byScript = languages.find((language) => language.script?.test(text));
  if (byScript) return byScript;
  const words = text.toLowerCase().match(/\p{L}+|[¿¡]/gu) ?? [];
  const count = (marks: Set<string>) => words.filter((word) => marks.has(word)).length;
  const english = count(ENGLISH);
  const found = languages
    .map((language) => ({
      language,
      marks: count(language.marks) + (mentions(text, language.orders, language) ? ORDER_MARKS : 0),
    }))
    .filter(({ marks }) => marks > english);
  // Related languages share function words, so topic words in the text count as well.
  const [best] = found
    .map(({ language, marks }) => ({
      language,
      evidence: marks + language.terms.filter(([start]) => mentions(text, [start], language)).length,
    }))
    .sort((a, b) => b.evidence - a.evidence);
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

/** Returns the English meanings of the terms that the text mentions in that language. */
export function englishTerms(text: string, language: Language): string {
  const mentioned = language.terms.filter(([start]) => mentions(text, [start], language));
  // A term that is only the beginning of another mentioned term does not count: "Kreditkarte" does not also mean
  // "Kredit".
  const found = mentioned.filter(([start]) =>
    mentioned.every(([other]) => other === start || !other.startsWith(start)),
  );
  const order = mentions(text, language.orders, language) ? [ORDER] : [];
  return [...order, ...found.map(([, english]) => english)].join(' ');
}

/** Returns the language if a text contains its words for suicide. */
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
