/** Positions of the two open files that are compared. */
export interface Pair {
  readonly before: number;
  readonly after: number;
}

/**
 * Pairs the current file with another one. The file that was opened first is `before`, unless they are
 * swapped. Null if only one file is open.
 */
export function pairOf(count: number, current: number, more: Readonly<Record<string, string>>): Pair | null {
  if (count < 2) return null;
  const given = /^\d{1,6}$/.test(more.with ?? '') ? Number(more.with) : -1;
  const isOther = given >= 0 && given < count && given !== current;
  const other = isOther ? given : current === 0 ? 1 : current - 1;
  const [first, second] = other < current ? [other, current] : [current, other];
  return more.swap === '1' ? { before: second, after: first } : { before: first, after: second };
}
