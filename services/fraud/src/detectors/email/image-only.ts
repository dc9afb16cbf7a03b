import type { MailDetector } from '../detector.js';

export const imageOnly: MailDetector = {
  code: 'email.image_only',
  title: 'Picture instead of text',
  class: 'low',
  meaning: 'The message is one or a few pictures behind links with hardly any text.',
  says: 'it is a picture with a link and hardly any text',
  detect({ mail }) {
    const { images, present } = mail.markup;
    const length = mail.text.trim().length;
    if (!present || images === 0 || images > 6 || mail.links.length === 0 || length > 250) return undefined;
    return { strength: length < 80 ? 1 : 0.6, spans: [], quotes: ['<img'] };
  },
};
