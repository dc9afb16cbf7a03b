import { phrase } from '../../text/phrases.js';
import { phraseDetector } from '../detector.js';

export const accountSuspended = phraseDetector(
  {
    code: 'text.account_suspended',
    title: 'Account blocked or in danger',
    class: 'high',
    meaning: 'The text says that an account or card is blocked, expired or misused.',
    says: 'it claims that an account or card is blocked or in danger',
  },
  [
    phrase('account suspended', { none: 'warning', strength: 0.8, within: 8 }),
    phrase('card suspended', { none: 'warning', strength: 0.8, within: 8 }),
    phrase('wallet suspended', { none: 'warning', within: 10 }),
    phrase('bank suspended', { none: 'warning', strength: 0.6, within: 8 }),
    phrase('credential suspended', { none: 'warning', strength: 0.8, within: 8 }),
    phrase('account unusual', { none: 'warning', strength: 0.7 }),
    phrase('card unusual', { none: 'warning', strength: 0.6 }),
    phrase('unusual <brand>', { none: 'warning', strength: 0.5 }),
    phrase('unusual login', { none: 'warning', strength: 0.6 }),
    phrase('account verify suspended', { none: 'warning', within: 20 }),
    phrase('account failed', { none: 'warning', strength: 0.3, within: 6 }),
    phrase('<brand> suspended', { none: 'warning', strength: 0.6, within: 10 }),
  ],
);
