/** How a user names a check: a command line, with a place for the candidate. */

/** Where the candidate's path goes. */
const PLACE = '{}';

/**
 * The words of a command line: parted by blanks, kept together by quotes or a backslash. No shell looks at them:
 * name one to have it (`sh -c '…'`).
 * @returns undefined when a quote is not closed
 */
export function wordsOf(line: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let i = 0; i < line.length; i++) {
    const char = line[i] as string;
    if (quote !== '') {
      if (char === quote) quote = '';
      else if (char === '\\' && quote === '"' && /["\\]/.test(line[i + 1] ?? '')) word += line[++i];
      else word += char;
    } else if (char === "'" || char === '"') {
      quote = char;
      word ??= '';
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + (char === '\\' && i + 1 < line.length ? line[++i] : char);
    }
  }
  if (word !== undefined) words.push(word);
  return quote === '' ? words : undefined;
}

/** The command with the candidate's path in the places that it has for it, or else as its last argument. */
export function withCandidate(argv: readonly string[], path: string): string[] {
  const placed = argv.map((word, index) => (index > 0 ? word.replaceAll(PLACE, path) : word));
  return placed.some((word, index) => word !== argv[index]) ? placed : [...placed, path];
}
