/** Quotes a text so that a POSIX shell takes it as one word. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
