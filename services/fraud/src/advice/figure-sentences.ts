import { categoriesNamed } from './categories.js';
import { type Figures, monthly } from './figures.js';
import type { Topic } from './topics.js';

const NUMBERS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/**
 * Formats cents as units with two decimals. There is no currency sign, because the service does not know the currency.
 */
export function money(cents: number): string {
  return NUMBERS.format(cents / 100);
}

const percent = (share: number) => `${Math.round(share * 100)} percent`;

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
  /\bhow (?:do|can|could|to|would|might)\b|\b(?:can|could|should|would|might)\b|\bhow much (?:do|will) (?:i|we) need\b|\b(?:good|best|right|recommended|ideal|rule)\b/i;

const NONE_YET =
  'I see no approved payments of your accounts in the last 90 days, so I have no figures to add.';

/** Answers a question about the caller's figures; returns no sentences for other questions. */
export function askedFigures(question: string, figures: Figures): string[] {
  // "How do I save" asks for a method; "how much do I save" and "my savings rate" ask for a number.
  if (!WANTS_NUMBER.test(question) || WANTS_METHOD.test(question)) return [];
  const asks = (key: keyof typeof ASKED) => ASKED[key].test(question);
  const lines: string[] = [];
  if (asks('balance') || asks('balanceShort')) lines.push(balanceLine(figures));
  const named = asks('spending') ? categoriesNamed(question, 'en') : [];
  const any = asks('income') || asks('spending') || asks('recurring') || asks('rate') || asks('money');
  if (any && figures.days === 0) return [...lines, NONE_YET];
  if (asks('income')) {
    lines.push(
      `Your income was ${money(figures.income30)} in the last 30 days and ${money(figures.income90)} in the last 90 days.`,
    );
  }
  if (named.length > 0) {
    for (const category of named) {
      const kind = figures.categories.find((entry) => entry.category === category);
      lines.push(
        `For ${category} you spent ${money(kind?.last30 ?? 0)} in the last 30 days and ${money(kind?.last90 ?? 0)} in the last 90 days.`,
      );
    }
  } else if (asks('spending') || asks('money')) {
    lines.push(spendingLine(figures), ...categoryLine(figures));
  }
  if (asks('recurring')) lines.push(recurringLine(figures));
  if (asks('rate')) lines.push(...rateLine(figures));
  return lines;
}

/** Returns at most two sentences with the caller's figures, for an answer on a topic. */
export function topicFigures(topic: Topic, articleId: string, figures: Figures): string[] {
  const lines: string[] = [];
  const spending = monthly(figures.span.spending, figures);
  const left = monthly(figures.span.income, figures) - spending;
  // Figures that cover a single month are not called an average.
  const when =
    figures.span.days === 30 ? 'In the last 30 days' : `Over ${figures.span.days} days, on average`;
  const aMonth = figures.span.days === 30 ? '' : ' a month';
  if (articleId === 'budget-50-30-20' && figures.income30 > 0) {
    const part = (share: number) => money(Math.round(figures.income30 * share));
    return [
      `With your income of the last 30 days, ${money(figures.income30)}, the three parts would be ${part(0.5)}, ${part(0.3)} and ${part(0.2)}.`,
    ];
  }
  if (figures.days === 0) return topic === 'spending' || topic === 'budgeting' ? [NONE_YET] : [];
  switch (topic) {
    case 'budgeting':
      lines.push(
        `In the last 30 days ${money(figures.income30)} came in to your accounts and ${money(figures.spending30)} was spent.`,
      );
      break;
    case 'saving':
    case 'investing':
      lines.push(...cushionLine(figures, spending));
      if (topic === 'saving' && figures.savingsRate !== undefined) lines.push(...rateLine(figures));
      break;
    case 'debt':
    case 'credit': {
      const debt = figures.categories.find(({ category }) => category === 'debt payments');
      if (debt) {
        lines.push(
          `Payments that look like debt payments came to ${money(debt.last30)} in the last 30 days and ${money(debt.last90)} in the last 90 days.`,
        );
      }
      if (topic === 'debt' && left > 0)
        lines.push(`${when} ${money(left)}${aMonth} was left after spending.`);
      break;
    }
    case 'retirement':
      if (spending > 0) {
        lines.push(
          `Your spending, ${money(spending)} a month, is a starting point for an estimate of what retirement may cost.`,
        );
      }
      break;
    case 'goals':
      lines.push(
        left > 0
          ? `${when} ${money(left)}${aMonth} was left after spending; that is what goals can be planned with.`
          : `${when} ${money(-left)}${aMonth} more was spent than came in, so a goal needs a change in spending or income first.`,
      );
      break;
    case 'spending':
      if (articleId === 'spend-subscriptions') lines.push(recurringLine(figures));
      else if (articleId === 'spend-savings-rate') lines.push(...rateLine(figures));
      else lines.push(spendingLine(figures), ...categoryLine(figures));
      break;
  }
  return lines.slice(0, 2);
}

/** Returns all figures as lines for a language model. */
export function figureList(figures: Figures): string[] {
  if (figures.days === 0) return [balanceLine(figures), NONE_YET];
  return [
    balanceLine(figures),
    `Income: ${money(figures.income30)} in 30 days, ${money(figures.income90)} in 90 days.`,
    spendingLine(figures),
    ...categoryLine(figures),
    recurringLine(figures),
    ...rateLine(figures),
  ];
}

function balanceLine({ balance }: Figures): string {
  return balance === undefined
    ? 'None of your linked accounts has been used yet, so there is no balance.'
    : `The balance of your accounts is ${money(balance)}.`;
}

function spendingLine({ spending30, spending90 }: Figures): string {
  return `You spent ${money(spending30)} in the last 30 days and ${money(spending90)} in the last 90 days.`;
}

function categoryLine({ categories, spending90 }: Figures): string[] {
  const largest = categories.filter(({ category }) => category !== 'savings and investments').slice(0, 3);
  if (largest.length === 0 || spending90 === 0) return [];
  const parts = largest.map(
    ({ category, last90 }) => `${category} (${money(last90)}, ${percent(last90 / spending90)})`,
  );
  return [`Over 90 days the largest kinds of spending were ${joined(parts)}.`];
}

function recurringLine({ recurring }: Figures): string {
  if (recurring.count === 0) return 'I found no payments of yours that return in a regular rhythm.';
  const what = recurring.count === 1 ? 'one payment that returns' : `${recurring.count} payments that return`;
  return `I found ${what} in a regular rhythm, about ${money(recurring.monthly)} a month together.`;
}

function rateLine({ savingsRate, span }: Figures): string[] {
  if (savingsRate === undefined)
    return [`Without income in the last ${span.days} days there is no savings rate.`];
  return savingsRate >= 0
    ? [`Your savings rate over the last ${span.days} days is ${percent(savingsRate)} of your income.`]
    : [`Over the last ${span.days} days you spent ${percent(-savingsRate)} more than you took in.`];
}

function cushionLine({ balance }: Figures, spending: number): string[] {
  if (balance === undefined || balance <= 0 || spending <= 0) return [];
  const months = balance / spending;
  const shown =
    months > 36 ? 'more than 36' : `about ${months >= 10 ? Math.floor(months) : months.toFixed(1)}`;
  return [
    `Your balance of ${money(balance)} would cover ${shown} months of your spending, ${money(spending)} a month.`,
  ];
}

function joined(parts: string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
