import { escapeHtml } from '../http/page.js';

/** A mail that waits to be sent. It is the payload of a job, so it is plain JSON. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** URL for turning notifications off; only set for notifications. */
  unsubscribe?: string;
}

const MAX_SUBJECT = 200;

/**
 * Removes line breaks and control characters: a subject may contain a name that a user chose, and a line break would
 * end the header.
 */
export function subjectLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this searches for control characters
  const clean = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
  return [...clean].slice(0, MAX_SUBJECT).join('');
}

/**
 * Returns the text part and the HTML part of a mail with the given paragraphs. Text of users is escaped in the HTML
 * part.
 */
export function composeLetter(to: string, subject: string, paragraphs: readonly string[]): Letter {
  return {
    to,
    subject: subjectLine(subject),
    text: `${paragraphs.join('\n\n')}\n`,
    html: paragraphs.map((text) => `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`).join('\n'),
  };
}
