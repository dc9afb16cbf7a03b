import { linksWith, type MailDetector } from '../detector.js';

export const urlUserinfo: MailDetector = {
  code: 'email.url_userinfo',
  title: 'Link with a false front',
  class: 'high',
  meaning: 'A link holds a user part before its host, so that it seems to lead elsewhere.',
  says: 'a link hides its host after a sign-in part',
  detect(message) {
    return linksWith(message, 'url_userinfo');
  },
};
