import { linksWith, type MailDetector } from '../detector.js';

export const oddPort: MailDetector = {
  code: 'email.odd_port',
  title: 'Link to an odd port',
  class: 'high',
  meaning: 'A link leads to another port than 80 or 443.',
  says: 'a link leads to an unusual port',
  detect(message) {
    return linksWith(message, 'odd_port');
  },
};
