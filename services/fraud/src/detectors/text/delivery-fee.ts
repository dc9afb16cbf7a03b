import { phrase } from '../../text/phrases.js';
import { phraseDetector } from '../detector.js';

export const deliveryFee = phraseDetector(
  {
    code: 'text.delivery_fee',
    title: 'Parcel, toll or fine',
    class: 'high',
    meaning:
      'The text says that a parcel waits, or that a toll or a fine is unpaid, until a small fee or an address is given.',
    says: 'it asks for a fee or an address because of a parcel, a toll or a fine',
  },
  [
    phrase('parcel fee', { none: 'warning promo free', strength: 0.9, within: 20 }),
    phrase('parcel pay', { none: 'warning', strength: 0.7, within: 20 }),
    phrase('parcel failed <link>', { none: 'warning', within: 30 }),
    phrase('parcel suspended', { none: 'warning', strength: 0.6 }),
    phrase('parcel suspended <link>', { none: 'warning', within: 30 }),
    phrase('parcel verify', { none: 'warning', strength: 0.6 }),
    phrase('parcel failed verify', { none: 'warning', strength: 0.8, within: 25 }),
    phrase('parcel failed', { none: 'warning', strength: 0.4, within: 8 }),
    phrase('parcel failed reply', { none: 'warning', strength: 0.6, within: 25 }),
    phrase('fine pay', { none: 'warning never', strength: 0.8, within: 20 }),
    phrase('fine <link>', { none: 'warning never', strength: 0.8, within: 30 }),
    phrase('fine urgent', { none: 'warning never', strength: 0.7, within: 20 }),
    phrase('fine threat', { none: 'warning never', strength: 0.6, within: 20 }),
    phrase('fee bill', { none: 'warning never', strength: 0.5, within: 10 }),
    phrase('fee urgent', { none: 'warning never', strength: 0.6 }),
    phrase('fee <link> pay', { none: 'warning never', strength: 0.7, within: 25 }),
  ],
);
