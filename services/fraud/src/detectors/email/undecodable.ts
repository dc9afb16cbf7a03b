import type { MailDetector } from '../detector.js';

export const undecodable: MailDetector = {
  code: 'email.undecodable',
  title: 'Damaged encoding',
  class: 'info',
  meaning: 'A part of the message could not be decoded or parsed.',
  says: 'a part of it could not be decoded',
  detect({ mail }) {
    return mail.undecodable > 0 ? { strength: Math.min(1, 0.5 * mail.undecodable), spans: [] } : undefined;
  },
};
