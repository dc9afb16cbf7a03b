/**
 * Words for the payees of money that is sent by phone: a number or account, its owner, and a contact for questions.
 */
import type { Concept } from './lexicon/index.js';
import { mentions } from './phrases.js';
import { dialled, type Mention, type Reading, spanOf } from './reading.js';

type Span = [start: number, end: number];

const SENDING: readonly Concept[] = ['pay', 'give', 'account'];
const FETCHING: readonly Concept[] = ['give', 'buy', 'pay'];
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

function gap(a: Mention, b: Mention): number {
  return b.from >= a.to ? b.from - a.to : a.from - b.to;
}
