import { phrase } from '../../text/phrases.js';
import { phraseDetector } from '../detector.js';

export const prize = phraseDetector(
  {
    code: 'text.prize',
    title: 'Prize or gift',
    class: 'high',
    meaning: 'The text promises a prize, a gift or a reward that the reader did not ask for.',
    says: 'it promises a prize or a gift',
  },
  [
    phrase('prize claim', { none: 'warning' }),
    phrase('prize selected', { none: 'warning' }),
    phrase('selected claim', { none: 'warning' }),
    phrase('selected <money>', { none: 'warning', within: 20 }),
    phrase('prize call <phone>', { none: 'warning chat', within: 20 }),
    phrase('prize <money> second_person', { none: 'warning chat', strength: 0.6 }),
    phrase('prize reply <number>', { none: 'warning', strength: 0.7, within: 20 }),
    phrase('prize click', { none: 'warning', strength: 0.7 }),
    phrase('prize <link>', { none: 'warning', strength: 0.6, within: 20 }),
    phrase('claim <money> urgent', { none: 'warning chat', strength: 0.7, within: 15 }),
    phrase('claim crypto <money>', { none: 'warning', strength: 0.7, within: 20 }),
    phrase('free prize', { none: 'warning', strength: 0.5, within: 6 }),
  ],
);
