/**
 * Words for the payees of money that is sent by phone: a number or account, its owner, and a contact for questions.
 */
import type { Concept } from './lexicon/index.js';
import { matchPhrases, mentions, phrase } from './phrases.js';
import { dialled, type Mention, type Reading, spanOf, writtenIn } from './reading.js';

type Span = [start: number, end: number];

const SENDING: readonly Concept[] = ['pay', 'give', 'account'];
const FETCHING: readonly Concept[] = ['give', 'buy', 'pay'];
const SEND_ME_CODES = [phrase('give code first_person', { none: 'never', within: 8 })];
const MOVING: readonly Concept[] = ['pay', 'give', 'otp', 'code', 'call', 'download'];
const LEAST_DIGITS = 9;
const NEAR = 14;
// Words for completed actions: a text with them requests nothing.
const DONE =
  /(?<!\p{L})(?:berhasil|sukses|efectuad[ao]|efetuad[ao]|umetuma|umepokea|umelipa|umenunua|umekamilika|imekamilika|telah di\p{L}+)(?!\p{L})/u;
// Words that name a company's account, or the reader: "a/n PT ...", "jina la mteja".
const NO_PERSON = /^(?:pt|cv|ud|yayasan|koperasi|kas|lako|lenu|lake)$/;
const OF_THE = /^(?:mteja|kampuni|mwanafunzi|mzazi|wakala)$/;

/** Matches numbers of phones and accounts to which money could be sent. */
export function accountsIn({ tokens }: Reading): number[] {
  return [...tokens.keys()].filter((at) => {
    const token = tokens[at];
    return (
      (token?.kind === 'phone' || token?.kind === 'number') &&
      dialled(token.text).replace('+', '').length >= LEAST_DIGITS
    );
  });
}

/**
 * Texts such as "Send it to 0755..., the name that comes up will be ...": thieves use accounts of other people, so
 * they must explain the name that the phone will show. Friends who want their money back need not explain a name.
 */
export function payeeOf(reading: Reading): Span[] | undefined {
  const { concepts, tokens, normal } = reading;
  if (!SENDING.some((name) => concepts.has(name))) return undefined;
  if (DONE.test(normal.text.slice(0, 600))) return undefined;
  const places = accountsIn(reading);
  for (const named of mentions(reading, 'payee')) {
    const [next, after] = [tokens[named.to]?.text ?? '', tokens[named.to + 1]?.text ?? ''];
    if (NO_PERSON.test(next) || (next === 'la' && OF_THE.test(after))) continue;
    const place = places.find((at) => gap(named, { from: at, to: at + 1 }) <= NEAR);
    if (place !== undefined)
      return [spanOf(reading, place, place + 1), spanOf(reading, named.from, named.to)];
  }
  return undefined;
}

/** Texts such as "About the instalment, call my superior on 0812...": a third person shall settle the payment. */
export function sentOn(reading: Reading): Span[] | undefined {
  const { concepts, phones } = reading;
  const deal = concepts.has('pay') || concepts.has('bill') || concepts.has('buy') || concepts.has('account');
  const phone = phones[0];
  const agent = mentions(reading, 'agent')[0];
  if (!deal || !agent || phone === undefined || concepts.has('warning') || concepts.has('notice'))
    return undefined;
  return gap(agent, { from: phone, to: phone + 1 }) <= NEAR
    ? [spanOf(reading, agent.from, agent.to), spanOf(reading, phone, phone + 1)]
    : undefined;
}

/**
 * Texts such as "Buy credit for this new number": a supposed relative asks for credit, which can be spent immediately.
 */
export function creditBegged(reading: Reading): Span[] | undefined {
  const { concepts, tokens, normal } = reading;
  const credit = mentions(reading, 'airtime')[0];
  if (!credit || concepts.has('notice') || DONE.test(normal.text.slice(0, 600))) return undefined;
  if (!FETCHING.some((name) => concepts.has(name))) return undefined;
  if (tokens.some(({ kind }) => kind === 'ussd' || kind === 'link')) return undefined;
  const place = accountsIn(reading)[0];
  if (place === undefined && !concepts.has('newnumber')) return undefined;
  return [
    spanOf(reading, credit.from, credit.to),
    ...(place === undefined ? [] : [spanOf(reading, place, place + 1)]),
  ];
}

/** "Move your savings to the safe account": banks have no such accounts, except in warnings about the request. */
export function movesToSafety({ concepts }: Reading, asked = true): boolean {
  return (
    concepts.has('safeaccount') &&
    (!asked || MOVING.some((name) => concepts.has(name))) &&
    !concepts.has('never') &&
    !concepts.has('warning')
  );
}

/** "Get three gift cards and send me photos of the codes": the codes are money as soon as they are read. */
export function wantsCardCodes(reading: Reading): boolean {
  const { concepts } = reading;
  return (
    concepts.has('giftcard') &&
    !concepts.has('warning') &&
    (concepts.has('cardcodes') || matchPhrases(reading, SEND_ME_CODES) !== undefined)
  );
}

/** "Transfer the deposit, the keys will be sent by courier": owners of a flat show it before they take money. */
export function paidUnseen({ concepts }: Reading): boolean {
  return concepts.has('unseen') && concepts.has('rent') && concepts.has('pay') && !concepts.has('warning');
}

const AT = /^(?:at|to|from|bei|chez|en|em|presso|bij|hos|w|u|v|la)$/;
// Texts that name a shop: codes for a payment, and bookings.
const PAYING: readonly Concept[] = ['otp', 'code', 'notice'];

/**
 * True for the name of a shop that looks like a link, "448213 is your code to pay £129.99 at AO.COM": in capitals,
 * after a preposition and beside the amount, as machines write it.
 */
export function isShop(reading: Reading, token: number | undefined): boolean {
  const { tokens, concepts } = reading;
  if (token === undefined || !AT.test(tokens[token - 1]?.text ?? '')) return false;
  return (
    /^[A-Z\d]+(?:\.[A-Z]{2,3}){1,2}$/.test(writtenIn(reading, token, token + 1)) &&
    tokens.slice(Math.max(0, token - 5), token + 4).some(({ kind }) => kind === 'money') &&
    PAYING.some((name) => concepts.has(name))
  );
}

function gap(a: Mention, b: Mention): number {
  return b.from >= a.to ? b.from - a.to : a.from - b.to;
}
