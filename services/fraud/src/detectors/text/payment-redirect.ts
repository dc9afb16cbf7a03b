import { payeeOf, sentOn } from '../../text/payees.js';
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
    const elsewhere = mail ? undefined : (payeeOf(reading) ?? sentOn(reading));
    return elsewhere ? { strength: 1, spans: [...(found?.spans ?? []), ...elsewhere] } : found;
  },
);
