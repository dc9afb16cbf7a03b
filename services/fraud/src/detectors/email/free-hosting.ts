import { linksWith, type MailDetector } from '../detector.js';

export const freeHosting: MailDetector = {
  code: 'email.free_hosting',
  title: 'Link to free hosting',
  class: 'low',
  meaning: 'A link leads to a host where anyone can put up a page without paying.',
  says: 'a link leads to a page on free hosting',
  detect(message) {
    return linksWith(message, 'free_hosting');
  },
};
