import { phrase } from '../../text/phrases.js';
import { phraseDetector } from '../detector.js';

export const unsubscribeLure = phraseDetector(
  {
    code: 'text.unsubscribe_lure',
    title: 'Costly way out',
    class: 'low',
    meaning: 'The text says that the reader has subscribed and must reply, call or pay to stop.',
    says: 'it says you must answer or call to stop a subscription',
  },
  [
    phrase('unsubscribe rateline', { strength: 0.8, within: 25 }),
    phrase('unsubscribe <money>', { strength: 0.4, within: 15 }),
    phrase('unsubscribe <phone>', { strength: 0.4 }),
    phrase('auto_renew unsubscribe', { strength: 0.5, within: 25 }),
    phrase('unsubscribe <number>', { strength: 0.5, within: 5 }),
  ],
);
