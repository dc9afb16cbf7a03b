import { escapeText } from '../../show/report/escape.js';

/** Longest text from a file in one place of the page: layout of a longer text takes seconds. */
const MAX_SHOWN = 2000;

/**
 * Text from a file, for showing: escapes invisible characters and those that change the writing direction,
 * and cuts text that is too long. The page inserts it as text; markup in it stays text.
 */
export function shownText(text: string, limit = MAX_SHOWN): string {
  return text.length > limit ? `${escapeText(text.slice(0, limit))}…` : escapeText(text);
}
