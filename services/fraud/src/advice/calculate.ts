import { SENTENCES, type SentenceLanguage } from './calculation-sentences.js';
import {
  CUSHION_MONTHS,
  instalment,
  loanFor,
  MORTGAGE_SHARE,
  monthlyForGoal,
  monthsToGoal,
  payoff,
  payoffOrder,
  RENT_SHARE,
  sumSaved,
} from './calculations.js';
import { categoriesNamed } from './categories.js';
import { type Figures, type MonthFigures, monthly } from './figures.js';
import { type NumberFound, numbersIn } from './numbers.js';
import type { Topic } from './topics.js';

export interface Calculated {
  topic: Topic;
  text: string;
}

const words = (source: string, end = '') =>
  new RegExp(`(?<!\\p{L})(?:${source.replaceAll('…', '[^.?!]{0,40}')})${end}`, 'iu');
const END = '(?!\\p{L})';

const DEBT = words(
  'debts?|cards?|loans?|owe|(?:dois|debo|devo)(?=\\s[$€£]?\\s?\\d)|rembours\\p{L}*|overdraft|credit|pay(?:ing)? [^.?!]{0,20}?(?:off|down|back)|repay\\p{L}*|schulden?|kredit\\p{L}*|darlehen|kreditkarten?|abzahl\\p{L}*|tilg\\p{L}*|dettes?|crédits?|credits?|emprunts?|cartes?|prêts?|deudas?|tarjetas?|préstamos?|prestamos?|créditos?|debit[oi]|prestit[oi]|mutuo|dívidas?|empréstimos?|lening\\p{L}*',
);
const ORDER = words(
  'which|first|order|priorit\\p{L}*|start with|welche\\p{L}*|zuerst|reihenfolge|quelle?s?|laquelle|premi[eè]re?|abord|ordre|cu[aá]l|primer\\p{L}*|orden|qual[ei]|prima|primeiro|eerst',
);
/** Words for saving. "Sparkasse" is excluded, because it is a bank. */
const SAVES =
  'sav(?:e|ing|ings|ed)|put (?:aside|away)|spar(?!kasse)\\p{L}*|zurückleg\\p{L}*|épargn\\p{L}*|epargn\\p{L}*|je mets|économis\\p{L}*|mettre de côté|ahorr\\p{L}*|risparmi\\p{L}*|mettere da parte|poupa\\p{L}*|economizar';
const SAVING = words(SAVES);
const GOAL = words(`${SAVES}|goal|reach|deposit|down payment|ziel|objectif|meta|objetivo`);
/** Words for a loan that pays for a home: savings can be mentioned in a question about such a loan. */
const HOME_LOAN = words(
  'mortgage|home loan|borrow|hypothek\\p{L}*|baufinanz\\p{L}*|hypoth[eè]que|crédit immobilier|hipoteca|mutuo',
);
// "Rente" (German) is a pension.
const RENT = words('rent|rents|renting|miete\\p{L}*|loyer|alquiler|renta|affitto|aluguel|huur', END);
const MORTGAGE = words(
  'mortgage|house|home loan|buy a (?:home|flat|house)|hypothek\\p{L}*|baufinanz\\p{L}*|haus|hypoth[eè]que|crédit immobilier|maison|hipoteca|casa',
);
const INCOME = words(
  'income|earn|salary|make|wage|take home|bring home|einkommen|verdien\\p{L}*|gehalt|lohn|revenus?|salaire|gagne|ingresos?|gano|sueldo|salario|nett?o?s?(?!\\p{L})|brutto|bruts?',
);
const AFFORD = words(
  'afford|how much|what|max\\p{L}*|too much|can i|leisten|wie viel|wieviel|zu viel|combien|puis-je|permettre|trop|cu[aá]nto|cu[aá]nta|permitir|puedo|demasiad\\p{L}*|quanto|posso|hoeveel',
);
const CUSHION = words(
  'emergency (?:fund|savings)|rainy day|cushion|notgroschen|notfall\\p{L}*|rücklagen?|épargne de précaution|fonds d.urgence|fondo de emergencia|colchón',
);
/** Words for an amount that is saved already. */
const HAS = words('already|start with|i have|ich habe|habe ich|j.ai|déjà|tengo|ya ');
const HOW_LONG = words('how long|wie lange|combien de temps|cu[aá]nto tiempo|quanto tempo|hoe lang');
/** Words for money that is used up in a certain time: "how long will 10,000 last" does not ask about saving. */
const USED_UP = words(
  'lasts?|run out|live (?:on|off)|draw|withdraw|spend|spending|reich(?:t|en)|leben|ausgeb\\p{L}*|abheb\\p{L}*|entnehm\\p{L}*|dur(?:e|er|era|ent)|tenir|vivre|dépens\\p{L}*|dur(?:a|an|ar|ará|arán)|alcanz\\p{L}*|vivir|gast\\p{L}*|durano|durer(?:à|anno)|bast(?:a|ano)|vivere|spend(?:o|ere)',
  END,
);
/** Matches the share of a price that is paid at once: a percentage, with words for a down payment. */
const DOWN =
  /(?<![\d.,])\d{1,2}(?:[.,]\d{1,2})?\s?%(?:\s*(?:down|deposit|anzahlung|eigenkapital|d.apport|de entrada|di anticipo)|(?<=(?:down payment of|deposit of|anzahlung von|apport de|entrada del?|anticipo del?)\s[\d.,]{1,5}\s?%))/iu;
