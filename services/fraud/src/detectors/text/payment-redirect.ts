import { phrase } from '../../text/phrases.js';
import { phraseDetector } from '../detector.js';

export const paymentRedirect = phraseDetector(
  {
    code: 'text.payment_redirect',
    title: 'Payment to a new account',
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
    phrase('pay first_person family', { none: 'warning', strength: 0.5 }),
  ],
);
