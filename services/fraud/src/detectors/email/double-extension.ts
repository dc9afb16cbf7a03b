import type { MailDetector } from '../detector.js';

const DOUBLE =
  /\.(?:pdf|docx?|xlsx?|pptx?|jpe?g|png|gif|txt|rtf|mp[34]|wav|csv)[\s_.-]{0,40}\.(?!gz$|asc$|sig$|p7s$|zip$|bz2$|diff$|patch$)[a-z0-9]{2,5}$/i;

export const doubleExtension: MailDetector = {
  code: 'email.double_extension',
  title: 'File with two endings',
  class: 'high',
  meaning: 'The name of an attachment plays a document and ends as something else ("invoice.pdf.html").',
  says: 'an attachment plays a document and is something else',
  detect({ mail }) {
    const found = mail.attachments.filter(({ name }) => DOUBLE.test(name));
    return found.length > 0
      ? { strength: 1, spans: [], quotes: found.map(({ name }) => name).slice(0, 5) }
      : undefined;
  },
};
