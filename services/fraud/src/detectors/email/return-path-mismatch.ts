import { domainOf } from '../../text/domains.js';
import type { MailDetector } from '../detector.js';

export const returnPathMismatch: MailDetector = {
  code: 'email.return_path_mismatch',
  title: 'Sent from another domain',
  class: 'info',
  meaning: 'Return-Path names another registrable domain than From. Newsletter services do that as well.',
  says: 'it was sent from another domain than the sender shows',
  detect({ mail }) {
    if (!mail.returnPath.includes('@') || mail.fromDomain === '' || mail.headers.has('list-id'))
      return undefined;
    return domainOf(mail.returnPath) === mail.fromDomain
      ? undefined
      : { strength: 0.5, spans: [], quotes: [mail.returnPath] };
  },
};
