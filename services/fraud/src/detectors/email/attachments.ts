import type { Attachment } from '../../mail/mail.js';
import { isPage } from '../../mail/parse.js';
import type { MailDetector } from '../detector.js';

const PROGRAM =
  /\.(?:exe|scr|pif|com|bat|cmd|vbs|vbe|js|jse|wsf|wsh|hta|jar|msi|ps1|cpl|lnk|reg|apk|iso|img|vhd|one|chm|dll|xlsm|docm|pptm|xll|appx|msix|url)$/i;
// First bytes of EICAR, the anti-virus industry's harmless test file.
const TEST_FILE = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR';

/** True if the file runs when opened. A message with such a file gets a minimum score. */
export function isProgram(attachment: Attachment): boolean {
  if (PROGRAM.test(attachment.name.trim())) return true;
  const head = Buffer.from(attachment.head).toString('latin1');
  return (
    (head.startsWith('MZ') && attachment.size > 512) ||
    head.startsWith('\x7fELF') ||
    head.startsWith(TEST_FILE)
  );
}

const DOUBLE =
  /\.(?:pdf|docx?|xlsx?|pptx?|jpe?g|png|gif|txt|rtf|mp[34]|wav|csv)[\s_.-]{0,40}\.(?!gz$|asc$|sig$|p7s$|zip$|bz2$|diff$|patch$)[a-z0-9]{2,5}$/i;

export const ATTACHMENT_DETECTORS: readonly MailDetector[] = [
  {
    code: 'email.archive_encrypted',
    title: 'Locked archive',
    prior: 1.2,
    class: 'high',
    meaning: 'An attached archive is encrypted, so that scanners cannot look inside.',
    says: 'an attached archive is locked so that scanners cannot look inside',
    detect({ mail }) {
      const found = mail.attachments.filter(({ head }) => {
        // In a zip file, bit 0 of the general flags (offset 6) means encryption. In RAR 5, a header of type 4 does.
        if (head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4)
          return ((head[6] ?? 0) & 1) === 1;
        const rar5 = head[0] === 0x52 && head[1] === 0x61 && head[2] === 0x72 && head[6] === 1;
        return rar5 && head[13] === 4;
      });
      return found.length > 0
        ? { strength: 1, spans: [], quotes: found.map(({ name }) => name).slice(0, 5) }
        : undefined;
    },
  },
  {
    code: 'email.dangerous_attachment',
    title: 'Program attached',
    prior: 2.5,
    class: 'critical',
    meaning: 'An attachment is a program or can run one, by its name or its first bytes.',
    says: 'an attachment is a program or can run one',
    detect({ mail }) {
      const found = mail.attachments.filter(isProgram);
      return found.length > 0
        ? { strength: 1, spans: [], quotes: found.map(({ name }) => name).slice(0, 5) }
        : undefined;
    },
  },
  {
    code: 'email.double_extension',
    title: 'File with two endings',
    prior: 2,
    class: 'high',
    meaning: 'The name of an attachment plays a document and ends as something else ("invoice.pdf.html").',
    says: 'an attachment plays a document and is something else',
    detect({ mail }) {
      const found = mail.attachments.filter(({ name }) => DOUBLE.test(name));
      return found.length > 0
        ? { strength: 1, spans: [], quotes: found.map(({ name }) => name).slice(0, 5) }
        : undefined;
    },
  },
  {
    code: 'email.html_attachment',
    title: 'Web page attached',
    prior: 1.5,
    class: 'high',
    meaning: 'An attachment is a web page, which can show a false sign-in without any site.',
    says: 'an attachment is a web page, which can show a false sign-in',
    detect({ mail }) {
      const found = mail.attachments.filter(isPage);
      return found.length > 0
        ? { strength: 1, spans: [], quotes: found.map(({ name }) => name).slice(0, 5) }
        : undefined;
    },
  },
];
