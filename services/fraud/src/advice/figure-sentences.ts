import { categoriesNamed } from './categories.js';
import { type Figures, monthly } from './figures.js';
import { numbersIn } from './numbers.js';
import { filled, joined, phrase } from './sentences.js';

const NUMBERS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/**
 * Formats cents as units with two decimals. There is no currency sign, because the service does not know the currency.
 */
export function money(cents: number): string {
  return NUMBERS.format(cents / 100);
}

const percent = (share: number) => `${Math.round(share * 100)} percent`;

/** Returns a sentence of `sentences.txt`; numbers are cents. */
function tell(key: string, values: Record<string, string | number | undefined> = {}): string {
  return filled(phrase('figures', key), values, (name) => {
    const value = values[name];
    return typeof value === 'number' ? money(value) : (value ?? '');
  });
}

const OWN = String.raw`\b(?:my|our|i|we|do i|have i)\b`;
const own = (what: string) => new RegExp(`${OWN}[^.?!]{0,60}\\b(?:${what})\\b`, 'i');

/** Patterns of questions that the caller's figures answer. */
const ASKED = {
  balance: own('balance|money (?:do i|have i|left|i have)|in (?:my|the) account|have left|account stand'),
  balanceShort:
    /\bhow much (?:money )?(?:do|have) (?:i|we) (?:have|got|left)\b|^\W*(?:my )?(?:account )?balance\W*$/i,
  income: own('income|earn(?:ed|ings?)?|salary|paid in|receive[d]?|come in|came in'),
  spending: own('spend(?:ing)?|spent|expenses|expenditure|outgoings|costs? me|pay for|paid for'),
  money: /\bwhere (?:does|did|is) (?:all )?(?:my|our) money\b/i,
  recurring: own('subscriptions?|recurring|regular payments|standing orders?|direct debits?|memberships?'),
  rate: own(
    'savings? rate|saving (?:enough|a month|per month)|save (?:a|per|each|every) month|sav(?:e|ed|ing)',
  ),
} as const;

const WANTS_NUMBER =
  /\bhow (?:much|many|high|large|big)\b|\bwhat(?:'s| is| are| was| were| did)\b|\bshow\b|\btell me\b|\blist\b|\bwhere (?:does|did|is)\b|\bam i\b|\bwhat (?:do|did) (?:i|we)\b|\bbalance\b/i;
const WANTS_METHOD =
  /\bhow (?:do|can|could|to|would|might)\b|\b(?:can|could|should|would|might)\b|\bhow much (?:do|will) (?:i|we) need\b|\b(?:good|best|right|better|recommended|ideal|rule)\b/i;

/** Answers a question about the caller's figures; returns no sentences for other questions. */
export function askedFigures(question: string, figures: Figures): string[] {
  // "How do I save" asks for a method; "how much do I save" and "my savings rate" ask for a number.
  if (!WANTS_NUMBER.test(question) || WANTS_METHOD.test(question)) return [];
  // "We spend 3,200 a month" gives a sum; it does not ask for one.
  if (numbersIn(question).some(({ kind }) => kind === 'monthly' || kind === 'yearly')) return [];
  const asks = (...keys: (keyof typeof ASKED)[]) => keys.some((key) => ASKED[key].test(question));
  const balance = asks('balance', 'balanceShort') ? [balanceLine(figures)] : [];
  if (!asks('income', 'spending', 'recurring', 'rate', 'money')) return balance;
  if (figures.days === 0) return [...balance, tell('none')];
  const named = asks('spending') ? categoriesNamed(question, 'en') : [];
  const { income30, income90 } = figures;
  return [
    ...balance,
    ...(asks('income') ? [tell('income', { income30, income90 })] : []),
    ...named.map((category) =>
      tell('category', { last30: 0, last90: 0, ...sumsOf(category, figures), category }),
    ),
    ...(named.length === 0 && asks('spending', 'money') ? spendingLines(figures) : []),
    ...(asks('recurring') ? [recurringLine(figures)] : []),
    ...(asks('rate') ? [rateLine(figures)] : []),
  ];
}

/** Returns at most two sentences with the caller's figures for an article that they illustrate. */
export function articleFigures(articleId: string, figures: Figures): string[] {
  const { income30, spending30, days, span } = figures;
  if (articleId === 'budget-50-30-20' && income30 > 0) {
    const part = (share: number) => Math.round(income30 * share);
    return [tell('thirds', { income: income30, needs: part(0.5), wishes: part(0.3), saving: part(0.2) })];
  }
  if (days === 0) return articleId === 'spend-where-it-goes' ? [tell('none')] : [];
  const spending = monthly(span.spending, figures);
  const left = monthly(span.income, figures) - spending;
  // Figures that cover a single month are not called an average.
  const period =
    span.days === 30
      ? { when: 'In the last 30 days' }
      : { when: `Over ${span.days} days, on average`, aMonth: ' a month' };
  switch (articleId) {
    case 'budget-first':
      return [tell('flow', { income30, spending30 })];
    case 'saving-emergency-fund':
      return cushionLine(figures, spending);
    case 'debt-good-or-bad':
      return left > 0 ? [tell('left', { ...period, left })] : [];
    case 'retire-how-much':
      return spending > 0 ? [tell('retirement', { spending })] : [];
    case 'goals-set':
      return [left > 0 ? tell('goals', { ...period, left }) : tell('missing', { ...period, missing: -left })];
    case 'spend-subscriptions':
      return [recurringLine(figures)];
    case 'spend-savings-rate':
      return [rateLine(figures)];
    case 'spend-where-it-goes':
    case 'spend-cut':
      return spendingLines(figures);
    default:
      return [];
  }
}

/** Returns all figures as lines for a language model. */
export function figureList(figures: Figures): string[] {
  if (figures.days === 0) return [balanceLine(figures), tell('none')];
  const { income30, income90 } = figures;
  return [
    balanceLine(figures),
    tell('incomeList', { income30, income90 }),
    ...spendingLines(figures),
    recurringLine(figures),
    rateLine(figures),
  ];
}

const balanceLine = ({ balance }: Figures) =>
  tell('balance', { balance: balance === undefined ? undefined : money(balance) });

const sumsOf = (name: string, { categories }: Figures) =>
  categories.find(({ category }) => category === name);

function spendingLines({ spending30, spending90, categories }: Figures): string[] {
  const parts = categories
    .filter(({ category }) => category !== 'savings and investments')
    .slice(0, 3)
    .map(({ category, last90 }) => `${category} (${money(last90)}, ${percent(last90 / spending90)})`);
  const spent = tell('spending', { spending30, spending90 });
  return parts.length === 0 || spending90 === 0
    ? [spent]
    : [spent, tell('largest', { parts: joined(parts) })];
}

function recurringLine({ recurring: { count, monthly } }: Figures): string {
  const payments = count === 1 ? 'one payment that returns' : `${count} payments that return`;
  return tell('recurring', { count, payments, monthly });
}

function rateLine({ savingsRate, span }: Figures): string {
  const days = String(span.days);
  if (savingsRate === undefined) return tell('noRate', { days });
  const share = percent(Math.abs(savingsRate));
  return tell(savingsRate >= 0 ? 'saves' : 'overspends', { days, share });
}

function cushionLine({ balance }: Figures, spending: number): string[] {
  if (balance === undefined || balance <= 0 || spending <= 0) return [];
  const covered = balance / spending;
  const about = `about ${covered >= 10 ? Math.floor(covered) : covered.toFixed(1)}`;
  return [tell('cushion', { balance, spending, months: covered > 36 ? 'more than 36' : about })];
}
