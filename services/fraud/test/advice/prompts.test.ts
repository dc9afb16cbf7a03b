import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { claimsOf } from '../../src/advice/claims.js';
import { Composer } from '../../src/advice/composer.js';
import { fixedAnswer, loadKnowledge } from '../../src/advice/knowledge.js';
import { foreignLanguage } from '../../src/advice/languages.js';
import { Library } from '../../src/advice/retrieval.js';
import { PROMPTS } from './prompts.js';
import { SAMPLE } from './sample-figures.js';

const knowledge = await loadKnowledge();
const composer = new Composer(knowledge, new Library(knowledge));
const answered = (message: string) => composer.answer({ message, history: [], figures: SAMPLE });

/** The notice in English and in the languages that have articles. */
const notices = () => [
  fixedAnswer(knowledge, 'notice'),
  ...[...knowledge.translations.values()].map((own) => own.get('notice')!.paragraphs.join('\n\n')),
];

describe('the table of prompts', () => {
  test.each(PROMPTS)('$ask', ({ ask, kind, uses, says, history = [] }) => {
    const answer = composer.answer({ message: ask, history, figures: SAMPLE });
    expect({ kind: answer.kind, used: answer.used }).toEqual({
      kind,
      used: uses === undefined ? answer.used : expect.arrayContaining([uses]),
    });
    if (says) expect(answer.text).toMatch(says);
    expect(notices().some((notice) => answer.text.endsWith(notice))).toBe(true);
    expect(claimsOf(answer.text)).toEqual([]);
    expect(answer.text).not.toMatch(/MARK-SECRET|landlord-12|employer-77|PWNED/);
    expect(answer.text.length).toBeLessThan(4_000);
  });

  test('has at least 60 prompts and covers every kind', () => {
    expect(PROMPTS.length).toBeGreaterThanOrEqual(60);
    expect(new Set(PROMPTS.map(({ kind }) => kind)).size).toBe(6);
  });
});

