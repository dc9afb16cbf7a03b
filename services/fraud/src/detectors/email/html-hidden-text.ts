import type { MailDetector } from '../detector.js';

export const htmlHiddenText: MailDetector = {
  code: 'email.html_hidden_text',
  title: 'Hidden text',
  class: 'low',
  meaning:
    'Much of the text is styled away. A short hidden preview line is usual in newsletters and does not count.',
  says: 'it hides text from the reader',
  detect({ mail }) {
    const { hiddenCharacters, shownCharacters } = mail.markup;
    // Preview lines run to some 250 characters with their padding.
    if (hiddenCharacters < 300) return undefined;
    const share = hiddenCharacters / (hiddenCharacters + shownCharacters);
    return share > 0.25 ? { strength: Math.min(1, share * 1.5), spans: [] } : undefined;
  },
};
