/**
 * Characters that must not reach a terminal as they are: C0 and C1 controls (a file name can hold an escape
 * sequence), line and paragraph separators, format characters (bidirectional overrides and isolates reorder the text
 * around them, others are invisible), and lone surrogates.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u2060-\u206f\u{e0000}-\u{e007f}]/gu;

/** Most of what is printed, which is found out sooner. */
const PLAIN = /^[\x20-\x7e\xa0-\xac\xae-\xff]*$/;

/**
 * Text from outside (names in a file, file names) made safe to print: one line, nothing a terminal obeys,
 * nothing that reorders. Printable text comes back unchanged.
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

/** JSON text in which the same characters are written as `\u` escapes: the same value, safe to print. */
export function printableJson(value: unknown, indent = 0): string {
  // JSON.stringify has written C0 and lone surrogates as escapes already; newlines left are its layout.
  return JSON.stringify(value, null, indent).replace(UNPRINTABLE, (character) => {
    if (character === '\n') return character;
    let escaped = '';
    for (let i = 0; i < character.length; i++) {
      escaped += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
    }
    return escaped;
  });
}

/** The name of a file, of which `-` reads as what it stands for. */
export function nameText(path: string): string {
  return path === '-' ? '(standard input)' : escapeText(path);
}
