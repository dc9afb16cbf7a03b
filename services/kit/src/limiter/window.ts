/** Counts of one key in the fixed window `windowNo` and in the previous window. */
export interface Counts {
  windowNo: number;
  current: number;
  previous: number;
}

/** At most `points` within any period of `durationMs`. */
export interface Limit {
  points: number;
  durationMs: number;
}

/**
 * Returns the counts at `now`. If the clock was set back to a time before the window of `counts`, that window counts
 * as just begun.
 */
export function countsAt(counts: Counts | undefined, { durationMs }: Limit, now: number): Counts {
  const windowNo = Math.floor(now / durationMs);
  if (counts === undefined) return { windowNo, current: 0, previous: 0 };
  if (counts.windowNo >= windowNo) return counts;
  const previous = counts.windowNo === windowNo - 1 ? counts.current : 0;
  return { windowNo, current: 0, previous };
}

/** Returns the part of the window that has passed: 0 to 1. */
export function passedPart({ windowNo }: Counts, { durationMs }: Limit, now: number): number {
  return Math.min(1, Math.max(0, now / durationMs - windowNo));
}

/**
 * Returns the points used within the sliding window that ends now. The previous window counts in proportion to its
 * overlap, as if its points had been used evenly: two counters are enough, instead of a list of times.
 */
export function used(counts: Counts, limit: Limit, now: number): number {
  return counts.previous * (1 - passedPart(counts, limit, now)) + counts.current;
}

/**
 * Returns the milliseconds until `points` more points are within the limit, if no other points are used; Infinity for
 * more points than the limit.
 */
export function waitMs(counts: Counts, limit: Limit, now: number, points: number): number {
  const room = limit.points - points;
  if (room < 0) return Number.POSITIVE_INFINITY;
  if (used(counts, limit, now) <= room) return 0;
  const restOfWindow = (counts.windowNo + 1) * limit.durationMs - now;
  // First, the previous window loses weight until the current window ends; then the current window loses weight.
  if (counts.current <= room) {
    const part = 1 - (room - counts.current) / counts.previous;
    return Math.ceil((part - passedPart(counts, limit, now)) * limit.durationMs);
  }
  return Math.ceil(restOfWindow + (1 - room / counts.current) * limit.durationMs);
}