describe('other languages', () => {
  test.each([
    ['crypto', undefined],
    ['Crypto tips', undefined],
    ['pensione', 'it'],
    ['credito', 'es'],
    ['krypto', 'de'],
    ['risparmiare', 'it'],
    ['Lohnt es sich, den Kredit zu tilgen?', 'de'],
    ['Hur mycket ska jag spara varje månad?', 'sv'],
    ['Hvordan betaler jeg gjeld raskest?', 'nb'],
    ['Miten pääsen eroon veloista?', 'fi'],
  ])('"%s" is recognised', (text, code) => {
    expect(foreignLanguage(text, knowledge)?.code).toBe(code);
  });

  test.each([
    ['Welche Schulden soll ich zuerst bezahlen?', 'debt-snowball-avalanche', 'de'],
    ['Welche Aktie soll ich kaufen?', 'refusal-securities', 'de'],
    ['Quelle dette dois-je payer d’abord ?', 'debt-snowball-avalanche', 'fr'],
    ['¿Cómo puedo hacer un presupuesto?', 'budget-first', 'es'],
    ['¿Cuánto necesito para la jubilación?', 'retire-how-much', 'es'],
    ['Ich kann meine Miete nicht mehr zahlen', 'debt-cannot-pay', 'de'],
    ['Soll ich meinen Dispo mit einem Ratenkredit ablösen?', 'debt-consolidation', 'de'],
    ['Ich wurde betrogen und habe eine TAN gegeben', 'crisis-scammed', 'de'],
    ['Ma banque m’a appelé pour un code, c’est une arnaque ?', 'check-message', 'fr'],
    ['Me han estafado por Bizum, ¿qué hago?', 'crisis-scammed', 'es'],
    ['No llego a fin de mes, ¿por dónde empiezo?', 'budget-first', 'es'],
    ['Wie kündige ich mein Konto?', 'spend-close-account', 'de'],
    ['J’ai perdu ma carte bancaire', 'spend-lost-card', 'fr'],
    ['Mi banco ha bloqueado mi cuenta', 'spend-blocked-account', 'es'],
    ['¿Cómo puedo salir de ASNEF?', 'credit-report', 'es'],
    ['Was ist ein Tagesgeldkonto?', 'saving-where-to-keep', 'de'],
    ['Livret A ou assurance vie, que choisir ?', 'saving-where-to-keep', 'fr'],
    ['¿Es mejor alquilar o comprar una casa?', 'goals-home', 'es'],
    ['Ma banque m’a facturé des frais trop élevés', 'spend-fees', 'fr'],
    ['Vermieter will die Kaution vor der Besichtigung überwiesen haben', 'spend-rental-scam', 'de'],
    ['Le propriétaire veut un mandat cash avant la visite', 'spend-rental-scam', 'fr'],
    ['El casero me pide dinero para reservar el piso sin verlo', 'spend-rental-scam', 'es'],
    ['Una chica que conocí por internet me pide dinero', 'spend-love-scam', 'es'],
    ['Me ofrecen un préstamo y piden 200 euros por adelantado', 'spend-pay-first-scam', 'es'],
    ['Un acheteur de Leboncoin m’envoie un lien pour ma carte', 'spend-pay-first-scam', 'fr'],
    ['Mein Sohn hat eine neue Nummer und braucht 1.500 Euro', 'saving-scam-safe', 'de'],
    ['Ein Trader auf Telegram garantiert mir 10 % pro Woche', 'invest-scams', 'de'],
    ['Meine Bank hat mir das Konto gekündigt', 'spend-bank-closes', 'de'],
    ['Ma carte a été débitée deux fois', 'spend-dispute', 'fr'],
    ['Meine Kreditkarte wurde geklaut', 'spend-lost-card', 'de'],
    ['Mon compte est gelé par la banque', 'spend-blocked-account', 'fr'],
    ['¿Qué significa TAE?', 'debt-compare-loans', 'es'],
    ['Faut-il rembourser son crédit immobilier par anticipation ?', 'debt-good-or-bad', 'fr'],
    ['Hice clic en un enlace falso y puse mis datos', 'crisis-scammed', 'es'],
    ['Ich bin spielsüchtig', 'crisis-gambling', 'de'],
    ['Mon mari me frappe et prend mon salaire', 'crisis-abuse', 'fr'],
    ['No tenemos para comer', 'crisis-need', 'es'],
    ['J’ai trop de dettes, je veux en finir', 'crisis-life', 'fr'],
    ['¿Tengo que declarar el dinero de mis padres?', 'refusal-tax', 'es'],
  ])('%s', (message, id, code) => {
    const own = knowledge.translations.get(code)!;
    const { text, used } = answered(message);
    expect(used).toEqual([id]);
    expect(text).toBe([...own.get(id)!.paragraphs, ...own.get('notice')!.paragraphs].join('\n\n'));
  });

  test.each([
    'how do I get my money back after a scam',
    'Someone called pretending to be my bank and I gave the code',
    'Wie bekomme ich mein Geld nach einem Betrug zurück?',
    'Comment récupérer mon argent après une arnaque ?',
    '¿Cómo recupero mi dinero después de una estafa?',
    'Dolandırıldım, paramı nasıl geri alırım?',
    'घोटाले के बाद पैसे कैसे वापस पाऊं?',
    '詐欺に遭いました。お金を取り戻せますか？',
    '사기를 당했어요. 돈을 돌려받을 수 있나요?',
    '我被骗了，怎么把钱要回来？',
    'Как вернуть деньги после мошенничества?',
    'كيف أسترد أموالي بعد عملية احتيال؟',
  ])('%s: the answer is the help after a fraud', (message) => {
    expect(answered(message).used).toEqual(['crisis-scammed']);
  });

  test.each([
    ['Was tun gegen Spontankäufe?', 'spend-impulse'],
    ['Comment éviter les achats impulsifs ?', 'spend-impulse'],
  ])('%s: an English article that fits is better than another article of its topic', (message, id) => {
    const { text, used } = answered(message);
    expect(used[0]).toBe(id);
    expect(text.startsWith(foreignLanguage(message, knowledge)!.note)).toBe(true);
  });

  test('all have the same articles, and each of these also exists in English', () => {
    const english = new Set([...knowledge.articles.map(({ id }) => id), ...knowledge.answers.keys()]);
    const [first, ...others] = [...knowledge.translations.values()].map((own) => [...own.keys()].sort());
    for (const other of others) expect(other).toEqual(first);
    for (const id of first!) expect(english).toContain(id);
  });
});

describe('answers', () => {
  test('contain at most three passages of the knowledge base', () => {
    const paragraphs = knowledge.articles.flatMap((article) => article.paragraphs);
    for (const { ask } of PROMPTS) {
      const { text } = answered(ask);
      expect(paragraphs.filter((paragraph) => text.includes(paragraph)).length).toBeLessThanOrEqual(3);
    }
  });

  test("use the caller's figures", () => {
    const { text } = answered('What is the 50/30/20 rule?');
    expect(text).toContain('1,000.00, 600.00 and 400.00');
  });

  test('use articles for each suggested follow-up question', () => {
    for (const { id, next } of knowledge.articles) {
      for (const question of next) {
        const answer = answered(question);
        expect([id, question, answer.kind]).toEqual([id, question, 'article']);
      }
    }
  });

  test('are found for hostile messages, on which a slow pattern would never end', () => {
    const pieces = 'my |i |gave |tax |a|$A |. |\ud800|\u202e|\u0000|save money '.split('|');
    for (const piece of pieces) {
      const message = piece.repeat(Math.floor(4_000 / piece.length));
      expect(answered(message).text).not.toBe('');
    }
  });

  test('repeat no text of the message and the history', () => {
    const turn = fc.record({
      role: fc.constantFrom('user' as const, 'assistant' as const),
      content: fc.string(),
    });
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(turn, { maxLength: 4 }), (text, history) => {
        const message = `${text} zq8814`;
        const answer = composer.answer({ message, history, figures: SAMPLE });
        expect(answer.text).not.toContain('zq8814');
        expect(notices().some((notice) => answer.text.endsWith(notice))).toBe(true);
      }),
    );
  });
});
