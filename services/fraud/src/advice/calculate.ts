import * as math from './calculations.js';
import { categoriesNamed, categoryIn } from './categories.js';
import { type Figures, type MonthFigures, monthly } from './figures.js';
import { type NumberFound, numbersIn } from './numbers.js';
import { readPatterns } from './sections.js';
import { localeOf, money, number, phrase, type SentenceLanguage, say, type Values } from './sentences.js';
import type { Topic } from './topics.js';

export interface Calculated {
  topic: Topic;
  /** Id of an article that explains the calculation. */
  article: string | undefined;
  text: string;
}

/** Words of questions by name. */
const WORDS = new Map(
  readPatterns('questions.txt', '[^.?!]{0,40}', (source, name) => {
    return new RegExp(`(?<!\\p{L})(?:${source})${name.endsWith(' whole') ? '(?!\\p{L})' : ''}`, 'iu');
  }).map(([name, pattern]) => [name.replace(/ whole$/, ''), pattern]),
);

type Sentence = readonly [key: string, values?: Values];
type Answer = readonly Sentence[] | undefined;

/** Calculations in order; the first that has an answer to the question gives it. */
const CALCULATIONS: readonly (readonly [Topic, (asked: Asked) => Answer, article?: string])[] = [
  ['spending', spentInMonth],
  ['debt', order],
  ['saving', cushion, 'saving-emergency-fund'],
  ['budgeting', rent],
  ['goals', mortgage],
  ['goals', homeLoan],
  ['debt', repayment],
  ['saving', growth],
  ['goals', goal],
];

/** Calculates an answer from numbers in the question, or from the caller's account; undefined for other questions. */
export function calculate(
  question: string,
  figures: Figures,
  language: SentenceLanguage = 'en',
): Calculated | undefined {
  const asked = askedOf(question, figures, language);
  for (const [topic, answerOf, article] of CALCULATIONS) {
    const sentences = answerOf(asked);
    if (sentences) {
      const text = sentences.map(([key, values]) => say(language, key, values)).join(' ');
      return { topic, article, text };
    }
  }
  return undefined;
}

type Asked = ReturnType<typeof askedOf>;

const SUMS = new Set<NumberFound['kind']>(['amount', 'monthly', 'yearly']);

/** Returns a question with its numbers: of each kind the first one. */
function askedOf(question: string, figures: Figures, language: SentenceLanguage) {
  const before = ({ at }: NumberFound) => /\D*$/.exec(question.slice(0, at))![0];
  const after = ({ end }: NumberFound) => /^\D*/.exec(question.slice(end))![0];
  const isDown = (one: NumberFound) =>
    WORDS.get('downBefore')!.test(before(one)) || WORDS.get('downAfter')!.test(after(one));
  const numbers = numbersIn(question);
  const found = numbers.filter((one) => one.kind !== 'rate' || !isDown(one));
  const of = (kind: NumberFound['kind']) =>
    found.filter((one) => one.kind === kind).map(({ value }) => value);
  const rates = of('rate');
  const amounts = of('amount').filter((value) => value > 0);
  return {
    question,
    language,
    figures,
    /** True if the question has words of that name. */
    says: (name: string) => WORDS.get(name)!.test(question),
    found,
    rates,
    rate: rates[0],
    amounts,
    amount: amounts[0],
    /** Amount of each month, and of each year. */
    aMonth: of('monthly')[0],
    aYear: of('yearly')[0],
    months: of('months')[0],
    /** Sum that the caller earns, by the words beside it: a month unless the question says otherwise. */
    earned: found.find(
      (one) =>
        SUMS.has(one.kind) &&
        (WORDS.get('income')!.test(before(one)) || WORDS.get('earnedAfter')!.test(after(one))),
    ),
    /** Part of a price that is paid at once: a percentage or an amount. */
    down: numbers.find((one) => (one.kind === 'rate' || one.kind === 'amount') && isDown(one)),
  };
}

