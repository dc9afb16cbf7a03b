import type { MailDetector } from '../detector.js';

export const archiveEncrypted: MailDetector = {
  code: 'email.archive_encrypted',
  title: 'Locked archive',
  class: 'high',
  meaning: 'An attached archive is encrypted, so that scanners cannot look inside.',
  says: 'an attached archive is locked so that scanners cannot look inside',
  detect({ mail }) {
    const found = mail.attachments.filter(({ head }) => {
      // Zip local header: bit 0 of the general flags (offset 6). RAR 5: header type 4 is the encryption header.
      if (head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4)
        return ((head[6] ?? 0) & 1) === 1;
      const rar5 = head[0] === 0x52 && head[1] === 0x61 && head[2] === 0x72 && head[6] === 1;
      return rar5 && head[13] === 4;
    });
    return found.length > 0
      ? { strength: 1, spans: [], quotes: found.map(({ name }) => name).slice(0, 5) }
      : undefined;
  },
};
