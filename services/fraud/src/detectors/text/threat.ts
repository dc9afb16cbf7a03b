import { phrase } from '../../text/phrases.js';
import { phraseDetector } from '../detector.js';

export const threat = phraseDetector(
  {
    code: 'text.threat',
    title: 'Threat',
    class: 'high',
    meaning: 'The text threatens with the police, a court, loss or exposure.',
    says: 'it threatens you with consequences',
  },
  [
    phrase('threat pay', { none: 'warning' }),
    phrase('threat authority', { none: 'warning', strength: 0.6 }),
    phrase('threat urgent', { none: 'warning', strength: 0.8 }),
    phrase('threat call', { none: 'warning chat', strength: 0.6 }),
    phrase('threat click', { none: 'warning', strength: 0.8 }),
    phrase('threat crypto', { none: 'warning' }),
    phrase('threat bill', { none: 'warning', strength: 0.5 }),
    phrase('threat fee', { none: 'warning', strength: 0.7 }),
    phrase('threat second_person account', { none: 'warning', strength: 0.6 }),
  ],
);
