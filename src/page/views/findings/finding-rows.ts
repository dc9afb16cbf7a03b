import { groupKey } from '../../../base/diagnostics/diagnostic.js';
import type { FindingGroup } from '../../engine/finding-list.js';

/** A row of the list: a code, or one of its findings. */
export interface FindingRow {
  readonly group: FindingGroup;
  /** Position of the code in the list. */
  readonly index: number;
  /** Position of the finding among the code's findings; null for the code itself. */
  readonly nth: number | null;
}

/** Findings that are shown before the reader opens a code. */
const SHOWN_AT_FIRST = 60;

/** Codes that are open at first: as many as fit, from the first on, and at least one. */
export function openAtFirst(groups: readonly FindingGroup[]): string[] {
  const open: string[] = [];
  let rows = 0;
  for (const group of groups) {
    rows += group.matching;
    if (open.length > 0 && rows > SHOWN_AT_FIRST) break;
    open.push(groupKey(group));
  }
  return open;
}

/** Rows of a list of codes, some of them open. */
export class FindingRows {
  readonly count: number;
  /** Row of each code. */
  readonly #starts: number[] = [];

  constructor(
    readonly groups: readonly FindingGroup[],
    readonly open: ReadonlySet<string>,
  ) {
    let count = 0;
    for (const group of groups) {
      this.#starts.push(count);
      count += 1 + (this.isOpen(group) ? group.matching : 0);
    }
    this.count = count;
  }

  isOpen(group: FindingGroup): boolean {
    return this.open.has(groupKey(group));
  }

  at(row: number): FindingRow | undefined {
    if (row < 0 || row >= this.count) return undefined;
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] as number) <= row) low = middle;
      else high = middle;
    }
    const start = this.#starts[low] as number;
    return {
      group: this.groups[low] as FindingGroup,
      index: low,
      nth: row === start ? null : row - start - 1,
    };
  }

  /** Row of a code, or of one of its findings if the code is open; -1 for none. */
  rowOf(index: number, nth: number | null): number {
    const start = this.#starts[index];
    const group = this.groups[index];
    if (start === undefined || group === undefined) return -1;
    if (nth === null) return start;
    return this.isOpen(group) && nth >= 0 && nth < group.matching ? start + 1 + nth : -1;
  }
}
