import {
  type FieldTable,
  type MessageTable,
  type SchemaTables,
  wireTypeOf,
} from '../../base/schema/table.js';
import { WIRE_I64, WIRE_VARINT } from '../../base/wire/tag.js';
import { type ElementPlace, ElementWalk } from '../../read/outline/elements.js';
import { MESSAGE_ENTRY, type MessageEntries } from '../../read/outline/entries.js';
import type { FileBytes } from '../../read/outline/file-bytes.js';
import { type Reading, ready } from '../../read/outline/reading.js';
import { fieldPlace, type OpenMessage, type RecordPlace, RecordWalk } from '../../read/outline/records.js';
import { type Found, foundElement, foundRecord } from './found.js';

/**
 * Distance in bytes between the positions that a list remembers. Reading from one position to the next takes
 * a millisecond, and the positions in 4 GB of small records take only some MB.
 */
const STRIDE = 64 * 1024;
/** Maximum number of records between two remembered positions. */
const MAX_RECORDS = 8192;

export interface Listing {
  readonly count: number;
  readonly isComplete: boolean;
  /** Approximate memory in bytes. */
  readonly cost: number;
  grow(): Reading<void>;
  /**
   * Returns the children [from, to), which must be known. If `before` is given, returns only children that
   * begin before this offset.
   */
  page(from: number, to: number, before?: number): Reading<Found[]>;
  /** Returns the child that contains the byte at an offset. */
  at(offset: number): Reading<Found | undefined>;
}

/** Children that are all known from the beginning. */
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

/**
 * Children that are found by a walk, which reads only the requested part. The list remembers one position
 * every few kilobytes, so that millions of children take little memory.
 */
abstract class WalkedListing<P extends ElementPlace, W extends RecordWalk | ElementWalk> implements Listing {
  /** Remembered positions, ascending; the first is the beginning of the list. */
  readonly #places: P[];
  /** Position up to which the list has been read. */
  protected frontier: P;

  constructor(
    first: P,
    readonly end: number,
    private readonly mostPerPlace: number,
    private readonly placeCost: number,
  ) {
    this.frontier = first;
    this.#places = [first];
  }

  protected abstract begin(place: P): W;
  /** Returns the position after the current child. */
  protected abstract placeAfter(walk: W): P;
  /** Makes a part from the current child. */
  abstract found(walk: W): Found;
  /** Called for each child when the list grows. */
  protected meet(_walk: W): void {}

  get count(): number {
    return this.frontier.ordinal;
  }

  get isComplete(): boolean {
    return this.frontier.offset >= this.end;
  }

  get cost(): number {
    return this.#places.length * this.placeCost;
  }

  *grow(): Reading<void> {
    const from = this.frontier;
    const walk = this.begin(from);
    while (walk.at < from.offset + STRIDE && walk.ordinal < from.ordinal + this.mostPerPlace) {
      if (!(walk.step() ?? (yield* walk.next()))) break;
      this.meet(walk);
    }
    yield undefined;
    // The list is left as it is if another caller continued it during the pause.
    if (this.frontier !== from) return;
    this.frontier = this.placeAfter(walk);
    if (!this.isComplete) this.#places.push(this.frontier);
  }

  /** Reads the list up to the child that contains the byte, if necessary. */
  *reach(offset: number): Reading<void> {
    while (this.frontier.offset <= offset && !this.isComplete) yield* this.grow();
  }

