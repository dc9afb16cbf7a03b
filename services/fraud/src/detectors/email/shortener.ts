import { linksWith, type MailDetector } from '../detector.js';

export const shortener: MailDetector = {
  code: 'email.shortener',
  title: 'Shortened link',
  class: 'low',
  meaning: 'A link shortener hides where a link leads.',
  says: 'a link shortener hides where a link leads',
  detect(message) {
    return linksWith(message, 'shortener');
  },
};
