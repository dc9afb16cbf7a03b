/**
 * Characters that must be escaped for a terminal: C0 and C1 controls (a file name can contain an escape
 * sequence), line and paragraph separators, format characters (which are invisible, or change the order of
 * the surrounding text), and lone surrogates.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u2060-\u206f\u{e0000}-\u{e007f}]/gu;

/** Matches most texts without such characters; a faster test than `UNPRINTABLE`. */
const PLAIN = /^[\x20-\x7e\xa0-\xac\xae-\xff]*$/;

/**
 * Escapes external text (names in a file, file names) for printing. The result is one line, without control
 * characters and characters that reorder text. Printable text stays unchanged.
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

/**
 * Formats JSON that is safe to print: unprintable characters are written as `\u` escapes, which does not
 * change the value.
 */
export function printableJson(value: unknown, indent = 0): string {
  // JSON.stringify escapes C0 characters and lone surrogates, so the only newlines are in the layout of the
  // JSON.
  return JSON.stringify(value, null, indent).replace(UNPRINTABLE, (character) => {
    if (character === '\n') return character;
    let escaped = '';
    for (let i = 0; i < character.length; i++) {
      escaped += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
    }
    return escaped;
  });
}

/** Returns the name of a file for display; `(standard input)` for `-`. */
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
      // After these characters, web pages would make links of names, numbers and addresses; an invisible
      // comment prevents this.
      .replace(/[@#](?=\S)|\bwww(?=\.)/gi, '$&<!-- -->')
  );
}

/** Prepares a text of the catalogue for Markdown: code spans are kept, other markup is escaped. */
export function proseText(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('*', '\\*');
}

/** Formats external text as a code span, which is also safe in a cell of a table. */
export function codeSpan(text: string): string {
  const plain = escapeText(text);
  // Markdown readers interpret escaped bars in code differently, so such a text becomes an HTML element, in
  // which every character can be escaped.
  if (plain.includes('\\|')) return `<code>${plain.replace(/[^a-z0-9 ]/giu, named)}</code>`;
  const escaped = plain.replaceAll('|', '\\|');
  const longest = Math.max(0, ...[...escaped.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  // If the text begins or ends with a backtick or a space, a space is added on both sides, which readers
  // remove.
  const pad = /^[` ]|[` ]$|^$/.test(escaped) ? ' ' : '';
  return `${fence}${pad}${escaped}${pad}${fence}`;
}

const named = (character: string): string => `&#${character.codePointAt(0)};`;
