/** Indexes of the two compared files among the open files. */
export interface Pair {
  readonly before: number;
  readonly after: number;
}

/**
 * Returns the current file with another file to compare; null if only one file is open. The file that was
 * opened first is `before`, unless the reader has swapped the files.
 */
export function pairOf(count: number, current: number, more: Readonly<Record<string, string>>): Pair | null {
  if (count < 2) return null;
  const given = /^\d{1,6}$/.test(more.with ?? '') ? Number(more.with) : -1;
  const isOther = given >= 0 && given < count && given !== current;
  const other = isOther ? given : current === 0 ? 1 : current - 1;
  const [first, second] = other < current ? [other, current] : [current, other];
  return more.swap === '1' ? { before: second, after: first } : { before: first, after: second };
}
