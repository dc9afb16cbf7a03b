import { linksWith, type MailDetector } from '../detector.js';

export const punycodeHost: MailDetector = {
  code: 'email.punycode_host',
  title: 'Link with foreign letters in its host',
  class: 'high',
  meaning: 'A link leads to a host name with letters outside ASCII, which can imitate others.',
  says: 'a link has foreign letters in its host name',
  detect(message) {
    return linksWith(message, 'punycode_host');
  },
};
