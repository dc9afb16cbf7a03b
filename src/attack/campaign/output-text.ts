/**
 * Maximum number of output lines that identify a behaviour; further lines usually depend on the file's
 * content.
 */
const MAX_TELLING_LINES = 40;
const MAX_LINE = 240;

/**
 * Removes the parts of a line that differ between two runs, or between two files with the same fault:
 * numbers, addresses, quoted names, paths, times. Two lines with the same result were printed by the same
 * statement.
 */
export function skeletonOf(line: string): string {
  return (
    line
      .slice(0, MAX_LINE)
      // Colours: an escape character, which is not printable, and its parameters.
      .replace(/[^\x20-\x7e]\[[0-9;]*m/g, '')
      .replace(/==\d+==/g, '')
      .replace(/(["'`])(?:(?!\1).){0,200}\1/g, '$1…$1')
      .replace(/(?:\.{0,2}\/)[\w.+-]+(?:\/[\w.+-]+)+/g, (path) => path.slice(path.lastIndexOf('/') + 1))
      .replace(/\b[\w.-]*\.(?:mdl|hef)\b/g, 'FILE')
      .replace(/\b0x[0-9a-f]+\b/gi, '#')
      .replace(/\b[0-9a-f]{8,}\b/gi, '#')
      .replace(/-?\d+(?:[.,:]\d+)*/g, '#')
      .replace(/[^\x20-\x7e…]+/g, '?')
      .replace(/\s+/g, ' ')
      .trim()
  );
}

/** Returns the skeletons of an output's lines, each once, in order. */
export function skeletonsOf(text: string, most = MAX_TELLING_LINES): string[] {
  const found = new Set<string>();
  for (const line of text.split('\n', 4 * most)) {
    const skeleton = skeletonOf(line);
    if (skeleton !== '' && skeleton !== '#') found.add(skeleton);
    if (found.size >= most) break;
  }
  return [...found];
}

/** Patterns of lines in which programs and their libraries print the reason for ending. */
const LAST_WORDS =
  /Assertion .* failed|assert(?:ion)? failed|terminate called|what\(\):|\*\*\* .* \*\*\*|^(?:free|malloc|realloc|munmap_chunk|double free|corrupted)[\w ]*(?:\(|:)|stack smashing|pure virtual|\[FATAL|\bFATAL\b|fatal error|CHECK failed|Check failed|LLVM ERROR|panic/i;

/**
 * Returns the skeleton of the line that explains why a program ended: a line with a known pattern; otherwise,
 * the last line; `""` without output.
 */
export function lastWords(stderr: string, stdout: string): string {
  for (const text of [stderr, stdout]) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const found = lines.filter((line) => LAST_WORDS.test(line));
    if (found.length > 0) return assertionOf(found.at(-1) as string);
  }
  const last = stderr
    .split('\n')
    .map(skeletonOf)
    .filter((line) => line !== '')
    .at(-1);
  return last ?? '';
}

/**
 * Returns the text of a failed assertion and its line: both are constant, because the text is source code.
 */
function assertionOf(line: string): string {
  const match = /([^\s/:]+:\d+): (?:(.*?): )?Assertion [`'](.*)['’] failed/.exec(line);
  if (match === null) return skeletonOf(line);
  return `Assertion ${match[3]} failed, ${match[1]}`.replace(/[^\x20-\x7e]+/g, '?').slice(0, MAX_LINE);
}
