import type { IdSet } from './id-set.js';
import type { Occurrences } from './references.js';

/** Unique ids of one kind in the operations of a core op, or of a context that was scanned apart. Absent ones are 0. */
export interface IdRange {
  /** Whether all are sure to differ. */
  readonly distinct: boolean;
  /** Where they differ, the least and the greatest; undefined where there is none. */
  readonly least: number | undefined;
  readonly greatest: number | undefined;
}

export interface IdRanges {
  readonly triggers: IdRange;
  readonly actions: IdRange;
}

/** Unique ids of one kind in a core op that were listed one by one. */
export interface ListedIds {
  /** Those that occur more than once, with their first places. */
  readonly duplicates: readonly Occurrences[];
  /** Ids that were not looked at, for there were too many to be remembered. */
  readonly untracked: number;
  /** All of them. */
  readonly all: IdSet;
}

/** Whether ids that were not listed one by one are sure to differ: in each range, and no two of them overlap. */
export function areDistinct(ranges: readonly IdRanges[], kind: keyof IdRanges): boolean {
  for (const range of ranges) if (!range[kind].distinct) return false;
  if (ranges.length < 2) return true;
  const written = ranges
    .map((range) => range[kind])
    .filter(({ least }) => least !== undefined)
    .sort((a, b) => (a.least as number) - (b.least as number));
  return written.every(({ least }, i) => i === 0 || (least as number) > (written[i - 1]?.greatest as number));
}
