import { phrase } from '../../text/phrases.js';
import { phraseDetector } from '../detector.js';

export const urgency = phraseDetector(
  {
    code: 'text.urgency',
    title: 'Pressure of time',
    class: 'low',
    meaning: 'The text presses the reader to act at once or within hours.',
    says: 'it presses you to act quickly',
  },
  [
    phrase('urgent', { none: 'warning chat', strength: 0.5 }),
    phrase('urgent click', { none: 'warning never' }),
    phrase('urgent verify', { none: 'warning never' }),
    phrase('urgent pay', { none: 'warning never' }),
    phrase('urgent call', { none: 'warning never chat' }),
    phrase('urgent claim', { none: 'warning never' }),
    phrase('urgent suspended', { none: 'warning' }),
    phrase('urgent account', { none: 'warning' }),
  ],
);
