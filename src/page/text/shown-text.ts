import { escapeText } from '../../show/report/escape.js';

/** Longest text from a file that is put into the page in one place: layout of more takes seconds. */
const MAX_SHOWN = 2000;

/**
 * Text from a file, for showing: what cannot be seen, or would turn the writing's direction, is written as an escape,
 * and what is too long is cut. It is put into the page as text; markup in it stays text.
 */
export function shownText(text: string, limit = MAX_SHOWN): string {
  return text.length > limit ? `${escapeText(text.slice(0, limit))}…` : escapeText(text);
}
