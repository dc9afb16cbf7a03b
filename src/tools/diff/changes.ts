import type { Change, ChangeKind } from './change.js';
import type { Segment } from './content.js';

/** Number of changes of each kind. */
export type ChangeCounts = Readonly<Record<ChangeKind, number>>;

/** Bytes of equal size that differ: their hashes are computed at the end, only for listed changes. */
export interface DifferingBytes {
  readonly change: number;
  readonly before: Segment;
  readonly after: Segment;
}

/** Collects changes: lists the first changes, and counts all changes. */
export class Changes {
  readonly list: Change[] = [];
  readonly differing: DifferingBytes[] = [];
  /** Number of changes by field, including changes that are not listed. */
  readonly fields = new Map<string, number>();
  /** True if some different elements were counted without examining their content. */
  isCut = false;
  readonly #counts: Record<ChangeKind, number> = {
    changed: 0,
    added: 0,
    removed: 0,
    moved: 0,
    swapped: 0,
    switched: 0,
    broken: 0,
  };

  /** @param limit largest number of changes to list */
  constructor(readonly limit: number) {}

  get counts(): ChangeCounts {
    return this.#counts;
  }

  get total(): number {
    return Object.values(this.#counts).reduce((sum, count) => sum + count, 0);
  }

  /** True if the list is full, so that differences need not be examined further. */
  get isFull(): boolean {
    return this.list.length >= this.limit;
  }

  /**
   * Counts a change, and lists it unless the list is full.
   * @param make creates the change; called only if it is listed
   */
  add(kind: ChangeKind, field: string, make: () => Change): void {
    this.#counts[kind]++;
    this.fields.set(field, (this.fields.get(field) ?? 0) + 1);
    if (this.isFull) this.isCut = true;
    else this.list.push(make());
  }
}
