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
  // JSON.stringify has already escaped C0 characters and lone surrogates; the remaining newlines are its
  // layout.
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
