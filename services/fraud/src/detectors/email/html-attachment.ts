import { isPage } from '../../mail/parse.js';
import type { MailDetector } from '../detector.js';

export const htmlAttachment: MailDetector = {
  code: 'email.html_attachment',
  title: 'Web page attached',
  class: 'high',
  meaning: 'An attachment is a web page, which can show a false sign-in without any site.',
  says: 'an attachment is a web page, which can show a false sign-in',
  detect({ mail }) {
    const found = mail.attachments.filter(isPage);
    return found.length > 0
      ? { strength: 1, spans: [], quotes: found.map(({ name }) => name).slice(0, 5) }
      : undefined;
  },
};
