import { linksWith, type MailDetector } from '../detector.js';

export const deepSubdomain: MailDetector = {
  code: 'email.deep_subdomain',
  title: 'Link with many subdomains',
  class: 'low',
  meaning: 'A link has four subdomains or more, which hide the domain.',
  says: 'a link has a long chain of subdomains',
  detect(message) {
    return linksWith(message, 'deep_subdomain');
  },
};
