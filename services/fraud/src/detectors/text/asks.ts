import { codeAstray } from '../../text/openers.js';
import { movesToSafety, payeeOf, sentOn, wantsCardCodes } from '../../text/payees.js';
import { phrase, placesOf } from '../../text/phrases.js';
import { phraseDetector, type TextDetector } from '../detector.js';

// Matches Bitcoin (base58 and bech32), Ethereum and Tron addresses. The normalised text is in lower case, which
// suffices to recognise them.
const WALLET = /(?<![\w/])(?:bc1[a-z0-9]{25,60}|[13][a-km-z1-9]{25,34}|0x[0-9a-f]{40}|t[a-z0-9]{33})(?!\w)/;

export const ASK_DETECTORS: readonly TextDetector[] = [
  phraseDetector(
    {
      code: 'text.credential_request',
      title: 'Asks to log in or for personal data',
      prior: 1.4,
      class: 'high',
      meaning: 'The text asks for a password, card or identity data, or to verify an account.',
      says: 'it asks you to verify an account or to give personal data',
    },
    [
      phrase('verify account', { none: 'warning never', strength: 0.8, within: 6 }),
      phrase('verify card', { none: 'warning never', strength: 0.7, within: 6 }),
      phrase('verify wallet', { none: 'warning never', within: 8 }),
      phrase('verify credential', { none: 'warning never', strength: 0.9, within: 6 }),
      phrase('verify <brand>', { none: 'warning never', strength: 0.5, within: 6 }),
      phrase('verify click', { none: 'warning never', strength: 0.6 }),
      phrase('verify login', { none: 'warning never', strength: 0.7, within: 10 }),
      phrase('give credential', { none: 'warning never', strength: 0.9, within: 8 }),
      phrase('reply credential', { none: 'warning never', strength: 0.8, within: 8 }),
      phrase('verify mailbox', { none: 'warning never', strength: 0.7, within: 8 }),
      phrase('login mailbox', { none: 'warning never', strength: 0.5, within: 8 }),
      phrase('click mailbox', { none: 'warning never', strength: 0.5, within: 10 }),
      phrase('login account click', { none: 'warning never', strength: 0.6 }),
      phrase('login urgent', { none: 'warning never', strength: 0.6 }),
      phrase('verify <link>', { none: 'warning never', strength: 0.5, within: 14 }),
      phrase('remote refund', { none: 'warning never', strength: 0.9 }),
      phrase('remote bank', { none: 'warning never', strength: 0.9 }),
      phrase('remote account', { none: 'warning never', strength: 0.7 }),
    ],
  ),
  phraseDetector(
    {
      code: 'text.otp_request',
      title: 'Asks for a one-time code',
      prior: 3,
      class: 'high',
      meaning:
        'The text asks the reader to send, tell or forward a one-time code. A notice that carries a code does not.',
      says: 'it asks you to pass on a one-time code',
    },
    [
      phrase('give otp', { none: 'warning never', within: 7 }),
      phrase('reply otp', { none: 'warning never notice', within: 7 }),
      phrase('otp stranger', { none: 'warning never', strength: 0.6, within: 15 }),
      phrase('otp mistake', { none: 'warning never', within: 20 }),
      phrase('give code mistake', { none: 'warning never', within: 20 }),
      phrase('otp favour', { none: 'warning never', strength: 0.8, within: 15 }),
      phrase('otp newnumber', { none: 'warning never', strength: 0.8, within: 20 }),
      phrase('give code first_person', { none: 'warning never', within: 8, strength: 0.8 }),
      phrase('give code reply', { none: 'warning never', within: 8, strength: 0.8 }),
      phrase('reply code first_person', { none: 'warning never prize', within: 6, strength: 0.6 }),
    ],
    ({ reading, mail }, found) =>
      !mail && codeAstray(reading) ? { strength: 1, spans: found?.spans ?? [] } : found,
  ),
  phraseDetector(
    {
      code: 'text.payment_redirect',
      title: 'Payment to a new account',
      prior: 1.4,
      class: 'high',
      meaning:
        'The text asks to pay an invoice or to send money to an account, as invoice and manager fraud do.',
      says: 'it asks you to send money or to change where it goes',
    },
    [
      phrase('pay bill urgent', { none: 'warning', strength: 0.7, within: 20 }),
      phrase('pay bank newaccount', { none: 'warning', within: 14 }),
      phrase('newaccount account', { none: 'warning chat', strength: 0.8, within: 10 }),
      phrase('newaccount pay', { none: 'warning', strength: 0.8 }),
      phrase('pay <money> urgent', { none: 'warning', strength: 0.6, within: 20 }),
      phrase('bill document <money>', { none: 'warning', strength: 0.4, within: 20 }),
      phrase('newaccount favour', { none: 'warning', strength: 0.8, within: 25 }),
      phrase('newaccount first_person', { none: 'warning chat', strength: 0.6, within: 8 }),
      phrase('favour away', { none: 'warning chat', strength: 0.7, within: 25 }),
      phrase('favour favour', { none: 'warning chat', strength: 0.7, within: 25 }),
      phrase('favour pay', { none: 'warning chat', strength: 0.6, within: 20 }),
      phrase('favour giftcard', { none: 'warning', within: 30 }),
      phrase('favour secrecy', { none: 'warning', strength: 0.9, within: 30 }),
      phrase('favour reply', { none: 'warning chat', strength: 0.4, within: 15 }),
      phrase('pay first_person family', { none: 'warning', strength: 0.5 }),
    ],
    ({ reading, mail }, found) => {
      if (movesToSafety(reading))
        return { strength: 1, spans: [...(found?.spans ?? []), ...placesOf(reading, 'safeaccount')] };
      const elsewhere = mail ? undefined : (payeeOf(reading) ?? sentOn(reading));
      return elsewhere ? { strength: 1, spans: [...(found?.spans ?? []), ...elsewhere] } : found;
    },
  ),
  phraseDetector(
    {
      code: 'text.gift_card',
      title: 'Gift cards as money',
      prior: 1.5,
      class: 'high',
      meaning: 'The text asks to buy gift cards or to send their codes, or gives one away.',
      says: 'it wants gift cards or their codes, or gives one away',
    },
    [
      phrase('giftcard buy', { none: 'warning never promo', strength: 0.7 }),
      phrase('giftcard give', { none: 'warning never' }),
      phrase('giftcard reply', { none: 'warning never', strength: 0.8 }),
      phrase('giftcard claim', { none: 'warning never', strength: 0.9 }),
      phrase('giftcard prize', { none: 'warning never', strength: 0.7, within: 8 }),
      phrase('giftcard click', { none: 'warning never', strength: 0.6 }),
      phrase('giftcard code', { none: 'warning never', strength: 0.5, within: 8 }),
    ],
    ({ reading }, found) =>
      wantsCardCodes(reading)
        ? { strength: 1, spans: [...(found?.spans ?? []), ...placesOf(reading, 'cardcodes')] }
        : found,
  ),
  phraseDetector(
    {
      code: 'text.crypto_transfer',
      title: 'Crypto currency',
      prior: 1.6,
      class: 'high',
      meaning: 'The text asks for crypto currency, promises some, or wants a wallet to be connected.',
      says: 'it wants a crypto payment or promises coins and returns',
    },
    [
      phrase('crypto pay', { none: 'warning', strength: 0.7 }),
      phrase('crypto claim', { none: 'warning', strength: 0.9 }),
      phrase('crypto prize', { none: 'warning', strength: 0.7 }),
      phrase('crypto click', { none: 'warning', strength: 0.5 }),
      phrase('wallet verify', { none: 'warning' }),
      phrase('wallet claim', { none: 'warning', strength: 0.8 }),
      phrase('crypto wallet', { none: 'warning', strength: 0.5 }),
      phrase('crypto invest', { none: 'warning', strength: 0.6 }),
      phrase('invest <money> claim', { none: 'warning', strength: 0.6, within: 20 }),
      phrase('invest reply', { none: 'warning', strength: 0.5 }),
      phrase('invest free', { none: 'warning', strength: 0.4 }),
    ],
    ({ reading }, found) => {
      const address = WALLET.exec(reading.normal.text);
      if (!address || /\d/.test(address[0]) === false) return found;
      return {
        strength: Math.max(found?.strength ?? 0, reading.concepts.has('crypto') ? 1 : 0.5),
        spans: found?.spans ?? [],
      };
    },
  ),
];
