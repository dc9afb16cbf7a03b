import type { MailDetector } from '../detector.js';

export const authFailed: MailDetector = {
  code: 'email.auth_failed',
  title: 'Sender not authenticated',
  class: 'high',
  meaning:
    'The receiving server, or one that is configured as trusted, reports that SPF, DKIM or DMARC failed.',
  says: 'the checks of the sender address (SPF, DKIM or DMARC) failed',
  detect({ mail }) {
    const results = mail.authentication;
    if (!results) return undefined;
    const failed = (method: string) =>
      new RegExp(`\\b${method}\\s?=\\s?(?:fail|permerror|hardfail)`).test(results);
    if (/\bdmarc\s?=\s?pass/.test(results)) return undefined;
    const strength = failed('dmarc')
      ? 1
      : failed('spf')
        ? 0.7
        : failed('dkim')
          ? 0.6
          : /\bspf\s?=\s?softfail/.test(results)
            ? 0.4
            : 0;
    return strength > 0 ? { strength, spans: [], quotes: [results.slice(0, 60)] } : undefined;
  },
};
