/** Detectors of forms, hidden text and pictures in the body of a mail. */

import { isPage } from '../../mail/parse.js';
import { isSameName } from '../../text/domains.js';
import type { MailDetector } from '../detector.js';

export const BODY_DETECTORS: readonly MailDetector[] = [
  {
    code: 'email.credential_form',
    title: 'Form for secrets',
    prior: 1.5,
    class: 'high',
    meaning: 'The message holds a form with a password field or fields to fill in.',
    says: 'it holds a form to type secrets into',
    detect({ mail }) {
      const { passwordFields, forms, inputs } = mail.markup;
      // A form without a password field is harmless if it leads to the sender's own pages, as search fields in
      // newsletters do.
      const own = mail.links.some(
        ({ kind, domain }) => kind === 'form' && isSameName(domain, mail.fromDomain),
      );
      const strength = passwordFields > 0 ? 1 : forms > 0 && inputs > 2 && !own ? 0.4 : 0;
      if (strength === 0) return undefined;
      return {
        strength,
        spans: [],
        quotes: ['<form', ...mail.attachments.filter(isPage).map(({ name }) => name)].slice(0, 3),
      };
    },
  },
  {
    code: 'email.html_hidden_text',
    title: 'Hidden text',
    prior: 0.7,
    class: 'low',
    meaning:
      'Much of the text is styled away. A short hidden preview line is usual in newsletters and does not count.',
    says: 'it hides text from the reader',
    detect({ mail }) {
      const { hiddenCharacters, shownCharacters } = mail.markup;
      // The hidden preview line of a newsletter has up to about 250 characters, padding included.
      if (hiddenCharacters < 300) return undefined;
      const share = hiddenCharacters / (hiddenCharacters + shownCharacters);
      return share > 0.25 ? { strength: Math.min(1, share * 1.5), spans: [] } : undefined;
    },
  },
  {
    code: 'email.image_only',
    title: 'Picture instead of text',
    prior: 0.9,
    class: 'low',
    meaning: 'The message is one or a few pictures behind links with hardly any text.',
    says: 'it is a picture with a link and hardly any text',
    detect({ mail }) {
      const { images, present } = mail.markup;
      const length = mail.text.trim().length;
      if (!present || images === 0 || images > 6 || mail.links.length === 0 || length > 250) return undefined;
      return { strength: length < 80 ? 1 : 0.6, spans: [], quotes: ['<img'] };
    },
  },
  {
    code: 'email.qr_code',
    title: 'QR code to scan',
    prior: 1.5,
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
      // A page of shop offers may also show a QR code for the shop's app; in a short mail, the reader is meant to scan
      // the code.
      const asked = (reading.concepts.get('qr')?.length ?? 0) > 0 && reading.tokens.length < 400;
      const own = mail.links.some(({ kind, domain }) => kind === 'qr' && domain === mail.fromDomain);
      return asked && pictured && !own ? { strength: 0.6, spans: [], quotes: [] } : undefined;
    },
  },
  {
    code: 'email.zero_width_text',
    title: 'Invisible characters in words',
    prior: 1.2,
    class: 'high',
    meaning: 'Words of the body or subject are broken up by characters of no width.',
    says: 'invisible characters break up its words',
    detect({ reading }) {
      const { zeroWidth, hidden } = reading.normal;
      // Texts in languages whose letters join, and newsletters with soft hyphens, contain one or two such characters.
      if (zeroWidth < 3) return undefined;
      const quotes = hidden
        .slice(0, 3)
        .map(([start, end]) => reading.original.slice(Math.max(0, start - 3), end + 3));
      return { strength: Math.min(1, zeroWidth / 10), spans: [], quotes };
    },
  },
];
