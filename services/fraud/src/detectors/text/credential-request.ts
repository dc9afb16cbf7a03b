import { phrase } from '../../text/phrases.js';
import { phraseDetector } from '../detector.js';

export const credentialRequest = phraseDetector(
  {
    code: 'text.credential_request',
    title: 'Asks to log in or for personal data',
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
    phrase('login account click', { none: 'warning never', strength: 0.6 }),
    phrase('login urgent', { none: 'warning never', strength: 0.6 }),
    phrase('verify <link>', { none: 'warning never', strength: 0.5, within: 14 }),
  ],
);
