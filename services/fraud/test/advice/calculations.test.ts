import { rows } from '@services/kit/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calculate } from '../../src/advice/calculate.js';
import {
  instalment,
  loanFor,
  monthlyForGoal,
  monthsToGoal,
  payoff,
  payoffOrder,
} from '../../src/advice/calculations.js';
import { Composer } from '../../src/advice/composer.js';
import { loadKnowledge } from '../../src/advice/knowledge.js';
import { numbersIn } from '../../src/advice/numbers.js';
import { Library } from '../../src/advice/retrieval.js';
import { SAMPLE } from './sample-figures.js';

describe('calculations', () => {
  test('agree with published loan tables', () => {
    // By published annuity tables, 200,000 at 6 % over 30 years costs 1,199.10 a month.
    expect(instalment(200_000, 6, 360)).toBeCloseTo(1_199.1, 2);
    expect(loanFor(1_199.1, 6, 360)).toBeCloseTo(200_000, -1);
    // By tables of loans, 3,000 at 18 % is repaid in 24 instalments of 149.77.
    expect(instalment(3_000, 18, 24)).toBeCloseTo(149.77, 2);
    expect(payoff(3_000, 18, 150)?.months).toBe(24);
    expect(payoff(1_000, 24, 20)).toBeUndefined();
    expect(monthsToGoal(10_000, 1_000, 300)).toBe(30);
    expect(monthlyForGoal(12_000, 0, 24)).toBe(500);
    const debts = [22, 29, 0].map((rate) => ({ rate, balance: undefined }));
    expect(payoffOrder(debts).map(({ rate }) => rate)).toEqual([29, 22, 0]);
  });

  test('agree with their inverses', () => {
    const amount = fc.integer({ min: 100, max: 500_000 });
    const rate = fc.integer({ min: 0, max: 40 });
    const months = fc.integer({ min: 1, max: 480 });
    fc.assert(
      fc.property(amount, rate, months, (loan, percent, span) => {
        const payment = instalment(loan, percent, span);
        expect(loanFor(payment, percent, span) / loan).toBeCloseTo(1, 6);
        expect(payoff(loan, percent, payment * (1 + 1e-9))?.months).toBe(span);
        const monthly = monthlyForGoal(loan, 0, span, percent);
        expect(monthsToGoal(loan, 0, monthly * (1 + 1e-9), percent)).toBe(span);
      }),
    );
  });
});

test.each([
  ['3 cards at 22, 29, 0 %: which first?', [3, 22, 29, 0], ['amount', 'rate', 'rate', 'rate']],
  ['$1,234.50 at 4.5% over 30 years', [1234.5, 4.5, 360], ['amount', 'rate', 'months']],
  ['1.234,50 € zu 4,5 Prozent', [1234.5, 4.5], ['amount', 'rate']],
  ['2k in 18 months, 300 a month', [2000, 18, 300], ['amount', 'months', 'monthly']],
  ['gano 1.500 al mes', [1500], ['monthly']],
])('numbers of %s', (text, values, kinds) => {
  const found = numbersIn(text);
  expect(found.map(({ value }) => value)).toEqual(values);
  expect(found.map(({ kind }) => kind)).toEqual(kinds);
});

const knowledge = await loadKnowledge();
const composer = new Composer(knowledge, new Library(knowledge));
const answered = (message: string) => composer.answer({ message, history: [], figures: SAMPLE }).text;

