import type { SchemaTables } from '../../base/schema/table.js';
import type { ElementList } from './element-list.js';
import { type Found, foundElement, foundRecord } from './found.js';
import type { ElementWalk } from './packed-elements.js';
import { type Reading, ready } from './reading.js';
import type { RecordList } from './record-list.js';
import type { RecordWalk } from './record-walk.js';

/** The children of a part. */
export interface Listing {
  /** Number of known children. */
  readonly count: number;
  readonly isComplete: boolean;
  /** Approximate memory in bytes. */
  readonly cost: number;
  /** Reads some more children. */
  grow(): Reading<void>;
  /**
   * Returns the children [from, to), which must be known; with `before`, only those that begin before that
   * offset.
   */
  page(from: number, to: number, before?: number): Reading<Found[]>;
  /** Returns the child with the byte. */
  at(offset: number): Reading<Found | undefined>;
}

/** A few parts that are known from the beginning. */
export class FixedListing implements Listing {
  readonly isComplete = true;
  readonly cost = 0;

  constructor(readonly parts: readonly Found[]) {}

  get count(): number {
    return this.parts.length;
  }

  grow(): Reading<void> {
    return ready(undefined);
  }

  page(from: number, to: number): Reading<Found[]> {
    return ready(this.parts.slice(from, to));
  }

  at(offset: number): Reading<Found | undefined> {
    return ready(this.parts.find(({ part }) => offset >= part.offset && offset < part.offset + part.length));
  }
}

/** A walk over children in order. */
interface Walk {
  /** Position after the current child. */
  readonly at: number;
  /** Moves to the next child; returns false if there is none. */
  next(): Reading<boolean>;
}

/** A list that remembers positions at which a walk can begin. */
interface WalkedList<W extends Walk> {
  readonly count: number;
  readonly isComplete: boolean;
  readonly cost: number;
  grow(): Reading<void>;
  walkTo(ordinal: number): Reading<W>;
  at(offset: number): Reading<W | undefined>;
}

/** Children that are found by a walk. */
abstract class WalkedListing<W extends Walk, L extends WalkedList<W>> implements Listing {
  constructor(readonly list: L) {}

  /** Makes a part of the current child. */
  protected abstract found(walk: W): Found;

  get count(): number {
    return this.list.count;
  }

  get isComplete(): boolean {
    return this.list.isComplete;
  }

  get cost(): number {
    return this.list.cost;
  }

  grow(): Reading<void> {
    return this.list.grow();
  }

  *page(from: number, to: number, before = Number.POSITIVE_INFINITY): Reading<Found[]> {
    const found: Found[] = [];
    if (from >= to) return found;
    const walk = yield* this.list.walkTo(from);
    while (found.length < to - from && walk.at < before && (yield* walk.next())) found.push(this.found(walk));
    return found;
  }

  *at(offset: number): Reading<Found | undefined> {
    const walk = yield* this.list.at(offset);
    return walk === undefined ? undefined : this.found(walk);
  }
}

/** Records of a message or group. */
export class RecordListing extends WalkedListing<RecordWalk, RecordList> {
  constructor(
    list: RecordList,
    private readonly schema: SchemaTables,
  ) {
    super(list);
  }

  protected override found(walk: RecordWalk): Found {
    return foundRecord(this.list, walk, this.schema);
  }
}

/** Elements of a packed list. */
export class ElementListing extends WalkedListing<ElementWalk, ElementList> {
  constructor(
    list: ElementList,
    private readonly around: Found,
  ) {
    super(list);
  }

  protected override found(walk: ElementWalk): Found {
    return foundElement(this.around, walk);
  }
}
