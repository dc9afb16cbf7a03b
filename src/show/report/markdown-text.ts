import { escapeText } from './escape.js';

/**
 * Text from outside as Markdown that shows just that text: no emphasis, links, HTML, mentions or references
 * come of it.
 */
export function markdownText(text: string): string {
  return (
    escapeText(text)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replace(/[\\`*_[\]|~:]/g, '\\$&')
      // Pages look for names, numbers and addresses after these in what they have rendered; this parts them unseen.
      .replace(/[@#](?=\S)|\bwww(?=\.)/gi, '$&<!-- -->')
  );
}

/** Text of our own, from the catalogue: code spans stay, nothing else is markup. */
export function proseText(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('*', '\\*');
}

/** Text from outside as a code span; also safe in a cell of a table. */
export function codeSpan(text: string): string {
  const plain = escapeText(text);
  // Readers do not agree whether the bar is escaped there: in elements each character can be named.
  if (plain.includes('\\|')) return `<code>${plain.replace(/[^a-z0-9 ]/giu, named)}</code>`;
  const escaped = plain.replaceAll('|', '\\|');
  const longest = Math.max(0, ...[...escaped.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  // A space where the text begins or ends with what would join the fence; readers strip it again.
  const pad = /^[` ]|[` ]$|^$/.test(escaped) ? ' ' : '';
  return `${fence}${pad}${escaped}${pad}${fence}`;
}

const named = (character: string): string => `&#${character.codePointAt(0)};`;
