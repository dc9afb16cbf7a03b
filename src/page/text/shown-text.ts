import { escapeText } from '../../show/report/escape.js';

/** Maximum number of characters of a text from a file, because the layout of a longer text takes seconds. */
const MAX_SHOWN = 2000;

/**
 * Returns a text from a file in a form that is safe to show. Invisible characters, and characters that change
 * the writing direction, are escaped; a long text is cut. Markup in the text has no effect, because the page
 * inserts it as text.
 */
export function shownText(text: string, limit = MAX_SHOWN): string {
  return text.length > limit ? `${escapeText(text.slice(0, limit))}…` : escapeText(text);
}