function spentInMonth({ question, language, figures: { months }, found, says }: Asked): Answer {
  // "If I spend 1,400 a month" gives a sum; it does not ask for one.
  const usually = says('usually') && !found.some(({ kind }) => SUMS.has(kind));
  const month =
    monthNamed(question, months, language) ?? (usually && says('howMuch') ? months[1] : undefined);
  if (!month || !(says('spent') || usually || (says('spend') && says('own')))) return undefined;
  const named = categoriesNamed(question, language);
  const all = named.length === 0;
  const parts = month.categories.filter(({ category }) => all || named.includes(category));
  const sum = all ? month.spending : parts.reduce((total, part) => total + part.sum, 0);
  const nameOf = (category: string) => categoryIn(language, category);
  const largest = all ? parts.slice(0, 3) : [];
  const and = phrase(language, 'span').split(' ').at(-1);
  const values = {
    name: `${monthName(month.month, language)} ${month.month.slice(0, 4)}`,
    sum: sum / 100,
    kinds: named.map(nameOf).join(` ${and} `),
    largest: largest
      .map((part) => `${nameOf(part.category)} ${money(language, part.sum / 100)}`)
      .join(`${phrase(language, 'separator')} `),
  };
  return [['month', values]];
}

function order({ rates, found, language, says }: Asked): Answer {
  if (rates.length < 2 || !says('debt') || !says('order')) return undefined;
  const debts = math.payoffOrder(debtsOf(found));
  const [first = '', ...rest] = debts.map((debt) => number(language, debt.rate));
  const [{ rate, balance }] = debts as [math.Debt];
  const sentences: Sentence[] = [
    ['order', { first, rest: rest.map((one) => `${one} %`).join(`, ${phrase(language, 'then')} `) }],
  ];
  if (balance !== undefined) sentences.push(['yearly', { rate, interest: (balance * rate) / 100 }]);
  if (rates.includes(0)) sentences.push(['free']);
  return sentences;
}

function cushion({ aMonth, amount, figures, says }: Asked): Answer {
  if (!says('cushion') && !(says('buffer') && says('spend') && aMonth !== undefined)) return undefined;
  const own = figures.span.spending > 0 ? monthly(figures.span.spending, figures) / 100 : 0;
  const isAsked = aMonth !== undefined || (amount !== undefined && says('spend'));
  const spending = aMonth ?? amount ?? own;
  if (!(spending > 0) || !(isAsked || (amount === undefined && own > 0))) return undefined;
  const [least, most] = math.CUSHION_MONTHS;
  const sums = { leastSum: least * spending, mostSum: most * spending };
  const months = { least: String(least), most: String(most) };
  return [['cushion', { spending, ...sums, ...months, own: isAsked ? undefined : 1 }]];
}

function incomeOf({ earned, aMonth, aYear }: Asked): number | undefined {
  if (earned) return earned.kind === 'yearly' ? earned.value / 12 : earned.value;
  return aMonth ?? (aYear === undefined ? undefined : aYear / 12);
}
const shareOf = (income: number, share: number) => ({ income, share: share * 100, payment: income * share });
/** The rules of thumb count income before tax. */
const ofTakeHomePay = ({ says }: Asked, income: number): Sentence[] =>
  says('net') ? [['takeHome', { third: income / 3 }]] : [];

function rent(asked: Asked): Answer {
  const { says } = asked;
  const income = incomeOf(asked);
  if (!says('rent') || !says('afford') || income === undefined) return undefined;
  return [['rent', shareOf(income, math.RENT_SHARE)], ...ofTakeHomePay(asked, income)];
}

function mortgage(asked: Asked): Answer {
  const { aYear, rate, months = 300, language, says } = asked;
  const income = incomeOf(asked);
  if (!says('mortgage') || !says('afford') || income === undefined) return undefined;
  if (aYear === undefined && !says('income')) return undefined;
  const share = shareOf(income, math.MORTGAGE_SHARE);
  const loan = rate === undefined ? undefined : math.loanFor(share.payment, rate, months);
  const about = loan === undefined ? '' : money(language, Math.round(loan / 100) * 100);
  return [['mortgage', { ...share, rate, months, loan: about }], ...ofTakeHomePay(asked, income)];
}

const saves = ({ says }: Asked) => says('saving') && !says('homeLoan');

function homeLoan(asked: Asked): Answer {
  const { amounts, rate, months, down, says } = asked;
  if (!(says('mortgage') || says('home')) || (saves(asked) && !(down && says('payment')))) return undefined;
  const price = amounts.find((value) => down?.kind !== 'amount' || value > down.value);
  if (price === undefined || rate === undefined || months === undefined) return undefined;
  if (!down) return [instalments(price, rate, months)];
  const deposit = down.kind === 'rate' ? (price * down.value) / 100 : down.value;
  return [['deposit', { price, deposit, loan: price - deposit }], instalments(price - deposit, rate, months)];
}

