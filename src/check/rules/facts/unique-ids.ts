import type { IdSet } from './id-set.js';
import type { Occurrences } from './references.js';

/**
 * Unique ids of one kind in the operations of a core op, or of a separately scanned context. An absent id is
 * 0.
 */
export interface IdRange {
  /** True if all ids are known to differ. */
  readonly distinct: boolean;
  /** The least and the greatest id, if all ids differ; undefined for an element without ids. */
  readonly least: number | undefined;
  readonly greatest: number | undefined;
}

export interface IdRanges {
  readonly triggers: IdRange;
  readonly actions: IdRange;
}

/** Unique ids of one kind in a core op that were listed one by one. */
export interface ListedIds {
  /** Ids that occur more than once, with their first places. */
  readonly duplicates: readonly Occurrences[];
  /** Number of ids that were not compared, because the limits of remembered ids were exceeded. */
  readonly untracked: number;
  readonly all: IdSet;
}

/**
 * True if ids that were not listed one by one are known to differ: ids within each range differ, and the
 * ranges do not overlap.
 */
export function areDistinct(ranges: readonly IdRanges[], kind: keyof IdRanges): boolean {
  for (const range of ranges) if (!range[kind].distinct) return false;
  if (ranges.length < 2) return true;
  const written = ranges
    .map((range) => range[kind])
    .filter(({ least }) => least !== undefined)
    .sort((a, b) => (a.least as number) - (b.least as number));
  return written.every(({ least }, i) => i === 0 || (least as number) > (written[i - 1]?.greatest as number));
}
