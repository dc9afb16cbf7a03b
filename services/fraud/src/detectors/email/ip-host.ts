import { linksWith, type MailDetector } from '../detector.js';

export const ipHost: MailDetector = {
  code: 'email.ip_host',
  title: 'Link to a bare address',
  class: 'high',
  meaning: 'A link leads to an IP address instead of a name.',
  says: 'a link leads to a bare network address',
  detect(message) {
    return linksWith(message, 'ip_host');
  },
};
