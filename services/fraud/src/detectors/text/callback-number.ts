import { phrase } from '../../text/phrases.js';
import { phraseDetector } from '../detector.js';

export const callbackNumber = phraseDetector(
  {
    code: 'text.callback_number',
    title: 'Call this number',
    class: 'high',
    meaning: 'The text makes the reader call a number because of a charge, an order or a warning.',
    says: 'it makes you call a number because of a charge, a prize or a warning',
  },
  [
    phrase('callback call <phone>', { none: 'never', within: 20 }),
    phrase('auto_renew call', { none: 'never', strength: 0.6, within: 25 }),
    phrase('auto_renew <phone>', { none: 'never', strength: 0.7, within: 25 }),
    phrase('unusual call <phone>', { none: 'never', strength: 0.7, within: 25 }),
    phrase('suspended call <phone>', { none: 'never', strength: 0.7, within: 25 }),
    phrase('urgent call <phone>', { none: 'never chat', strength: 0.7, within: 20 }),
    phrase('claim call <phone>', { none: 'never', strength: 0.7, within: 20 }),
    phrase('prize call <phone>', { none: 'never chat', strength: 0.8, within: 20 }),
    phrase('bill call <phone>', { none: 'never', strength: 0.4, within: 20 }),
  ],
  ({ reading }, found) => {
    const { concepts } = reading;
    const story = concepts.has('auto_renew') && concepts.has('callback') && reading.phones.length > 0;
    return story ? { strength: 1, spans: found?.spans ?? [] } : found;
  },
);
