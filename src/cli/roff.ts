/** Escapes a text for roff, so that roff takes no character for a request, an escape, or typography. */
export function roffText(text: string): string {
  return text
    .replace(/[\\`^~'"]|-|[^\x20-\x7e\n]/gu, (char) => ESCAPES[char] ?? `\\[u${hex(char)}]`)
    .replace(/^\./gm, '\\&.');
}

/**
 * Escapes for characters that roff would print as other characters on a terminal. A dot and an apostrophe
 * only begin a request at the start of a line.
 */
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
  "'": '\\(aq',
  '"': '\\(dq',
  // With a typographic hyphen, options could not be searched for, or copied to a command line.
  '-': '\\-',
  '’': '\\(cq',
  '…': '...',
  '→': '\\(->',
};

function hex(char: string): string {
  return (char.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
}

/** Quotes an argument of a request, so that a text with spaces is one argument. */
export function roffArgument(text: string): string {
  return `"${roffText(text.replaceAll('\n', ' '))}"`;
}

export function bold(text: string): string {
  return `\\fB${roffText(text)}\\fR`;
}

export function italic(text: string): string {
  return `\\fI${roffText(text)}\\fR`;
}
