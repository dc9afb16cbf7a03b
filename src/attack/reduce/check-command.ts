/** The user's notation for a check: a command line with a placeholder for the candidate. */

/** Placeholder for the candidate's path. */
const PLACE = '{}';

/**
 * Splits a command line into words: separated by blanks, with quotes and backslashes to keep words together.
 * No shell is involved, unless the command names one (`sh -c '…'`).
 * @returns undefined if a quote is not closed
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

/** Returns the command with the candidate's path for its placeholders, or else as its last argument. */
export function withCandidate(argv: readonly string[], path: string): string[] {
  const placed = argv.map((word, index) => (index > 0 ? word.replaceAll(PLACE, path) : word));
  return placed.some((word, index) => word !== argv[index]) ? placed : [...placed, path];
}
