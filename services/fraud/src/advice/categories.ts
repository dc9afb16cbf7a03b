import { words } from './stems.js';

/** Kinds of spending. Answers use a name after the word "for". */
export const CATEGORIES = [
  'housing',
  'utilities and communication',
  'groceries',
  'eating out',
  'transport',
  'health',
  'insurance',
  'debt payments',
  'education and children',
  'subscriptions and media',
  'leisure and travel',
  'shopping',
  'cash withdrawals',
  'fees',
  'gifts and donations',
  'savings and investments',
  'other',
] as const;

export type Category = (typeof CATEGORIES)[number];

/** The first match wins: "car insurance" is insurance and "pharmacy in the supermarket" is health. */
const RULES: readonly (readonly [Category, string])[] = [
  [
    'savings and investments',
    'savings saving "standing order to savings" investment brokerage pension etf deposit',
  ],
  ['insurance', 'insurance insurer premium assurance versicherung seguro'],
  [
    'debt payments',
    'loan mortgage instalment installment instalments installments credit repayment debt klarna payday',
  ],
  [
    'health',
    'pharmacy chemist doctor dentist hospital clinic medicine medical optician therapy physio prescription',
  ],
  [
    'education and children',
    'tuition school university college course kindergarten daycare childcare nursery books',
  ],
  ['housing', 'rent landlord housing lease hoa "service charge" furniture plumber repair repairs miete'],
  [
    'utilities and communication',
    'electricity electric power gas water heating energy utility utilities internet broadband mobile phone telephone telecom sim "council tax" waste',
  ],
  [
    'subscriptions and media',
    'subscription netflix spotify streaming membership magazine newspaper icloud youtube disney hulu audible gym prime',
  ],
  [
    'eating out',
    'restaurant cafe coffee bar pub pizza burger takeaway takeout delivery lunch dinner breakfast bakery canteen mcdonalds starbucks deliveroo doordash',
  ],
  [
    'groceries',
    'grocery groceries supermarket market food butcher greengrocer aldi lidl tesco walmart kroger carrefour rewe edeka sainsbury',
  ],
  [
    'transport',
    'fuel petrol diesel "gas station" bus train metro subway tram taxi uber lyft parking toll ticket car garage tyre tyres bike scooter',
  ],
  [
    'leisure and travel',
    'hotel flight airline airbnb holiday travel cinema theatre theater concert museum game games sport sports festival booking',
  ],
  ['cash withdrawals', 'atm cash withdrawal'],
  ['fees', 'fee fees charge charges commission interest penalty fine overdraft'],
  ['gifts and donations', 'gift gifts present birthday donation charity wedding christmas'],
  [
    'shopping',
    'amazon clothes clothing shoes fashion shop store shopping electronics ikea hardware online order purchase ebay zalando',
  ],
];

const PHRASES: [Category, string][] = RULES.flatMap(([category, line]) =>
  [...line.matchAll(/"([^"]+)"|(\S+)/g)].map((match): [Category, string] => [
    category,
    match[1] ?? match[2]!,
  ]),
);
const RANK = new Map(RULES.map(([category], index) => [category, index]));

/** Returns the kind of spending that a description mentions, by keywords. */
export function categoryOf(description: string): Category {
  const line = ` ${words(description).join(' ')} `;
  let best: Category = 'other';
  for (const [category, phrase] of PHRASES) {
    if ((RANK.get(category) ?? 0) >= (RANK.get(best) ?? RULES.length)) continue;
    if (line.includes(` ${phrase} `)) best = category;
  }
  return best;
}

/** Categories that a question names, such as "groceries" in "how much do I spend on groceries". */
export function categoriesNamed(question: string): Category[] {
  const line = ` ${words(question).join(' ')} `;
  return NAMED.filter(([, pattern]) => pattern.test(line)).map(([category]) => category);
}

const NAMED = Object.entries({
  groceries:
    'groceries|grocery|supermarket|food|lebensmittel|supermarkt|courses|alimentation|supermarché|comida|supermercado|alimentos',
  'eating out': 'eating out|restaurants?|takeaways?|coffee|lunch(?:es)?|essen gehen|café|restaurantes?',
  housing: 'rent|housing|miete|wohnen|loyer|logement|alquiler|vivienda',
  'utilities and communication':
    'utilities|electricity|energy|internet|phone|strom|heizung|telefon|électricité|téléphone|electricidad|luz|teléfono',
  transport:
    'transport|transportation|fuel|petrol|taxis?|commut\\w+|car|auto|benzin|bus|bahn|voiture|essence|coche|gasolina|transporte',
  health:
    'health|medicine|doctors?|pharmacy|gesundheit|apotheke|arzt|santé|pharmacie|médecin|salud|farmacia|médico',
  insurance: 'insurances?|versicherung(?:en)?|assurances?|seguros?',
  'debt payments':
    'debts?|loans?|debt payments|repayments?|schulden|kredite?|dettes?|crédits?|deudas?|préstamos?',
  'education and children':
    'education|school|childcare|kids|children|bildung|schule|kinder|école|enfants|educación|escuela|niños|hijos',
  'subscriptions and media': 'subscriptions?|streaming|memberships?|abos?|abonnements?|suscripciones',
  'leisure and travel':
    'leisure|travel|holidays?|entertainment|hobbies|freizeit|reisen?|urlaub|loisirs|voyages?|vacances|ocio|viajes?|vacaciones',
  shopping: 'shopping|clothes|clothing|amazon|kleidung|einkaufen|vêtements|ropa|compras',
  'cash withdrawals': 'cash|atm|bargeld|espèces|efectivo',
  fees: 'fees?|charges|gebühren|frais|comisiones',
  'gifts and donations': 'gifts?|donations?|presents|geschenke|spenden|cadeaux|dons|regalos|donaciones',
} satisfies Partial<Record<Category, string>>).map(
  ([category, names]) => [category as Category, new RegExp(` (?:${names}) `, 'u')] as const,
);
