import { phrase } from '../../text/phrases.js';
import { phraseDetector } from '../detector.js';

export const refundOrTax = phraseDetector(
  {
    code: 'text.refund_or_tax',
    title: 'Refund or tax',
    class: 'high',
    meaning: 'The text promises a refund or a benefit, or demands a tax, and asks to act on it.',
    says: 'it speaks of a refund, a tax or a benefit to act on',
  },
  [
    phrase('refund claim', { none: 'warning never' }),
    phrase('refund click', { none: 'warning never' }),
    phrase('refund <link>', { none: 'warning never', strength: 0.7, within: 20 }),
    phrase('refund verify', { none: 'warning never', strength: 0.8 }),
    phrase('refund tax', { none: 'warning', strength: 0.6 }),
    phrase('refund credential', { none: 'warning never' }),
    phrase('tax claim', { none: 'warning never' }),
    phrase('tax click', { none: 'warning never', strength: 0.8 }),
    phrase('tax <link>', { none: 'warning never', strength: 0.6, within: 20 }),
    phrase('tax urgent', { none: 'warning never', strength: 0.6 }),
  ],
);
