import type { SentenceLanguage } from './calculation-sentences.js';
import { words } from './stems.js';

/**
 * Kinds of spending, by which answers name them after the word "for", with keywords of descriptions. The first kind
 * whose keywords match is chosen: "car insurance" is insurance and "pharmacy in the supermarket" is health.
 */
const RULES = {
  'savings and investments':
    'savings saving "standing order to savings" investment brokerage pension etf deposit',
  insurance: 'insurance insurer premium assurance versicherung seguro',
  'debt payments':
    'loan mortgage instalment installment instalments installments credit repayment debt klarna payday',
  health:
    'pharmacy chemist doctor dentist hospital clinic medicine medical optician therapy physio prescription',
  'education and children':
    'tuition school university college course kindergarten daycare childcare nursery books',
  housing: 'rent landlord housing lease hoa "service charge" furniture plumber repair repairs miete',
  'utilities and communication':
    'electricity electric power gas water heating energy utility utilities internet broadband mobile phone telephone telecom sim "council tax" waste',
  'subscriptions and media':
    'subscription netflix spotify streaming membership magazine newspaper icloud youtube disney hulu audible gym prime',
  'eating out':
    'restaurant cafe coffee bar pub pizza burger takeaway takeout delivery lunch dinner breakfast bakery canteen mcdonalds starbucks deliveroo doordash',
  groceries:
    'grocery groceries supermarket market food butcher greengrocer aldi lidl tesco walmart kroger carrefour rewe edeka sainsbury',
  transport:
    'fuel petrol diesel "gas station" bus train metro subway tram taxi uber lyft parking toll ticket car garage tyre tyres bike scooter',
  'leisure and travel':
    'hotel flight airline airbnb holiday travel cinema theatre theater concert museum game games sport sports festival booking',
  'cash withdrawals': 'atm cash withdrawal',
  fees: 'fee fees charge charges commission interest penalty fine overdraft',
  'gifts and donations': 'gift gifts present birthday donation charity wedding christmas',
  shopping:
    'amazon clothes clothing shoes fashion shop store shopping electronics ikea hardware online order purchase ebay zalando',
};

export type Category = keyof typeof RULES | 'other';

export const CATEGORIES = [...Object.keys(RULES), 'other'] as Category[];

const PHRASES = Object.entries(RULES).flatMap(([category, line]) =>
  [...line.matchAll(/"([^"]+)"|(\S+)/g)].map(
    (match) => [category as Category, ` ${match[1] ?? match[2]} `] as const,
  ),
);

/** Returns the kind of spending that a payment's description mentions, by keywords. */
export function categoryOf(description: string): Category {
  const line = ` ${words(description).join(' ')} `;
  return PHRASES.find(([, phrase]) => line.includes(phrase))?.[0] ?? 'other';
}

/**
 * Returns the categories that a question names, such as "groceries" in "how much do I spend on groceries". Each
 * language has its own names: English "courses" are lessons, French "courses" are groceries.
 */
export function categoriesNamed(question: string, language: SentenceLanguage): Category[] {
  const line = ` ${words(question).join(' ')} `;
  return NAMED[language].filter(([, pattern]) => pattern.test(line)).map(([category]) => category);
}

type Names = Partial<Record<Category, string>>;

const patternsOf = (names: Names) =>
  Object.entries(names).map(
    ([category, alternatives]) => [category as Category, new RegExp(` (?:${alternatives}) `, 'u')] as const,
  );

const NAMED = {
  en: patternsOf({
    groceries: 'groceries|grocery|supermarkets?|food',
    'eating out': 'eating out|restaurants?|takeaways?|cafés?|coffee|lunch(?:es)?',
    housing: 'rent|housing',
    'utilities and communication': 'utilities|electricity|energy|internet|phone',
    transport: 'transport|transportation|fuel|petrol|taxis?|commut\\w+|car(?! insurance)|bus',
    health: 'health(?! insurance)|medicine|doctors?|pharmacy',
    insurance: 'insurances?',
    'debt payments': 'debts?|loans?|debt payments|repayments?',
    'education and children': 'education|school|childcare|kids|children',
    'subscriptions and media': 'subscriptions?|streaming|memberships?',
    'leisure and travel': 'leisure|travel|holidays?|entertainment|hobbies',
    shopping: 'shopping|clothes|clothing|amazon',
    'cash withdrawals': 'cash|atm',
    fees: 'fees?|charges',
    'gifts and donations': 'gifts?|donations?|presents',
  }),
  de: patternsOf({
    groceries: 'lebensmittel\\p{L}*|supermarkt|essen(?! gehen)|essens\\p{L}*',
    'eating out': 'essen gehen|restaurants?|café|kaffee',
    housing: 'miete|wohnen',
    'utilities and communication': 'strom|heizung|energie|internet|telefon|handy',
    transport: 'transport|auto|benzin|bus|bahn|taxis?',
    health: 'gesundheit|medizin|apotheke|arzt',
    insurance: '\\p{L}*versicherung(?:en)?',
    'debt payments': 'schulden|kredite?',
    'education and children': 'bildung|schule|kinder',
    'subscriptions and media': 'abos?|abonnements?|streaming',
    'leisure and travel': 'freizeit|reisen?|urlaub|hobbys?|hobbies',
    shopping: 'kleidung|einkaufen|shopping|amazon',
    'cash withdrawals': 'bargeld',
    fees: 'gebühren',
    'gifts and donations': 'geschenke|spenden',
  }),
  fr: patternsOf({
    groceries: 'courses|alimentation|nourriture|supermarchés?',
    'eating out': 'restaurants?|cafés?',
    housing: 'loyer|logement',
    'utilities and communication': 'électricité|énergie|internet|téléphone',
    transport: 'transports?|voiture|essence|bus|taxis?',
    health: 'santé|pharmacie|médecin',
    insurance: 'assurances?',
    'debt payments': 'dettes?|crédits?',
    'education and children': 'éducation|école|enfants',
    'subscriptions and media': 'abonnements?|abos?|streaming',
    'leisure and travel': 'loisirs|voyages?|vacances',
    shopping: 'vêtements|shopping|amazon',
    'cash withdrawals': 'espèces',
    fees: 'frais',
    'gifts and donations': 'cadeaux|dons',
  }),
  es: patternsOf({
    groceries: 'comida|supermercados?|alimentos',
    'eating out': 'restaurantes?|café',
    housing: 'alquiler|vivienda',
    'utilities and communication': 'electricidad|energía|luz|internet|teléfono',
    transport: 'transporte|coche|gasolina|bus|taxis?',
    health: 'salud|farmacia|médico',
    insurance: 'seguros?',
    'debt payments': 'deudas?|préstamos?|créditos?',
    'education and children': 'educación|escuela|niños|hijos',
    'subscriptions and media': 'suscripciones|streaming',
    'leisure and travel': 'ocio|viajes?|vacaciones',
    shopping: 'ropa|compras|amazon',
    'cash withdrawals': 'efectivo',
    fees: 'comisiones',
    'gifts and donations': 'regalos|donaciones',
  }),
} satisfies Record<SentenceLanguage, ReturnType<typeof patternsOf>>;
