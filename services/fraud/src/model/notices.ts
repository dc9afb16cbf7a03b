import { HOUR, MINUTE } from '../text/hours.js';
import type { Concept } from '../text/lexicon/index.js';
import { mentions } from '../text/phrases.js';
import { dialled, type Reading } from '../text/reading.js';

// Matches an account or card whose other digits only the reader knows: "XX4417", "*7712", "044******218".
const HIDDEN_DIGITS =
  /(?<![\p{L}\p{N}])(?:[x*•.]{1,12}-?\d{3,6}|[x*•]{4,12} \d{3,4}|\d{2,6}[x*]{2,8} ?\d{2,4})(?![\d*]*#|\d)/iu;
// Matches a card or account by its last digits: "card ending in 4417", "con tarjeta terminada en 0021".
const LAST_DIGITS =
  /(?:a\/c|acct|account|card)[ :.]{0,3}(?:no[. ]{0,2})?(?:ending )?(?:in )?[x*#-]{0,12}\d{3,4}(?!\d)|(?<!\p{L})(?:ending|ends|endend|endet|terminad[ao]|acabad[ao]|final|finissant|terminant|termina|eindigend|slut\p{L}{0,4}|kończąc\p{L}{0,5})\s(?:with |in |on |en |em |par |con |auf |op |på |na )?\D{0,2}\d{3,4}(?!\d)|(?<!\d)\d{4} ile biten/iu;
const DAY = /(?<!\d)\d{1,2}[/.-](?:\d{1,2}|\p{L}{3,4})(?:[/.-]\d{2,4})?(?![\d%])/u;
const NAMED_DAY = /(?<!\d)\d{1,2}\.? (?:\p{L}{3,10})(?!\p{L})/u;
const SIGNED = /[+-]\s?(?:\p{Sc}\s?)?\d|(?<![\p{L}\d])[+-]\s?\p{Lu}{1,3}\s?\d/u;

/** True if a text names an account or card by its last digits, as only the company knows them. */
export function namesLastDigits(text: string): boolean {
  return HIDDEN_DIGITS.test(text) || LAST_DIGITS.test(text);
}

/**
 * True for the notice of a booking in any language: an amount with a time or a sign, beside a masked account or the
 * remaining balance.
 */
export function isBooking(reading: Reading, asks: number): boolean {
  const text = reading.original.slice(0, 600);
  const amounts = mentions(reading, '<money>').length;
  if (amounts === 0) return false;
  const moved = DAY.test(text) || MINUTE.test(text) || SIGNED.test(text);
  const signs = Number(namesLastDigits(text)) + Number(moved) + Number(amounts > 1);
  return signs > 2 || (signs > 1 && (asks === 0 || reading.concepts.has('notice')));
}

// "Update!" and "call at once" may occur in a booking that states the balance; a story about a mistaken transfer may
// not.
const SENDS_BACK: readonly Concept[] = ['claim', 'mistake'];

/** True for a booking that states card and amount, and if it gives a number to call, also the time or the balance. */
export function isOwnBooking(reading: Reading): boolean {
  const text = reading.original.slice(0, 600);
  const amounts = mentions(reading, '<money>').length;
  return (
    amounts > 0 &&
    namesLastDigits(text) &&
    (amounts > 1 ||
      reading.phones.length === 0 ||
      DAY.test(text) ||
      MINUTE.test(text) ||
      tollFreeOnly(reading)) &&
    (amounts > 1 ? SENDS_BACK : ENTRY_ASKS).every((concept) => !reading.concepts.has(concept))
  );
}

// Free and shared-cost numbers of banks and offices: a thief cannot get them as quickly as a mobile number.
const TOLL_FREE = /^(?:1800|1860|1300|0808|0800|0860|0861|0300|800)\d{4,8}$|^\d{5,7}$/;

export function tollFreeOnly({ phones, tokens }: Reading): boolean {
  return phones.every((at) => TOLL_FREE.test((tokens[at]?.text ?? '').replace(/\D/g, '')));
}

// Area codes of free numbers in North America.
const FREE_IN_AMERICA = '8(?:00|33|44|55|66|77|88)';

// Numbers of offices: free and shared-cost numbers, landlines that begin with 01 or 02, free American numbers, and
// numbers of nine digits in southern Europe that begin with 800 to 808 or 900 to 902.
const OFFICE_NUMBER = new RegExp(
  `^(?:0[12]\\d{5,9}|(?:0(?:800|808|818|300|330|860|861)|1[38]00|1860|13|(?:\\+?1)?${FREE_IN_AMERICA})\\d{4,9}|` +
    // British numbers of offices that cost as much as a landline.
    '03[0347]\\d{8}|(?:90[0-2]|80[0-8])\\d{6}|0969\\d{6}|444\\d{4})$',
);

/** True if all numbers in a text are of kinds that thieves can hardly get. */
export function namesOffice({ phones, tokens }: Reading): boolean {
  return phones.length > 0 && phones.every((at) => OFFICE_NUMBER.test(dialled(tokens[at]?.text ?? '')));
}

// Numbers of mobile phones, and numbers that may be mobile, because their country is not known.
const MOBILE = new RegExp(
  `^(?:\\+|00(?!800))(?!1?${FREE_IN_AMERICA})|^(?:0?7\\d{8,9}|01[5-7]\\d{8,9}|0[46]\\d{8}|0[89][01]\\d{8}|` +
    `0[59]\\d{8,9}|[67]\\d{8}|(?!1?${FREE_IN_AMERICA})[2-9]\\d{9,11}|1[2-9]\\d{9}|3\\d{8,9})$`,
);

/** True if a text gives a number of a kind that anyone can get within an hour, or that may be of such a kind. */
export function namesMobile(reading: Reading): boolean {
  const { phones, tokens } = reading;
  return !namesOffice(reading) && phones.some((at) => MOBILE.test(dialled(tokens[at]?.text ?? '')));
}

// Requests that a real notice about a card or an account does not contain.
const WANTED: readonly Concept[] = [
  'verify',
  'login',
  'claim',
  'give',
  'download',
  'pay',
  'prize',
  'selected',
  'mistake',
];

/**
 * In "Your card XXXX 2204 is locked", the sender knows the last digits of the reader's card, which a thief who writes
 * to thousands does not.
 */
export function knowsCard(reading: Reading): boolean {
  return (
    namesLastDigits(reading.original.slice(0, 600)) &&
    !namesMobile(reading) &&
    WANTED.every((concept) => !reading.concepts.has(concept))
  );
}

/** Matches an exact minute, "on 12 May 09:41", which mass senders cannot know. */
export function tellsMinute(reading: Reading): boolean {
  const text = reading.original.slice(0, 600);
  return (
    (DAY.test(text) || NAMED_DAY.test(text)) &&
    MINUTE.test(text) &&
    (!namesMobile(reading) || isMissedCall(reading)) &&
    WANTED.every(
      (concept) =>
        !reading.concepts.has(concept) ||
        ((concept === 'pay' || concept === 'login') && reading.concepts.has('callback')),
    )
  );
}

const BOOKED = new RegExp(
  String.raw`(?<!\p{L})(?:debited|credited|charged|withdrawn|spent|deposited|received|recharged|topped up|bought|sent|paid|purchase|payment|transfer|transferred|txn|trxn|amt|cr|dr|` +
    // Verbs of bookings in Portuguese, Indonesian and Swahili: "you have sent", "was debited", "succeeded".
    String.raw`(?:recebes|envias|compras|deposita?s|levantas|transferis|pagas)te|(?:foi )?(?:debitad|creditad|efectuad|efetuad)[ao]|berhasil|sukses|didebet|dikreditkan|ume(?:pokea|tuma|lipa|nunua|toa|weka|hamisha|rudishiwa))(?!\p{L})`,
  'u',
);
const LEDGER = new RegExp(
  String.raw`(?<!\p{L})(?:(?:avl|avail|available|new|your|current|acct|m-pesa|account|wallet)\.? ?(?:cr(?:edit)? )?(?:bal|balance|limit|lmt)|avail(?:able)?[.: ]{1,2}[a-z]{0,4}[₹$£€₦]?\d|bal(?:ance)?(?: is|:)|upi ref|ref(?:erence)?(?: no)?[.:# -]{1,2}[a-z]{0,3}\d{5}|(?:txn|trans(?:action)?) ?id|transaction (?:cost|fee)|desc:|` +
    String.raw`(?:novo |teu |seu )?saldo|referencia|com sucesso|kode transaksi|sn[ :]{1,2}\d|salio|kumbukumbu)`,
  'u',
);

/** True if money was moved: "debited", "paid", "berhasil", or an amount with a sign. */
export function tellsMove({ original, normal }: Reading): boolean {
  return BOOKED.test(normal.text.slice(0, 1000)) || SIGNED.test(original.slice(0, 1000));
}

/** True if the text states the balance or the booking's reference: "avl bal", "UPI ref 4123", "saldo". */
export function tellsRest({ normal }: Reading): boolean {
  return LEDGER.test(normal.text.slice(0, 1000));
}

/** Parts of a booking in a text: none; its words; or also the masked account, and the balance or a reference. */
export type Entry = 'none' | 'likely' | 'full';

/** Recognises bookings of banks and mobile money services: a moved amount, with the masked account or the balance. */
export function accountEntry(reading: Reading): Entry {
  const { original, tokens, concepts } = reading;
  if (!tellsMove(reading) || !tellsRest(reading) || !tokens.some(({ kind }) => kind === 'money'))
    return 'none';
  if (ENTRY_ASKS.some((concept) => concepts.has(concept))) return 'none';
  return namesLastDigits(original.slice(0, 1000)) ? 'full' : 'likely';
}

// Requests that a real booking does not contain.
const ENTRY_ASKS: readonly Concept[] = ['urgent', 'verify', 'login', 'auto_renew', 'claim', 'mistake'];

const STORIES: readonly Concept[] = [
  'verify',
  'login',
  'claim',
  'prize',
  'selected',
  'urgent',
  'threat',
  'suspended',
  'unusual',
  'failed',
  'job',
  'loan',
  'invest',
  'crypto',
  'stranger',
  'romance',
  'favour',
  'newnumber',
  'giftcard',
  'pay',
  'fine',
  'tax',
  'refund',
  'download',
  'mistake',
  'fund',
  'bill',
];

/**
 * True for an appointment, "Thursday at 10:40": the text gives an hour, has neither money nor a story of fraud, and
 * its only number is part of a notice.
 */
export function isAppointed(reading: Reading): boolean {
  const { concepts, original, phones } = reading;
  // True for a visit, "Reply C to confirm", if the text has nothing else to confirm.
  const visit = CONFIRMED.every((concept) => !concepts.has(concept)) && confirmsOnly(reading);
  const missed = isMissedCall(reading);
  return (
    HOUR.test(original.slice(0, 600)) &&
    mentions(reading, '<money>').length === 0 &&
    (phones.length === 0 || concepts.has('notice') || missed || (visit && WEEKDAY_OR_DATE.test(original))) &&
    STORIES.every(
      (concept) =>
        !concepts.has(concept) || (visit && concept === 'verify') || (missed && concept === 'failed'),
    )
  );
}

const MISSED_CALL =
  /missed calls?|appels? (?:manque|en absence)|llamadas? perdidas?|chamadas? perdidas?|verpasste[rn]? anruf|chiamat[ae] pers[ae]|nieodebran\p{L}+ polacze/u;
const CALLER = /calls? from \+?\d|(?:manques?|absence|perdid[ao]s?) (?:de|do|du|del|von) \+?\d/;
// Numbers that cost more than a normal call, in Britain and in most of Europe.
const DEAR = /^(?:09|0?90[1-9]\d|089\d|08[47])/;

/** True for an operator's notice of a missed call, in which the only number is the caller's. */
function isMissedCall({ normal, phones, tokens }: Reading): boolean {
  const callers = new Set(phones.map((at) => dialled(tokens[at]?.text ?? '')));
  return (
    MISSED_CALL.test(normal.text.slice(0, 200)) &&
    callers.size === 1 &&
    (phones.length > 1 || CALLER.test(normal.text)) &&
    ![...callers].some((number) => DEAR.test(number))
  );
}

const CONFIRMED: readonly Concept[] = [
  'account',
  'card',
  'bank',
  'credential',
  'otp',
  'wallet',
  'parcel',
  'click',
];
const CONFIRMING = /^(?:confirm|bestatig|conferm|bevestig|potwierd)/;
const WEEKDAY_OR_DATE =
  /(?<!\p{L})(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}(?!\p{L})|(?<!\d)\d{1,2}[/.-]\d{1,2}(?!\d|\s?[ap]m|\s?h|\s?uhr)|(?<!\d)\d{1,2} \p{L}{3,10}/iu;

function confirmsOnly({ concepts, tokens }: Reading): boolean {
  return (concepts.get('verify') ?? []).every(({ from }) => CONFIRMING.test(tokens[from]?.text ?? ''));
}

// Ways to act that the reader knows without the text: the app, the back of the card, a branch, the courier.
const OWN_WAY = new RegExp(
  [
    String.raw`(?<!\p{L})(?:in|on|with|use|using|open|via|from|through|see|na|no|la|l['’]|en|nella|dall['’]|nell['’]|de|dem|der|pelo|ihre[mr]?|sua|din|w|v) ?(?:\S{1,14} ){0,3}apps?(?!\p{L})|(?<![\p{L}\p{N}])(?:appli|aplicacion|aplicativo|applicazione|aplikacj[aeiu]|aplikac[ei]|aplikasi|uygulama\p{L}{0,6}|appen|sovellu\p{L}{1,6}|приложени[еияю]|додат(?:ок|ку)|εφαρμογη|alkalmazas\p{L}{0,4}|ung dung)(?!\p{L})`,
    'アプリ|应用|앱에|แอป|تطبيق|אפליק',
    String.raw`\b(?:back of (?:the|your) card|(?:your|our|any|a|nearest) (?:\w+ )?branch|(?:your|the) post office|pay the driver|to the driver|by post|per post|par courrier|au facteur|en agence|votre agence|su oficina|sucursal|agencia|in filiale|ihrer filiale|ufficio postale|kantoor|subede|branche)\b`,
  ].join('|'),
  'u',
);

// In a text about payment in person, any number is harmless.
const IN_PERSON = /\b(?:front desk|at (?:the )?(?:reception|counter|till)|in person)\b/;

// Concepts that exclude this: a program to install; people who write about their own phone ("my app is blocked").
const NOT_HOME: readonly Concept[] = ['download', 'newnumber', 'favour'];

/** True if the text refers to a channel that the reader uses anyway, and gives no number that could be a thief's. */
export function leadsHome(reading: Reading): boolean {
  const text = reading.normal.text.slice(0, 600);
  return (
    (IN_PERSON.test(text) || ((OWN_WAY.test(text) || opensMenu(reading)) && !namesMobile(reading))) &&
    NOT_HOME.every((concept) => !reading.concepts.has(concept))
  );
}

// A code such as "*323*4#" opens a menu of the reader's own operator. A code that pays, lends a number or forwards
// calls contains a phone number.
const MENU = /^\*\d{3}(?:\*\d{1,4}){0,4}#$/;
/** True if all codes to dial open menus: none of them has a phone number beside it. */
export function opensMenu({ tokens, phones }: Reading): boolean {
  const codes = tokens.filter(({ kind }) => kind === 'ussd');
  return codes.length > 0 && phones.length === 0 && codes.every(({ text }) => MENU.test(text));
}

const QUESTIONS =
  /(?<!\p{L})(?:questions|queries|enquiries|inquiries|ruckfragen|fragen|preguntas|dudas|domande|duvidas?|para ajuda|mais info(?:rmacoes)?|vragen|pytan(?:ia)?|fragor|sporgsmal|sporsmal)(?!\p{L})[^.!]{0,40}$/u;
// Words that give a reason to call immediately.
const ALARMS: readonly Concept[] = [
  'suspended',
  'unusual',
  'threat',
  'prize',
  'callback',
  'urgent',
  'auto_renew',
  'refund',
  'mistake',
];

/** True if the token is at the usual position of a number for questions. */
export function isForQuestions({ normal, tokens }: Reading, at: number): boolean {
  const start = tokens[at]?.start ?? 0;
  return QUESTIONS.test(normal.text.slice(Math.max(0, start - 60), start));
}

/** "Questions? Call …": numbers for further questions, without pressure to call. */
export function answersQuestions(reading: Reading): boolean {
  const { phones, concepts } = reading;
  return (
    phones.length > 0 &&
    phones.every((at) => isForQuestions(reading, at)) &&
    ALARMS.every((concept) => !concepts.has(concept))
  );
}

const PAID = [
  /(?:ignore|disregard)[^.]{0,30} (?:if|in case) [^.]{0,20}(?:paid|payment)|(?:if|in case) [^.]{0,20}paid[^.]{0,30}(?:ignore|disregard)/,
  /abaikan[^.]{0,30} (?:jika|bila|kalau) [^.]{0,12}bayar|odendiyse|odeme yaptiysaniz/,
  /bereits (?:gezahlt|bezahlt|beglichen|uberwiesen)[^.]{0,60}(?:gegenstandslos|ignorier|betracht)|reeds betaald[^.]{0,60}(?:negeer|niet verzonden)/,
  /deja (?:paye|regle)[^.]{0,60}(?:tenir compte|tenez pas compte|ignorez|sans objet)|ya (?:ha |realizo (?:el )?)?pag[oa][^.]{0,60}(?:caso omiso|ignore)/,
  /gia (?:pagato|provveduto)[^.]{0,60}(?:ignor|non tenere conto)|ja (?:pagou|efetuou|foi pag[ao])[^.]{0,60}(?:desconsider|ignor)/,
];

/** Matches "Ignore if paid": thieves write to many people who owe nothing, and never use these words. */
export function letsPaidOff({ normal }: Reading): boolean {
  const text = normal.text.slice(0, 600);
  return PAID.some((words) => words.test(text));
}

export const WORD_OUT =
  'stop|end|quit|unsubscribe|help|off|sair|parar|cancelar|baja|alto|unreg|berhenti|ondoa|acha|toka|ret|iptal|iptali|smsiptal';
const OPT_OUT = new RegExp(
  `(?<![a-z])(?:reply|text|txt|sms|send|responda|envi[ea]r?|mand[ea]|balas|ketik|kirim|tuma|jibu)\\s(?:sms\\s)?['"]?(?:${WORD_OUT})\\b`,
  'i',
);
/** Matches "Reply STOP to end", by which mass senders are required to let readers unsubscribe. */
export function offersWayOut({ original }: Reading): boolean {
  return OPT_OUT.test(original.slice(0, 2000));
}

// Topics that do not occur in a shop's discount.
const BAIT: readonly Concept[] = ['prize', 'claim', 'free', 'rateline', 'job', 'loan', 'crypto', 'invest'];

/** "40% off ... Text STOP to opt out": a shop's offer with its way out, and no number to call. */
export function tellsDiscount(reading: Reading): boolean {
  return (
    offersWayOut(reading) &&
    reading.phones.length === 0 &&
    /(?<!\d)\d{1,2} ?%/.test(reading.normal.text.slice(0, 400)) &&
    BAIT.every((concept) => !reading.concepts.has(concept))
  );
}

const RATING =
  /(?<!\p{L})(?:scores?|rat(?:e|ing)|scale|nota|pontuacao|avali\p{L}+|nilai|skor|puas|alama)(?!\p{L})[^!]{0,60}?(?<!\d)[01](?!\d)[^!]{0,30}?(?<!\d)(?:5|10)(?!\d)/u;

/** True for texts such as "Score us from 1 to 5", whose only request is a number as a reply. */
export function asksRating({ normal, links, phones }: Reading): boolean {
  return links.length === 0 && phones.length === 0 && RATING.test(normal.text.slice(0, 400));
}

const IS = /^(?:is|are|es|ist|lautet|est|e|jest|ar|er)$/;

/** True for a code that the reader has requested: "123456 is your code", "Your OTP is 4821". */
export function isCodeNotice(reading: Reading): boolean {
  for (const name of ['otp', 'code'] as const) {
    for (const { from, to } of reading.concepts.get(name) ?? []) {
      for (let at = Math.max(0, from - 6); at < Math.min(to + 16, reading.tokens.length); at++) {
        const token = reading.tokens[at];
        // "The code for your transfer of 320 EUR to J. RUIZ is 771203": if the code is far from the word "code", it
        // must follow the word "is".
        const said = at < to + 6 || IS.test(reading.tokens[at - 1]?.text ?? '');
        if (
          said &&
          token &&
          (token.kind === 'number' || token.kind === 'phone') &&
          /^\d{3}[\s-]?\d{1,5}$/.test(token.text)
        )
          return true;
      }
    }
  }
  return false;
}