function instalments(loan: number, rate: number, months: number): Sentence {
  const payment = math.instalment(loan, rate, months);
  const total = payment * months;
  return ['instalment', { loan, rate, months, payment, total, interest: total - loan }];
}

function repayment(asked: Asked): Answer {
  const { amount: balance, rates, rate = 0, aMonth: payment, months, says } = asked;
  if (!says('debt') || seeksGoal(asked) || balance === undefined || rates.length > 1) return undefined;
  if (payment === undefined) return months === undefined ? undefined : [instalments(balance, rate, months)];
  const result = math.payoff(balance, rate, payment);
  if (result) return [['payoff', { balance, rate, payment, ...result }]];
  return [['never', { balance, rate, payment, interest: (balance * rate) / 1_200 }]];
}

/** "If I save 200 a month at 3 %, how much will I have after 10 years?" */
function growth(asked: Asked): Answer {
  const { amount, aMonth = 0, rate = 0, months, says } = asked;
  if (!(saves(asked) || says('invests')) || !says('afford') || months === undefined) return undefined;
  const grows = says('grows');
  if (aMonth === 0 ? amount === undefined || !grows : amount !== undefined && !says('has') && !grows)
    return undefined;
  const saved = amount ?? 0;
  const sum = math.sumSaved(saved, aMonth, rate, months);
  const put = saved + aMonth * months;
  const key = aMonth === 0 ? 'lump' : 'grown';
  return [[key, { saved, monthly: aMonth, rate, months, sum, put, interest: sum - put }]];
}

const seeksGoal = ({ says }: Asked) => says('saving') || says('goal');

function goal(asked: Asked): Answer {
  const { amounts, aMonth, rate = 0, months, says } = asked;
  const howLong = says('howLong');
  if (!seeksGoal(asked) && !(howLong && !says('debt'))) return undefined;
  if ((howLong && says('usedUp')) || amounts.length === 0) return undefined;
  const wanted = Math.max(...amounts);
  const saved = amounts.length > 1 ? Math.min(...amounts) : 0;
  const known = { goal: wanted, saved, rate };
  if (months !== undefined && months > 0) {
    const each = math.monthlyForGoal(wanted, saved, months, rate);
    return [['putAside', { ...known, months, monthly: each, each: (wanted - saved) / months }]];
  }
  if (aMonth === undefined) return undefined;
  const needed = math.monthsToGoal(wanted, saved, aMonth, rate);
  if (needed === undefined) return undefined;
  return [['reached', { ...known, monthly: aMonth, months: needed, exact: (wanted - saved) / aMonth }]];
}

/** Returns the month that a question names; if two months have the name, the later one. */
function monthNamed(
  question: string,
  months: readonly MonthFigures[],
  language: SentenceLanguage,
): MonthFigures | undefined {
  const text = question.toLowerCase();
  // The first entry is the current month, the second the last month.
  if (WORDS.get('last')!.test(question)) return months[1];
  return months.find(({ month }) => {
    const name = monthName(month, language).toLowerCase();
    return (
      new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, 'u').test(text) &&
      !(name === 'may' && !/(?:in|of|last) may/.test(text))
    );
  });
}

function monthName(month: string, language: SentenceLanguage): string {
  const format = new Intl.DateTimeFormat(localeOf(language), { month: 'long', timeZone: 'UTC' });
  return format.format(Date.parse(`${month}-01`));
}

/**
 * Returns the debts of a question: the n-th rate belongs to the n-th amount, if there are as many rates as amounts.
 */
function debtsOf(found: readonly NumberFound[]): math.Debt[] {
  const rates = found.filter(({ kind }) => kind === 'rate');
  // In "2 loans: 5,000 at 7 %, 3,000 at 9 %", the 2 is the number of loans and not an amount.
  const amounts = found.filter(({ kind, value }) => kind === 'amount' && value !== rates.length);
  const paired = rates.length === amounts.length;
  return rates.map(({ value }, at) => ({ rate: value, balance: paired ? amounts[at]?.value : undefined }));
}