const SPEND = words(
  'spend|spending|expenses|costs?|need|paid|\\p{L}*ausgaben?|ausgebe|ausgegeben|bezahlt|kosten|brauche|dépens\\p{L}*|depens\\p{L}*|payé|gast\\p{L}*|pagado|pagué',
);
const HOW_MUCH = words('wie ?viel|combien|cu[aá]nto');
/** Names of sums that were spent, which need no word for their owner: "Ausgaben für Essen im Mai". */
const SPENT = words('expenses|spending|\\p{L}*ausgaben|dépenses|depenses|gastos');
/** Questions about usual spending in other languages; the last month answers them. */
const USUALLY = words(
  'gebe ich …(?:aus|ausgegeben)|habe ich …ausgegeben|(?:je|j.ai|ai-je|dépensé-je) …dépens\\p{L}*|dépense-t-on|gast(?:o|amos|é)|he gastado',
);

const of = (found: readonly NumberFound[], kind: NumberFound['kind']) =>
  found.filter((number) => number.kind === kind).map(({ value }) => value);

/** Calculates an answer from numbers in the question, or from the caller's account; undefined for other questions. */
export function calculate(
  question: string,
  figures: Figures,
  language: SentenceLanguage = 'en',
): Calculated | undefined {
  const month =
    monthNamed(question, figures.months, language) ??
    (USUALLY.test(question) && HOW_MUCH.test(question) ? figures.months[1] : undefined);
  if (
    month &&
    (SPENT.test(question) || USUALLY.test(question) || (SPEND.test(question) && OWN.test(question)))
  )
    return { topic: 'spending', text: monthText(month, question, language) };
  const numbers = numbersIn(question);
  const downAt = DOWN.exec(question)?.index;
  const isDown = ({ kind, at }: NumberFound) => kind === 'rate' && at === downAt;
  const down = numbers.find(isDown)?.value ?? 0;
  const found = numbers.filter((number) => !isDown(number));
  const say = SENTENCES[language];
  const rates = of(found, 'rate');
  const amounts = of(found, 'amount').filter((value) => value > 0);
  const [interest] = rates;
  const [aMonth] = of(found, 'monthly');
  const [aYear] = of(found, 'yearly');
  const [months] = of(found, 'months');
  const debt = DEBT.test(question);

  if (rates.length > 1 && debt && ORDER.test(question)) {
    const order = payoffOrder(debtsOf(found));
    const [first] = order;
    const text = [
      say.order(order.map(({ rate }) => rate)),
      ...(order.every(({ balance }) => balance !== undefined) && first
        ? [say.yearly(first.rate, ((first.balance as number) * first.rate) / 100)]
        : []),
      ...(order.some(({ rate }) => rate === 0) ? [say.free()] : []),
    ];
    return { topic: 'debt', text: text.join(' ') };
  }
  const [amount] = amounts;
  if (CUSHION.test(question)) {
    const spending =
      aMonth ?? amount ?? (figures.span.spending > 0 ? monthly(figures.span.spending, figures) / 100 : 0);
    const asked = aMonth !== undefined || (amount !== undefined && SPEND.test(question));
    if (spending > 0 && (asked || (amount === undefined && figures.span.spending > 0)))
      return { topic: 'saving', text: say.cushion(spending, CUSHION_MONTHS, !asked) };
  }
  const income = aMonth ?? (aYear === undefined ? undefined : aYear / 12);
  // "My rent is 1500 and I earn 3200": the larger amount is the income.
  const earned = income ?? (INCOME.test(question) && amounts.length === 2 ? Math.max(...amounts) : undefined);
  if (RENT.test(question) && AFFORD.test(question) && earned !== undefined)
    return { topic: 'budgeting', text: say.rent(earned, RENT_SHARE) };
  const named = aYear !== undefined || INCOME.test(question);
  if (MORTGAGE.test(question) && AFFORD.test(question) && income !== undefined && named) {
    const payment = income * MORTGAGE_SHARE;
    const term = months ?? 300;
    return {
      topic: 'goals',
      text: say.mortgage(
        income,
        MORTGAGE_SHARE,
        interest === undefined
          ? undefined
          : { rate: interest, months: term, loan: loanFor(payment, interest, term) },
      ),
    };
  }
  const saves = SAVING.test(question) && !HOME_LOAN.test(question);
  if (
    MORTGAGE.test(question) &&
    !saves &&
    amount !== undefined &&
    interest !== undefined &&
    months !== undefined
  ) {
    const loan = amount * (1 - down / 100);
    return {
      topic: 'goals',
      text: say.instalment(loan, interest, months, instalment(loan, interest, months)),
    };
  }
  const rate = interest ?? 0;
  if (debt && !GOAL.test(question) && amount !== undefined && rates.length < 2) {
    if (aMonth !== undefined) {
      const result = payoff(amount, rate, aMonth);
      return {
        topic: 'debt',
        text: result ? say.payoff(amount, rate, aMonth, result) : say.never(amount, rate, aMonth),
      };
    }
    if (months !== undefined) {
      const payment = instalment(amount, rate, months);
      return { topic: 'debt', text: say.instalment(amount, rate, months, payment) };
    }
  }
  // "If I save 200 a month at 3 %, how much will I have after 10 years?"
  const held = amount === undefined || HAS.test(question);
  if (saves && AFFORD.test(question) && aMonth !== undefined && months !== undefined && held) {
    const sum = sumSaved(amount ?? 0, aMonth, rate, months);
    return { topic: 'saving', text: say.grown(amount ?? 0, aMonth, rate, months, sum) };
  }
  const howLong = HOW_LONG.test(question);
  const isUsedUp = howLong && USED_UP.test(question);
  if ((GOAL.test(question) || (howLong && !debt)) && !isUsedUp && amount !== undefined) {
    const saved = amounts.length > 1 ? Math.min(...amounts) : 0;
    const goal = Math.max(...amounts);
    if (months !== undefined && months > 0)
      return {
        topic: 'goals',
        text: say.putAside(goal, saved, months, rate, monthlyForGoal(goal, saved, months, rate)),
      };
    if (aMonth !== undefined) {
      const needed = monthsToGoal(goal, saved, aMonth, rate);
      if (needed !== undefined)
        return { topic: 'goals', text: say.reached(goal, saved, aMonth, rate, needed) };
    }
  }
  return undefined;
}

