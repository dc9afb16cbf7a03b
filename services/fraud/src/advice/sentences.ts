import { fieldsOf, readSections } from './sections.js';

export type SentenceLanguage = 'en' | 'de' | 'fr' | 'es';

/** Values of a sentence by name. Numbers are amounts of money, except for months and those of `PLAIN`. */
export type Values = Readonly<Record<string, string | number | undefined>>;

const LOCALES = { en: 'en-US', de: 'de-DE', fr: 'fr-FR', es: 'es-ES' } as const;
const PLAIN = new Set(['rate', 'share', 'exact']);

const SENTENCES = new Map(readSections('sentences.txt').map(([name, lines]) => [name, fieldsOf(lines)]));

/** Returns the language if sentences of it are known, otherwise English. */
export function spokenOf(code = 'en'): SentenceLanguage {
  return Object.hasOwn(LOCALES, code) ? (code as SentenceLanguage) : 'en';
}

export const localeOf = (language: SentenceLanguage) => LOCALES[language];

/** Returns a text of `sentences.txt`. */
export const phrase = (section: string, key: string) => SENTENCES.get(section)!.get(key)!;

/** Returns a sentence with its values in the notation of the language. */
export function say(language: SentenceLanguage, key: string, values: Values = {}): string {
  return filled(phrase(language, key), values, (name) => {
    const value = name === 'span' ? span(Number(values.months), language) : values[name];
    if (typeof value !== 'number' || name === 'months') return String(value);
    return PLAIN.has(name) ? number(language, value) : money(language, value);
  });
}

/** Fills a template: `{name}` is a value, and `[name?one|other]` depends on whether there is a value. */
export function filled(template: string, values: Values, shown: (name: string) => string): string {
  return template
    .replace(/\[(\w+)\?([^|\]]*)\|?([^\]]*)\]/g, (_, name, one, other) => (values[name] ? one : other))
    .replace(/\{(\w+)\}/g, (_, name) => shown(name));
}

export function number(language: SentenceLanguage, value: number): string {
  return value.toLocaleString(LOCALES[language], { maximumFractionDigits: 2 });
}

/** Formats an amount; whole amounts have no decimals. */
export function money(language: SentenceLanguage, value: number): string {
  const digits = Math.abs(value - Math.round(value)) < 0.005 ? 0 : 2;
  return new Intl.NumberFormat(LOCALES[language], {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: 'always',
  }).format(value);
}

/** Joins parts as in "a, b and c". */
export function joined(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** Formats months: "14 months (1 year and 2 months)". */
function span(months: number, language: SentenceLanguage): string {
  const [month, plural, year, years, and] = phrase(language, 'span').split(' ');
  const counted = (count: number, one = '', many = '') => `${count} ${count === 1 ? one : many}`;
  const all = counted(months, month, plural);
  if (months < 12) return all;
  const whole = counted(Math.floor(months / 12), year, years);
  const rest = months % 12;
  return `${all} (${rest > 0 ? `${whole} ${and} ${counted(rest, month, plural)}` : whole})`;
}
