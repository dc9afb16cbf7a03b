import type { MailDetector } from '../detector.js';

export const qrCode: MailDetector = {
  code: 'email.qr_code',
  title: 'QR code to scan',
  class: 'high',
  meaning:
    'A picture holds a QR code that leads to another domain than the sender, or the text asks to scan one: a link that mail filters and desktop browsers do not see.',
  says: 'it wants a QR code scanned, which hides where it leads',
  detect({ mail, reading }) {
    const codes = mail.links.filter(({ kind, domain }) => kind === 'qr' && domain !== mail.fromDomain);
    if (codes.length > 0) return { strength: 1, spans: [], quotes: [] };
    const pictured =
      mail.markup.images > 0 ||
      mail.attachments.some(({ type }) => /^(?:image\/|application\/pdf)/.test(type));
    // A page of shop offers may show a code for its app as well; who writes little wants it scanned.
    const asked = (reading.concepts.get('qr')?.length ?? 0) > 0 && reading.tokens.length < 400;
    const own = mail.links.some(({ kind, domain }) => kind === 'qr' && domain === mail.fromDomain);
    return asked && pictured && !own ? { strength: 0.6, spans: [], quotes: [] } : undefined;
  },
};
