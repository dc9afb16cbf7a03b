/** Detectors of a damaged or forged structure. */
import type { MailDetector } from '../detector.js';

const DAY_MS = 86_400_000;

export const STRUCTURE_DETECTORS: readonly MailDetector[] = [
  {
    code: 'email.excessive_structure',
    title: 'Built to overwhelm',
    prior: 0.3,
    class: 'low',
    meaning:
      'The message has more parts, levels, header lines or links than are looked at; the rest was ignored.',
    says: 'it has more parts or links than are looked at',
    detect({ mail, reading }) {
      return mail.excess.length > 0 || reading.tooManyLinks ? { strength: 1, spans: [] } : undefined;
    },
  },
  {
    code: 'email.forged_date',
    title: 'False date',
    prior: 0.4,
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
  },
  {
    code: 'email.missing_headers',
    title: 'Incomplete message head',
    prior: 0.4,
    class: 'info',
    meaning: 'From, Date or To is missing, or the message is addressed to no one in particular.',
    says: 'its head lacks fields that mail programs write',
    detect({ mail }) {
      if (mail.pasted) return undefined;
      let missing = 1;
      if (mail.from.address === '') missing *= 0.5;
      if (!mail.headers.has('date')) missing *= 0.8;
      if (mail.to.length === 0 && !mail.headers.has('cc')) missing *= 0.6;
      return missing < 1 ? { strength: 1 - missing, spans: [] } : undefined;
    },
  },
  {
    code: 'email.undecodable',
    title: 'Damaged encoding',
    prior: 0.1,
    class: 'info',
    meaning: 'A part of the message could not be decoded or parsed.',
    says: 'a part of it could not be decoded',
    detect({ mail }) {
      return mail.undecodable > 0 ? { strength: Math.min(1, 0.5 * mail.undecodable), spans: [] } : undefined;
    },
  },
];
