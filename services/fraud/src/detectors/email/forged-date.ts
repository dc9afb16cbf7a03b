import type { MailDetector } from '../detector.js';

const DAY_MS = 86_400_000;

export const forgedDate: MailDetector = {
  code: 'email.forged_date',
  title: 'False date',
  class: 'low',
  meaning: 'The date of the message and the date of its receipt are more than two days apart.',
  says: 'its date does not fit the time it was received',
  detect({ mail }) {
    const written = mail.headers.get('date')?.[0];
    const stamp = mail.headers.get('received')?.[0]?.split(';').at(-1);
    if (!written || !stamp) return undefined;
    const sent = Date.parse(written.slice(0, 60).replace(/\(.{0,40}\)/, ''));
    const received = Date.parse(stamp.slice(0, 60).replace(/\(.{0,40}\)/, ''));
    if (Number.isNaN(sent) || Number.isNaN(received)) return undefined;
    const days = Math.abs(sent - received) / DAY_MS;
    return days > 2 ? { strength: days > 30 ? 1 : 0.6, spans: [], quotes: [written] } : undefined;
  },
};
