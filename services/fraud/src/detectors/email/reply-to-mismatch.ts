import { isFreeMail } from '../../mail/hosts.js';
import type { MailDetector } from '../detector.js';

export const replyToMismatch: MailDetector = {
  code: 'email.reply_to_mismatch',
  title: 'Answers go elsewhere',
  class: 'low',
  meaning: 'Reply-To names another registrable domain than From; a free mail host says more.',
  says: 'answers would go to another address than the sender shows',
  detect({ mail }) {
    const other = mail.replyTo.find(({ domain }) => domain !== '' && domain !== mail.fromDomain);
    if (!other) return undefined;
    // Newsletters and mailing lists answer to their own hosts; a list says so in its headers.
    if (mail.headers.has('list-id') || mail.headers.has('list-post')) return undefined;
    const free = isFreeMail(other.domain);
    return {
      strength: free ? (isFreeMail(mail.fromDomain) ? 0.7 : 1) : 0.25,
      spans: [],
      quotes: [other.address],
    };
  },
};
