import { isPage } from '../../mail/parse.js';
import type { MailDetector } from '../detector.js';

export const credentialForm: MailDetector = {
  code: 'email.credential_form',
  title: 'Form for secrets',
  class: 'high',
  meaning: 'The message holds a form with a password field or fields to fill in.',
  says: 'it holds a form to type secrets into',
  detect({ mail }) {
    const { passwordFields, forms, inputs } = mail.markup;
    const strength = passwordFields > 0 ? 1 : forms > 0 && inputs > 2 ? 0.4 : 0;
    if (strength === 0) return undefined;
    return {
      strength,
      spans: [],
      quotes: ['<form', ...mail.attachments.filter(isPage).map(({ name }) => name)].slice(0, 3),
    };
  },
};
