import type { MailDetector } from '../detector.js';

export const missingHeaders: MailDetector = {
  code: 'email.missing_headers',
  title: 'Incomplete message head',
  class: 'info',
  meaning: 'From, Date or To is missing, or the message is addressed to no one in particular.',
  says: 'its head lacks fields that mail programs write',
  detect({ mail }) {
    let missing = 1;
    if (mail.from.address === '') missing *= 0.5;
    if (!mail.headers.has('date')) missing *= 0.8;
    if (mail.to.length === 0 && !mail.headers.has('cc')) missing *= 0.6;
    return missing < 1 ? { strength: 1 - missing, spans: [] } : undefined;
  },
};
