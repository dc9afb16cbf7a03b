/** A number in a question: an amount, a rate or a span of time, in the notations of several languages. */

export interface NumberFound {
  value: number;
  kind: 'rate' | 'months' | 'monthly' | 'yearly' | 'amount';
  /** Position of the number, and of the character after it. */
  at: number;
  end: number;
}

const UNITS: readonly (readonly [NumberFound['kind'], number, RegExp])[] = [
  ['rate', 1, /^\s*(?:%|percent|per cent|prozent|pour ?cent|por ?ciento|per ?cento|procent)/i],
  ['months', 12, /^[\s-]*(?:years?|yrs?|jahre?n?|ans?|années?|annees?|años?|anos?|anni|jaar)(?!\p{L})/iu],
  ['months', 1, /^[\s-]*(?:months?|monate?n?|mois|mes(?:es|i)?|maanden)(?!\p{L})/iu],
];
const CURRENCY = String.raw`(?:[$€£₹]|eur(?:os?)?|usd|dollars?|pounds?|gbp|chf|francs?|pesos?|rupees?|bucks)`;
const PER = String.raw`\s*(?:${CURRENCY})?\s*(?:before tax|after tax|gross|net|brutto|netto|bruts?|nets?|brutos?|netos?)?\s*`;
const MONTHLY = new RegExp(
  `^${PER}(?:(?:a|per|each|every|an?)\\s+month|/\\s?(?:mo(?:nth)?|monat|mois|mes)|monthly|pm\\b|p\\.m\\.|(?:im|pro|jeden|je)\\s+monat|monatlich|par\\s+mois|chaque\\s+mois|al\\s+mes|por\\s+mes|cada\\s+mes|mensuales|al\\s+mese|por\\s+mês|per\\s+maand)`,
  'iu',
);
const YEARLY = new RegExp(
  `^${PER}(?:(?:a|per|each|every)\\s+year|/\\s?(?:yr|year|jahr|an)|yearly|p\\.a\\.|(?:im|pro)\\s+jahr|jährlich|par\\s+an|al\\s+año|por\\s+año)`,
  'iu',
);
const NUMBER =
  /(?<![\p{L}\d.,])(\d{1,3}(?:[.,'\u00a0 ]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?)\s?(k|mio|mil(?!\p{L})|tausend|thousand|million)?(?![\d\p{L}])/giu;
const JOINED =
  /^\s*(?:%|percent)?\s*(?:,|;|and|und|et|y|e|or|oder|ou|o|\/|&)+\s*(?:at\s+|and\s+|und\s+|et\s+|y\s+)?$/i;

function numberOf(text: string, scale: string | undefined): number {
  const decimal = /[.,]\d{1,2}$/.exec(text)?.[0] ?? '';
  const whole = text.slice(0, text.length - decimal.length).replace(/\D/g, '');
  const value = Number(`${whole}${decimal.replace(',', '.')}`);
  if (!scale) return value;
  return value * (/^mi(?:o|llion)/i.test(scale) ? 1_000_000 : 1_000);
}

/** "in a year", "dans un an", "en un año". */
const ONE_YEAR =
  /(?<!\p{L})(?:in|within|after|over|innerhalb von|nach|dans|en|sur|tra|fra) (?:a|one|an|einem|eines|un|une) (?:years?|jahr|an(?:née)?|año|anno)(?!\p{L})/giu;

/** Returns the numbers of a text in order. "22, 29 and 0 %" are three rates. */
export function numbersIn(question: string): NumberFound[] {
  const found: (NumberFound & { plain: boolean })[] = [];
  for (const match of question.matchAll(NUMBER)) {
    const end = match.index + match[0].length;
    const after = question.slice(end, end + 40);
    const value = numberOf(match[1] as string, match[2]);
    const unit = UNITS.find(([, , words]) => words.test(after));
    const kind = unit?.[0] ?? (MONTHLY.test(after) ? 'monthly' : YEARLY.test(after) ? 'yearly' : 'amount');
    const plain =
      kind === 'amount' &&
      !match[2] &&
      !/[$€£₹]\s?$/.test(question.slice(Math.max(0, match.index - 2), match.index));
    found.push({ value: value * (unit?.[1] ?? 1), kind, at: match.index, end, plain });
  }
  for (const { index: at, 0: text } of question.matchAll(ONE_YEAR))
    found.push({ value: 12, kind: 'months', at, end: at + text.length, plain: false });
  for (let at = found.length - 2; at >= 0; at--) {
    const [one, next] = [found[at], found[at + 1]] as [(typeof found)[0], (typeof found)[0]];
    if (one.plain && next.kind === 'rate' && one.value < 100 && JOINED.test(question.slice(one.end, next.at)))
      one.kind = 'rate';
  }
  return found.map(({ plain, ...number }) => number);
}
