import type { Change, ChangeKind } from './change.js';
import type { Segment } from './content.js';

/** How often each kind of change occurs. */
export type ChangeCounts = Readonly<Record<ChangeKind, number>>;

/** Bytes of one size that differ: their hashes are made at the end, of those that are listed. */
export interface DifferingBytes {
  /** Index of the change. */
  readonly change: number;
  readonly before: Segment;
  readonly after: Segment;
}

/** The changes that are found: the first ones, and how many there are in all. */
export class Changes {
  readonly list: Change[] = [];
  readonly differing: DifferingBytes[] = [];
  /** Fields that changed: of all changes, not of those that are listed. */
  readonly fields = new Map<string, number>();
  /** Whether elements that differ were only counted, and not looked into. */
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

  /** @param limit changes that are listed at most */
  constructor(readonly limit: number) {}

  get counts(): ChangeCounts {
    return this.#counts;
  }

  get total(): number {
    return Object.values(this.#counts).reduce((sum, count) => sum + count, 0);
  }

  /** Whether no more are listed: then what differs need not be looked into. */
  get isFull(): boolean {
    return this.list.length >= this.limit;
  }

  /** Counts a change, and lists it where there is room. @param make makes it, when it is listed */
  add(kind: ChangeKind, field: string, make: () => Change): void {
    this.#counts[kind]++;
    this.fields.set(field, (this.fields.get(field) ?? 0) + 1);
    if (this.isFull) this.isCut = true;
    else this.list.push(make());
  }
}
