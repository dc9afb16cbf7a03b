import { phrase } from '../../text/phrases.js';
import { phraseDetector } from '../detector.js';

export const giftCard = phraseDetector(
  {
    code: 'text.gift_card',
    title: 'Gift cards as money',
    class: 'high',
    meaning: 'The text asks to buy gift cards or to send their codes, or gives one away.',
    says: 'it wants gift cards or their codes, or gives one away',
  },
  [
    phrase('giftcard buy', { none: 'warning never promo' }),
    phrase('giftcard give', { none: 'warning never' }),
    phrase('giftcard reply', { none: 'warning never', strength: 0.8 }),
    phrase('giftcard claim', { none: 'warning never', strength: 0.9 }),
    phrase('giftcard prize', { none: 'warning never', strength: 0.7, within: 8 }),
    phrase('giftcard click', { none: 'warning never', strength: 0.6 }),
    phrase('giftcard code', { none: 'warning never', strength: 0.5, within: 8 }),
  ],
);
