/**
 * Text as roff prints it: roff does not take any of its characters for a request, an escape, or typography.
 */
export function roffText(text: string): string {
  return text
    .replace(/[\\`^~'"]|-|[^\x20-\x7e\n]/gu, (char) => ESCAPES[char] ?? `\\[u${hex(char)}]`)
    .replace(/^\./gm, '\\&.');
}

/**
 * A dot and an apostrophe are requests at the start of a line only; the others mean other characters in a
 * terminal.
 */
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
  "'": '\\(aq',
  '"': '\\(dq',
  // A typographic hyphen cannot be searched for, nor copied into a command line.
  '-': '\\-',
  '’': '\\(cq',
  '…': '...',
  '→': '\\(->',
};

function hex(char: string): string {
  return (char.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
}

/** Quotes an argument of a request: one word, even with spaces. */
export function roffArgument(text: string): string {
  return `"${roffText(text.replaceAll('\n', ' '))}"`;
}

export function bold(text: string): string {
  return `\\fB${roffText(text)}\\fR`;
}

export function italic(text: string): string {
  return `\\fI${roffText(text)}\\fR`;
}
