import type { Attachment } from '../../mail/mail.js';
import type { MailDetector } from '../detector.js';

const PROGRAM =
  /\.(?:exe|scr|pif|com|bat|cmd|vbs|vbe|js|jse|wsf|wsh|hta|jar|msi|ps1|cpl|lnk|reg|apk|iso|img|vhd|one|chm|dll|xlsm|docm|pptm|xll|appx|msix|url)$/i;
// The anti-virus industry's harmless test file, in its first bytes.
const TEST_FILE = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR';

export const dangerousAttachment: MailDetector = {
  code: 'email.dangerous_attachment',
  title: 'Program attached',
  class: 'critical',
  meaning: 'An attachment is a program or can run one, by its name or its first bytes.',
  says: 'an attachment is a program or can run one',
  detect({ mail }) {
    const found = mail.attachments.filter(isProgram);
    return found.length > 0
      ? { strength: 1, spans: [], quotes: found.map(({ name }) => name).slice(0, 5) }
      : undefined;
  },
};

/** A file that runs when it is opened. Sets a floor of the score. */
export function isProgram(attachment: Attachment): boolean {
  if (PROGRAM.test(attachment.name.trim())) return true;
  const head = Buffer.from(attachment.head).toString('latin1');
  return (
    (head.startsWith('MZ') && attachment.size > 512) ||
    head.startsWith('\x7fELF') ||
    head.startsWith(TEST_FILE)
  );
}