describe('calculated answers', () => {
  // 27,948.28 is from published tables of annuities. 32 and 33 instalments: n = -ln(1 - debt × rate ÷ payment) ÷
  // ln(1 + rate), rounded up.
  test.each(
    rows<[string, string]>(`
    3 cards at 22, 29, 0 %: which first? | one at 29 %.*22 %, then 0 %
    How long to pay off 3000 at 18% with 150 a month on my card? | 24 months.*interest is about
    I owe 1000 at 24 % and pay 20 a month, when is the debt gone? | never shrinks
    I want to save 12,000 in 2 years | about 500 a month
    How long until I have saved 10000 with 300 a month? | 34 months
    I earn 3000 a month before tax, what rent can I afford? | 3,000 × 30 % = 900 a month
    Quanto affitto posso permettermi con 1.600 euro al mese? | ^I miei articoli .*= 480 a month
    If I save 200 a month at 3% how much will I have after 10 years? | 27,948\\.28.*3,948\\.28 of interest
    Si je mets 250 € par mois pendant 15 ans, combien aurai-je ? | 180 × 250 = 45\\s000
    Ich habe 5.000 Euro und spare 200 im Monat für 10 Jahre, wie viel wird das? | 5\\.000 \\+ 120 × 200 = 29\\.000
    Je dois 3 000 € à 18 % et je rembourse 120 € par mois | remboursés en 32 mois
    ¿Cuánto debo ahorrar al mes para tener 5.000 € en un año? | 416,67 al mes
    What mortgage can I afford with an income of 5000 a month at 4% over 30 years? | 1,400 a month.*293,200
    I spend 2000 a month. How big should my emergency fund be? | 3 × 2,000 = 6,000 to 6 × 2,000 = 12,000
    How much did I spend in last month? | In \\w+ \\d{4} you spent [\\d,.]+\\. The largest kinds
    Wie lange brauche ich, um 3000 Euro Schulden zu 18 % mit 150 im Monat abzuzahlen? | in 24 Monaten
    Combien dois-je épargner par mois pour avoir 12 000 euros dans 2 ans ? | environ 500 par mois
    Wie viel habe ich letzten Monat für Lebensmittel ausgegeben? | haben Sie 60 für Lebensmittel ausgegeben
    I owe 9k at 20% and pay 300 a month, how long? | 9,000 at 20 % .* in 42 months
    Quale debito pago prima, carte di credito al 22 % e al 29 %? | ^I miei articoli .*one at 29 %
    A house for 300000, 20% down, 30 years at 5%: what is the payment? | 240,000 at 5 % .* 1,288\\.37 a month
    I have 2 loans: 5000 at 7% and 12000 at 3.5%. Which one first? | one at 7 % alone costs about 350
    How much must I save each month to have 60,000 for a house in 5 years at 3%? | Put aside about 928\\.12 a month
    I have a deposit and need a house loan: 200,000 at 3% over 25 years | 948\\.42 a month
    Wie viel zahle ich der Sparkasse für ein Haus für 200.000 Euro zu 3 % in 25 Jahren? | 948,42
    How long does it take to pay back 5,000 at 20% with 200 a month? | 33 months.*interest is about
    I earn 6,000 a month: with 20% down and 4% over 30 years, how much house can I afford? | 1,680 a month.*4 %.*351,900
    A house for 300,000 with a down payment of 20% at 5% over 30 years | 240,000 at 5 %
    How much did I spend on auto insurance last month? | you spent [\\d,.]+ on insurance\\.
    How much did I spend on courses last month? | In \\w+ \\d{4} you spent [\\d,.]+\\. The largest kinds
    Combien ai-je dépensé le mois dernier, car mes dettes montent ? | vous avez dépensé 0 pour dettes\\.
  `),
  )('%s', (message, says) => {
    expect(answered(message)).toMatch(new RegExp(says, 's'));
  });

  // The closed forms of a loan that is paid off monthly, and of savings at the end of each month.
  const payment = (loan: number, rate: number, years: number) =>
    (loan * rate) / 1200 / (1 - 1 / (1 + rate / 1200) ** (12 * years));
  const grown = (monthly: number, rate: number, years: number, first = 0) =>
    first * (1 + rate / 1200) ** (12 * years) +
    (monthly * ((1 + rate / 1200) ** (12 * years) - 1)) / (rate / 1200);
  test.each(
    rows<['en' | 'de' | 'fr' | 'es', string, string]>(`
    fr | ${payment(180_000, 3.5, 20)} | Je veux acheter un appartement à 200 000 € avec 20 000 d'apport à 3,5 % sur 20 ans, combien par mois ?
    de | ${payment(260_000, 3.8, 25)} | Wohnung für 320.000 €, habe 60.000 Eigenkapital, 3,8 % Zinsen, 25 Jahre. Wie hoch ist die Rate?
    es | ${payment(144_000, 3, 30)} | Quiero un piso de 180.000 € con 36.000 de entrada, al 3 % a 30 años, ¿cuánto pagaría al mes?
    en | ${payment(315_000, 4.5, 25)} | House is 350,000, I have 35,000 saved for the deposit, 4.5% over 25 years. Monthly payment?
    en | ${payment(216_000, 4, 30)} | Flat for 240k with 10% deposit at 4% over 30 years
    fr | ${grown(150, 3, 15)} | Si je place 150 € par mois à 3 % pendant 15 ans, combien j’aurai ?
    en | ${grown(0, 5, 10, 10_000)} | If I invest 10,000 at 5% for 10 years, how much will I have?
    es | ${6 * 1_400} | ¿Cuánto tendré en mi fondo de emergencia si gasto 1.400 al mes?
    en | ${6 * 3_200} | we spend about 3,200 a month as a family, how big a safety net do we need
    de | ${6 * 2_500} | Wir geben zu zweit 2.500 im Monat aus, wie groß muss die Reserve sein?
    en | ${2_400 / 3} | I take home 2,400 a month. How much rent can I afford?
    en | ${payment(350_000, 5.1, 30)} | We are buying at 410k with 60k down, 5.1% for 30 years. Monthly cost?
    de | ${4_000 * 0.3} | Kann ich mir mit 4.000 brutto eine Miete von 1.300 leisten?
    de | ${2_300 / 3} | Ich verdiene 2.300 netto. Wie viel Miete kann ich mir leisten?
  `),
  )('in the language %s, with %s: %s', (language, value, message) => {
    const digits = Number.isInteger(Number(value)) ? 0 : 2;
    const locale = { en: 'en-US', de: 'de-DE', fr: 'fr-FR', es: 'es-ES' }[language];
    const options = {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      useGrouping: 'always' as never,
    };
    expect(answered(message)).toContain(Number(value).toLocaleString(locale, options));
  });

  test.each([
    ['If I save 250 a month at 4% for 10 years how much will I have?', []],
    ['How do I dispute a charge', ['spend-dispute']],
    ["what's the difference between debit and credit card", ['spend-card-kinds']],
  ])('have nothing beside the question: %s', (message, used) => {
    const answer = composer.answer({ message, history: [], figures: SAMPLE });
    expect(answer.used).toEqual(used);
    expect(answer.text).not.toContain('From your own accounts');
  });

  test.each([
    'How long will 10,000 last if I spend 500 a month?',
    'How long will my savings of 10,000 last with 500 a month?',
    'Wie lange reichen 10.000 Euro bei 500 im Monat?',
    'How long to pay back 5,000 at 20% and 3,000 at 10% with 200 a month?',
  ])('do not turn a question about other money into a goal for savings: %s', (question) => {
    expect(calculate(question, SAMPLE)).toBeUndefined();
  });

  test('are not made from words that only begin like words for a calculation', () => {
    expect(answered('Wie viel Rente bekomme ich, wenn ich 3000 im Monat verdiene?')).not.toContain('Miete');
    expect(answered('How much should people spend on insurance in total last month?')).not.toMatch(
      /you spent/,
    );
  });
});