const OWN = words('i|we|my|our|ich|wir|meine?n?|je|j|nous|mes|yo|mis?|he|hemos|gast[eé]', END);
const LOCALES = { en: 'en-US', de: 'de-DE', fr: 'fr-FR', es: 'es-ES' } as const;
const LAST = words('last month|letzten? monat|vorigen monat|mois dernier|mes pasado');

/** Returns the month that a question names; if two months have the name, the later one. */
function monthNamed(
  question: string,
  months: readonly MonthFigures[],
  language: SentenceLanguage,
): MonthFigures | undefined {
  const text = question.toLowerCase();
  // The first entry is the current month, the second the last month.
  if (LAST.test(question)) return months[1];
  return months.find(({ month }) => {
    const name = nameOf(month, language);
    return (
      new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, 'u').test(text) &&
      !(name === 'may' && !/(?:in|of|last) may/.test(text))
    );
  });
}

function nameOf(month: string, language: SentenceLanguage): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], { month: 'long', timeZone: 'UTC' });
  return format.format(Date.parse(`${month}-01`)).toLowerCase();
}

function monthText(month: MonthFigures, question: string, language: SentenceLanguage): string {
  const name = `${nameOf(month.month, language).replace(/^./, (first) => (language === 'en' || language === 'de' ? first.toUpperCase() : first))} ${month.month.slice(0, 4)}`;
  const named = categoriesNamed(question, language);
  const parts = month.categories.filter(({ category }) => named.length === 0 || named.includes(category));
  const sum = named.length === 0 ? month.spending : parts.reduce((total, part) => total + part.sum, 0);
  return SENTENCES[language].month(
    name,
    sum / 100,
    named,
    named.length === 0 ? parts.slice(0, 3).map(({ category, sum: part }) => [category, part / 100]) : [],
  );
}

/**
 * Returns the debts of a question: the n-th rate belongs to the n-th amount, if there are as many rates as amounts.
 */
function debtsOf(found: readonly NumberFound[]) {
  const rates = found.filter(({ kind }) => kind === 'rate');
  // In "2 loans: 5,000 at 7 %, 3,000 at 9 %", the 2 is the number of loans and not an amount.
  const amounts = found.filter(({ kind, value }) => kind === 'amount' && value !== rates.length);
  const paired = rates.length === amounts.length;
  return rates.map(({ value }, at) => ({ rate: value, balance: paired ? amounts[at]?.value : undefined }));
}
