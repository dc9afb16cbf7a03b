import { phrase } from '../../text/phrases.js';
import { phraseDetector } from '../detector.js';

export const advanceFee = phraseDetector(
  {
    code: 'text.advance_fee',
    title: 'Money from a stranger',
    class: 'high',
    meaning: 'The text offers a share of a fortune, an inheritance or a donation, as advance-fee fraud does.',
    says: 'it offers money from a stranger, as advance-fee fraud does',
  },
  [
    phrase('fund <money>', { none: 'warning promo', within: 25, strength: 0.6 }),
    phrase('fund bank', { none: 'warning', within: 20, strength: 0.5 }),
    phrase('fund claim', { none: 'warning', within: 20, strength: 0.6 }),
    phrase('fund dear', { none: 'warning', within: 25, strength: 0.7 }),
    phrase('fund secrecy', { none: 'warning', within: 25 }),
    phrase('fund authority', { none: 'warning', within: 25, strength: 0.6 }),
    phrase('fund pay', { none: 'warning', within: 15, strength: 0.4 }),
    phrase('fund reply', { none: 'warning promo', within: 15, strength: 0.4 }),
    phrase('secrecy <money>', { none: 'warning', within: 25, strength: 0.5 }),
  ],
);