  /** Returns a walk from the beginning. */
  walk(): W {
    return this.begin(this.#places[0] as P);
  }

  /** Returns a walk whose next child has the given ordinal; the child must be known. */
  *walkTo(ordinal: number): Reading<W> {
    const walk = this.walkFrom((place) => place.ordinal <= ordinal);
    while (walk.ordinal + 1 < ordinal) {
      if (!(walk.step() ?? (yield* walk.next()))) break;
    }
    return walk;
  }

  /** Returns a walk at the child that contains the byte; undefined without such a child. */
  *walkAt(offset: number): Reading<W | undefined> {
    if (offset < (this.#places[0] as P).offset || offset >= this.end) return undefined;
    yield* this.reach(offset);
    const walk = this.walkFrom((place) => place.offset <= offset);
    while (walk.at <= offset) {
      if (!(walk.step() ?? (yield* walk.next()))) return undefined;
    }
    return walk;
  }

  *page(from: number, to: number, before = Number.POSITIVE_INFINITY): Reading<Found[]> {
    const found: Found[] = [];
    if (from >= to) return found;
    const walk = yield* this.walkTo(from);
    while (found.length < to - from && walk.at < before) {
      if (!(walk.step() ?? (yield* walk.next()))) break;
      found.push(this.found(walk));
    }
    return found;
  }

  *at(offset: number): Reading<Found | undefined> {
    const walk = yield* this.walkAt(offset);
    return walk === undefined ? undefined : this.found(walk);
  }

  /**
   * Starts a walk from the last remembered position that satisfies the condition. The first position always
   * satisfies the condition.
   */
  protected walkFrom(isInFront: (place: P) => boolean): W {
    let low = 0;
    let high = this.#places.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (isInFront(this.#places[middle] as P)) low = middle;
      else high = middle - 1;
    }
    return this.begin(this.#places[low] as P);
  }
}

/** Range of a list of records, with the message that contains the list. */
export interface RecordRange extends OpenMessage {
  readonly from: number;
  /** Path of the message or group; empty for the root. */
  readonly path: string;
  /**
   * Number of elements of each repeated field in earlier records of the same singular message; undefined
   * without such elements.
   */
  readonly before?: readonly number[] | undefined;
}

export class RecordListing extends WalkedListing<RecordPlace, RecordWalk> implements OpenMessage {
  readonly fields: MessageEntries | undefined;
  readonly depth: number;
  readonly path: string;
  /** Offset of the first record of each singular message field, by field number. */
  readonly #firstOf = new Map<number, number>();

  constructor(
    private readonly file: FileBytes,
    { from, end, fields, depth, path, before }: RecordRange,
    private readonly schema: SchemaTables,
  ) {
    const first = fieldPlace({ fields }, from);
    const place = before === undefined ? first : { ...first, counts: before };
    super(place, end, MAX_RECORDS, 64 + 8 * place.counts.length);
    this.fields = fields;
    this.depth = depth;
    this.path = path;
  }

  get table(): MessageTable | undefined {
    return this.fields?.table;
  }

  /**
   * Returns the offset of the first record of a singular message. Fields after the position up to which the
   * list has been read are missing.
   */
  firstOf(number: number): number | undefined {
    return this.#firstOf.get(number);
  }

  /** Returns a walk at an element of a repeated field; undefined if the element does not exist. */
  *element(field: FieldTable, index: number): Reading<RecordWalk | undefined> {
    const at = this.table?.fields.indexOf(field) ?? -1;
    while ((this.frontier.counts[at] as number) <= index && !this.isComplete) yield* this.grow();
    const walk = this.walkFrom(({ counts }) => (counts[at] as number) <= index);
    if ((walk.counts[at] as number) > index) return undefined;
    while ((walk.counts[at] as number) <= index) {
      if (!(walk.step() ?? (yield* walk.next()))) return undefined;
    }
    return walk;
  }

  override found(walk: RecordWalk): Found {
    return foundRecord(this, walk, this.schema);
  }

  protected override begin(place: RecordPlace): RecordWalk {
    return new RecordWalk(this.file, this, place);
  }

  protected override placeAfter({ at, ordinal, counts }: RecordWalk): RecordPlace {
    return { offset: at, ordinal: ordinal + 1, counts };
  }

  protected override meet({ kind, field, offset }: RecordWalk): void {
    if (kind !== MESSAGE_ENTRY || field === undefined || field.repeated || this.#firstOf.has(field.number))
      return;
    this.#firstOf.set(field.number, offset);
  }
}

export class ElementListing extends WalkedListing<ElementPlace, ElementWalk> {
  /** Size of every element in bytes; undefined for varints, whose sizes differ. */
  readonly #size: number | undefined;

  /** @param type type of the elements */
  constructor(
    private readonly file: FileBytes,
    private readonly type: number,
    private readonly around: Found,
  ) {
    const { valueOffset, valueLength } = around.part;
    super({ offset: valueOffset, ordinal: 0 }, valueOffset + valueLength, STRIDE, 64);
    const wireType = wireTypeOf(type);
    this.#size = wireType === WIRE_VARINT ? undefined : wireType === WIRE_I64 ? 8 : 4;
  }

  /** Completes the list without reading, if all elements have one size. */
  override *grow(): Reading<void> {
    if (this.#size === undefined) return yield* super.grow();
    this.frontier = { offset: this.end, ordinal: Math.ceil(this.around.part.valueLength / this.#size) };
  }

  override found(walk: ElementWalk): Found {
    return foundElement(this.around, walk);
  }

  override *walkTo(ordinal: number): Reading<ElementWalk> {
    return this.#size === undefined ? yield* super.walkTo(ordinal) : this.#walkTo(ordinal, this.#size);
  }

  override *walkAt(offset: number): Reading<ElementWalk | undefined> {
    const from = this.around.part.valueOffset;
    if (this.#size === undefined || offset < from || offset >= this.end) return yield* super.walkAt(offset);
    const walk = this.#walkTo(Math.floor((offset - from) / this.#size), this.#size);
    yield* walk.next();
    return walk;
  }

  #walkTo(ordinal: number, size: number): ElementWalk {
    return this.begin({ offset: this.around.part.valueOffset + ordinal * size, ordinal });
  }

  protected override begin(place: ElementPlace): ElementWalk {
    return new ElementWalk(this.file, this.end, this.type, place);
  }

  protected override placeAfter({ at, ordinal }: ElementWalk): ElementPlace {
    return { offset: at, ordinal: ordinal + 1 };
  }
}
