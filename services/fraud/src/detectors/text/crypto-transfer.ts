import { phrase } from '../../text/phrases.js';
import { phraseDetector } from '../detector.js';

// Bitcoin (base58 and bech32), Ethereum and Tron addresses; the lower case of the normal text is enough to see one.
const WALLET = /(?<![\w/])(?:bc1[a-z0-9]{25,60}|[13][a-km-z1-9]{25,34}|0x[0-9a-f]{40}|t[a-z0-9]{33})(?!\w)/;

export const cryptoTransfer = phraseDetector(
  {
    code: 'text.crypto_transfer',
    title: 'Crypto currency',
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
);
