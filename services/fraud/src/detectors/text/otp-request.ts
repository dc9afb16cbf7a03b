import { phrase } from '../../text/phrases.js';
import { phraseDetector } from '../detector.js';

export const otpRequest = phraseDetector(
  {
    code: 'text.otp_request',
    title: 'Asks for a one-time code',
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
);
