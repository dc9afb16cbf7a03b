/** Which of the open files are compared: their positions. */
export interface Pair {
  readonly before: number;
  readonly after: number;
}

/**
 * The current file and another one, of which the one that was opened first is the one before, unless they are to be
 * swapped. Null where there is no other.
 */
export function pairOf(count: number, current: number, more: Readonly<Record<string, string>>): Pair | null {
  if (count < 2) return null;
  const given = /^\d{1,6}$/.test(more.with ?? '') ? Number(more.with) : -1;
  const isOther = given >= 0 && given < count && given !== current;
  const other = isOther ? given : current === 0 ? 1 : current - 1;
  const [first, second] = other < current ? [other, current] : [current, other];
  return more.swap === '1' ? { before: second, after: first } : { before: first, after: second };
}
