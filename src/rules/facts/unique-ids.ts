import type { IdSet } from './id-set.js';
import type { Occurrences } from './references.js';

/** Unique ids of one kind in the operations of a context or of a preliminary configuration, as far as they cost nothing. */
export interface IdRange {
  /** Whether each is greater than the one before it: then they differ. */
  readonly ascending: boolean;
  /** The first and the greatest; undefined where none is written. */
  readonly first: number | undefined;
  readonly last: number | undefined;
  /** How many are not written, and so 0. */
  readonly absent: number;
}

export interface IdRanges {
  readonly triggers: IdRange;
  readonly actions: IdRange;
}

/** Unique ids of one kind in a core op that were heard one by one. */
export interface HeardIds {
  /** Those that occur more than once, with their first places. */
  readonly duplicates: readonly Occurrences[];
  /** Ids that were not looked at, for there were too many to be remembered. */
  readonly untracked: number;
  /** All of them. */
  readonly all: IdSet;
}

/** Whether ids that were not heard one by one are sure to differ: they ascend, and no two contexts share a range. */
export function areDistinct(ranges: readonly IdRange[]): boolean {
  const written = ranges
    .filter(({ first }) => first !== undefined)
    .sort((a, b) => (a.first as number) - (b.first as number));
  const absent = ranges.reduce((sum, range) => sum + range.absent, 0);
  if (absent > 1 || (absent === 1 && written[0]?.first === 0)) return false;
  let last = -1;
  for (const range of written) {
    if (!range.ascending || (range.first as number) <= last) return false;
    last = range.last as number;
  }
  return ranges.every(({ ascending }) => ascending);
}
