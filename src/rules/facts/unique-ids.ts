import type { DistinctIds } from '../../scan/index.js';
import type { Occurrences } from './references.js';

/** Unique ids of the operations in a core op, or in a context that was scanned apart from its core op. */
export interface IdFacts {
  /** Where the element begins in which they should differ. */
  readonly offset: number;
  readonly triggers: DistinctIds;
  readonly actions: DistinctIds;
  /** Of the ids in lists that refer to triggers, those that there are. */
  readonly listed: ReadonlySet<number>;
}

/** Unique ids of one kind in a core op that were told one by one: those that repeat, or all. */
export interface HeardIds {
  /** Those that occur more than once, with their first places. */
  readonly duplicates: readonly Occurrences[];
}

/** Whether ids are sure to differ. Those of parts that were scanned apart do where no two parts share a range. */
export function areDistinct(parts: readonly DistinctIds[]): boolean {
  if (parts.some(({ repeated }) => repeated.length > 0)) return false;
  if (parts.length === 1) return true;
  let last = -1;
  const ranges = parts
    .filter(({ least }) => least !== undefined)
    .sort((a, b) => (a.least as number) - (b.least as number));
  for (const { least, greatest, untracked } of ranges) {
    if (untracked > 0 || (least as number) <= last) return false;
    last = greatest as number;
  }
  return true;
}
