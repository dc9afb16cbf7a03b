import { escapeText } from './escape.js';

/**
 * Escapes external text for Markdown, so that it is shown literally: without emphasis, links, HTML, mentions
 * or references.
 */
export function markdownText(text: string): string {
  return (
    escapeText(text)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replace(/[\\`*_[\]|~:]/g, '\\$&')
      // Web pages turn names, numbers and addresses after these characters into links; an invisible comment
      // prevents this.
      .replace(/[@#](?=\S)|\bwww(?=\.)/gi, '$&<!-- -->')
  );
}

/** Prepares our own text from the catalogue: code spans stay, other markup is escaped. */
export function proseText(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('*', '\\*');
}

/** Formats external text as a code span; also safe in a cell of a table. */
export function codeSpan(text: string): string {
  const plain = escapeText(text);
  // Markdown readers disagree about escaped bars in code; in an HTML element every character can be escaped.
  if (plain.includes('\\|')) return `<code>${plain.replace(/[^a-z0-9 ]/giu, named)}</code>`;
  const escaped = plain.replaceAll('|', '\\|');
  const longest = Math.max(0, ...[...escaped.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  // A space is added if the text begins or ends with characters that would join the fence; readers remove it.
  const pad = /^[` ]|[` ]$|^$/.test(escaped) ? ' ' : '';
  return `${fence}${pad}${escaped}${pad}${fence}`;
}

const named = (character: string): string => `&#${character.codePointAt(0)};`;
