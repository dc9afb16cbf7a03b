/**
 * Characters that must be escaped for a terminal: C0 and C1 controls (a file name can hold an escape
 * sequence), line and paragraph separators, format characters (bidirectional overrides and isolates reorder
 * the text around them, others are invisible), and lone surrogates.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u2060-\u206f\u{e0000}-\u{e007f}]/gu;

/** Fast path for most texts. */
const PLAIN = /^[\x20-\x7e\xa0-\xac\xae-\xff]*$/;

/**
 * Escapes external text (names in a file, file names) for printing: one line, without control and reordering
 * characters. Printable text is returned unchanged.
 */
export function escapeText(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(UNPRINTABLE, (character) => {
    switch (character) {
      case '\n':
        return '\\n';
      case '\r':
        return '\\r';
      case '\t':
        return '\\t';
    }
    const code = character.codePointAt(0)!;
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
  });
}

/** Formats JSON in which the same characters are `\u` escapes: the same value, safe to print. */
export function printableJson(value: unknown, indent = 0): string {
  // JSON.stringify has already escaped C0 characters and lone surrogates; the remaining newlines belong to
  // the layout of the JSON.
  return JSON.stringify(value, null, indent).replace(UNPRINTABLE, (character) => {
    if (character === '\n') return character;
    let escaped = '';
    for (let i = 0; i < character.length; i++) {
      escaped += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
    }
    return escaped;
  });
}

/** Returns a file's name for display; `-` becomes its meaning. */
export function nameText(path: string): string {
  return path === '-' ? '(standard input)' : escapeText(path);
}

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
