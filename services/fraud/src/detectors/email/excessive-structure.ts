import type { MailDetector } from '../detector.js';

export const excessiveStructure: MailDetector = {
  code: 'email.excessive_structure',
  title: 'Built to overwhelm',
  class: 'low',
  meaning:
    'The message has more parts, levels, header lines or links than are looked at; the rest was ignored.',
  says: 'it has more parts or links than are looked at',
  detect({ mail, reading }) {
    return mail.excess.length > 0 || reading.tooManyLinks ? { strength: 1, spans: [] } : undefined;
  },
};
