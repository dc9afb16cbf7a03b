import { isPackable, type MessageTable, type SchemaTables } from '../../base/schema/table.js';
import { entriesOf } from '../../read/outline/entries.js';
import { align, ascending } from './align.js';
import { sameBytes } from './content.js';
import type { ElementRecords } from './elements.js';
import type { Fingerprints } from './fingerprint.js';
import { identityOf, type KeyParts, keyOf } from './identity.js';
import { heaviest, likeness } from './likeness.js';
import { type Moves, movesOf } from './moves.js';
import { fieldsOf } from './records.js';
import type { SameOrder } from './same-order.js';

/** Limit for the pairs of elements compared by similarity in a stretch without other matches. */
const MAX_WEIGHED = 4096;

/** Ids of content that only `a` has, and of content that only `b` has. */
const ONLY_A = -1;
const ONLY_B = -2;

/**
 * The pairs of matching elements of two lists. Elements before and after the middle are equal on both sides.
 */
export interface Pairing extends Moves {
  /** Index of the middle's first element, on both sides. */
  readonly from: number;
  /** Index after the middle's last element on each side. */
  readonly toA: number;
  readonly toB: number;
  /** For each element of the middle of `a`, the index of its partner in `b` (counted from `from`), or -1. */
  readonly matches: Int32Array;
}

/** Number of elements that are known to be equal at the beginning and end of two lists. */
export interface KnownEnds {
  readonly front: number;
  readonly back: number;
}

export class Pairer {
  /**
   * @param full fingerprints of all fields that are not ignored
   * @param stable fingerprints without volatile fields
   * @param sameStable detects elements whose stable fingerprints are equal
   */
  constructor(
    private readonly schema: SchemaTables,
    private readonly full: Fingerprints,
    private readonly stable: Fingerprints,
    private readonly sameStable: SameOrder,
  ) {}

  /** @param table undefined for strings and bytes */
  pair(a: ElementRecords, b: ElementRecords, table: MessageTable | undefined, known: KnownEnds): Pairing {
    let from = known.front;
    let toA = a.length - known.back;
    let toB = b.length - known.back;
    while (from < toA && from < toB && sameBytes(a.at(from), b.at(from))) from++;
    while (toA > from && toB > from && sameBytes(a.at(toA - 1), b.at(toB - 1))) {
      toA--;
      toB--;
    }
    const matches = new Int32Array(toA - from).fill(-1);
    const middle = { from, toA, toB, matches };
    if (toA === from || toB === from) return { ...middle, moved: new Set(), swaps: [] };
    if (toA - from === 1 && toB - from === 1) {
      matches[0] = 0;
      return { ...middle, moved: new Set(), swaps: [] };
    }
    new Matching(this.schema, this.full, this.stable, this.sameStable, a, b, table, middle).find();
    return { ...middle, ...movesOf(matches) };
  }
}

/** A stretch of both sides between two matches that are in order. */
interface Gap {
  readonly a: readonly number[];
  readonly b: readonly number[];
}

class Matching {
  readonly #matches: Int32Array;
  readonly #taken: Uint8Array;
  readonly #from: number;

  constructor(
    private readonly schema: SchemaTables,
    private readonly full: Fingerprints,
    private readonly stable: Fingerprints,
    private readonly sameStable: SameOrder,
    private readonly a: ElementRecords,
    private readonly b: ElementRecords,
    private readonly table: MessageTable | undefined,
    middle: Pick<Pairing, 'from' | 'toB' | 'matches'>,
  ) {
    this.#matches = middle.matches;
    this.#taken = new Uint8Array(middle.toB - middle.from);
    this.#from = middle.from;
  }

  find(): void {
    const { table } = this;
    const identity = table === undefined ? undefined : identityOf(table);
    if (
      table !== undefined &&
      identity?.anywhere === true &&
      this.#byUniqueKeys(table, identity.levels[0] ?? [])
    )
      return;
    this.#byContent();
    if (this.#isDone()) return;
    if (table === undefined) {
      this.#byPlace();
      return;
    }
    if (identity?.anywhere === true) {
      for (const level of identity.levels) this.#anywhere(this.#keys(table, level));
    }
    this.#inGaps((gap) => this.#stableIds(gap, table));
    if (identity?.anywhere === false) {
      for (const level of identity.levels) this.#inGaps((gap) => this.#keyIds(gap, table, level));
    }
    this.#byLikeness(table);
  }

  /**
   * Matches by keys alone if both sides have the same keys, each exactly once; contents need not be read.
   * @returns true if the keys were sufficient
   */
  #byUniqueKeys(table: MessageTable, level: KeyParts): boolean {
    const count = this.#matches.length;
    if (count !== this.#taken.length) return false;
    const keys = this.#keys(table, level);
    const [left, right] = [single(keys.a), single(keys.b)];
    if (left.size !== count || right.size !== count) return false;
    for (const key of left.keys()) if (!right.has(key)) return false;
    this.#anywhere(keys);
    return true;
  }

  #isDone(): boolean {
    return this.#matches.every((match) => match >= 0) || this.#taken.every((taken) => taken === 1);
  }

  #take(i: number, j: number): void {
    this.#matches[i] = j;
    this.#taken[j] = 1;
  }

  /** Matches equal elements, first in order, then at any position. */
  #byContent(): void {
    const [left, right] = this.#contentIds();
    align(left, right).forEach((j, i) => {
      if (j >= 0) this.#take(i, j);
    });
    const free = new Map<number, number[]>();
    for (let j = right.length - 1; j >= 0; j--) {
      if (this.#taken[j] === 1) continue;
      const id = right[j] as number;
      const places = free.get(id);
      if (places === undefined) free.set(id, [j]);
      else places.push(j);
    }
    for (let i = 0; i < left.length; i++) {
      if ((this.#matches[i] as number) >= 0) continue;
      const j = free.get(left[i] as number)?.pop();
      if (j !== undefined) this.#take(i, j);
    }
  }

  /** Returns ids that are equal for equal content; negative for content that the other side does not have. */
  #contentIds(): [Int32Array, Int32Array] {
    const { table } = this;
    if (table?.fields.some(({ repeated, type }) => repeated && !isPackable(type)) !== true) {
      const ids = new Ids<number>();
      return [
        Int32Array.from(this.#matches, (_, i) => ids.of(this.#print(this.a, i))),
        Int32Array.from(this.#taken, (_, j) => ids.of(this.#print(this.b, j))),
      ];
    }
    // Beginnings are compared first, because an element with a unique beginning need not be read to its end.
    const begin = (elements: ElementRecords, index: number): number =>
      this.full.ofBeginning([elements.at(this.#from + index)], table);
    const starts = {
      a: Float64Array.from(this.#matches, (_, i) => begin(this.a, i)),
      b: Float64Array.from(this.#taken, (_, j) => begin(this.b, j)),
    };
    const known = { a: new Set(starts.a), b: new Set(starts.b) };
    const ids = new Ids<number>();
    return [
      Int32Array.from(starts.a, (start, i) => (known.b.has(start) ? ids.of(this.#print(this.a, i)) : ONLY_A)),
      Int32Array.from(starts.b, (start, j) => (known.a.has(start) ? ids.of(this.#print(this.b, j)) : ONLY_B)),
    ];
  }

  #print(elements: ElementRecords, index: number): number {
    const segment = elements.at(this.#from + index);
    return this.table === undefined ? this.full.ofBytes(segment) : this.full.ofMessage([segment], this.table);
  }

  /** Matches elements by keys that are unique on both sides. */
  #anywhere(keys: { a: Map<number, string>; b: Map<number, string> }): void {
    const left = single(keys.a);
    const right = single(keys.b);
    for (const [key, i] of left) {
      const j = right.get(key);
      if (j !== undefined) this.#take(i, j);
    }
  }

  #keys(table: MessageTable, level: KeyParts): { a: Map<number, string>; b: Map<number, string> } {
    const keys = { a: new Map<number, string>(), b: new Map<number, string>() };
    this.#matches.forEach((match, i) => {
      const key = match >= 0 ? undefined : this.#key(this.a, i, table, level);
      if (key !== undefined) keys.a.set(i, key);
    });
    this.#taken.forEach((taken, j) => {
      const key = taken === 1 ? undefined : this.#key(this.b, j, table, level);
      if (key !== undefined) keys.b.set(j, key);
    });
    return keys;
  }

  #key(elements: ElementRecords, index: number, table: MessageTable, level: KeyParts): string | undefined {
    return keyOf(elements.at(this.#from + index), table, level, this.stable, this.schema);
  }

  /** Aligns the unmatched elements between matches by their ids. */
  #inGaps(idsOf: (gap: Gap) => { a: Int32Array; b: Int32Array }): void {
    for (const gap of this.#gaps()) {
      const ids = idsOf(gap);
      align(ids.a, ids.b).forEach((to, at) => {
        if (to >= 0) this.#take(gap.a[at] as number, gap.b[to] as number);
      });
    }
  }

  #stableIds(gap: Gap, table: MessageTable): { a: Int32Array; b: Int32Array } {
    const ids = new Ids<number>();
    // The elements of the common beginning get ids by position, without fingerprints, because they are equal
    // on both sides.
    const same = this.#sameBeginning(gap, table);
    const of = (elements: ElementRecords, indexes: readonly number[]): Int32Array =>
      Int32Array.from(indexes, (index, at) =>
        at < same ? -1 - at : ids.of(this.stable.ofMessage([elements.at(this.#from + index)], table)),
      );
    return { a: of(this.a, gap.a), b: of(this.b, gap.b) };
  }

  /**
   * Returns the number of leading elements that are equal except for volatile fields. The returned number may
   * be too low.
   */
  #sameBeginning({ a, b }: Gap, table: MessageTable): number {
    const entries = entriesOf(this.schema).messages[table.index];
    const most = entries === undefined ? 0 : Math.min(a.length, b.length);
    let at = 0;
    while (at < most) {
      const left = this.a.at(this.#from + (a[at] as number));
      const right = this.b.at(this.#from + (b[at] as number));
      if (!this.sameStable.holds(left, right, entries as NonNullable<typeof entries>)) break;
      at++;
    }
    return at;
  }

  #keyIds(gap: Gap, table: MessageTable, level: KeyParts): { a: Int32Array; b: Int32Array } {
    const ids = new Ids<string>();
    const of = (elements: ElementRecords, indexes: readonly number[]): Int32Array =>
      Int32Array.from(indexes, (index) => ids.of(this.#key(elements, index, table, level) ?? ''));
    return { a: of(this.a, gap.a), b: of(this.b, gap.b) };
  }

  /**
   * Returns the stretches between matches that have unmatched elements on both sides. Matches that are out of
   * order do not divide stretches.
   */
  #gaps(): Gap[] {
    const gaps: Gap[] = [];
    const matched: number[] = [];
    this.#matches.forEach((match, i) => {
      if (match >= 0) matched.push(i);
    });
    const kept = ascending(matched.map((i) => this.#matches[i] as number)).map((at) => matched[at] as number);
    let [i, j] = [0, 0];
    for (const end of [...kept, this.#matches.length]) {
      const stop = end === this.#matches.length ? this.#taken.length : (this.#matches[end] as number);
      const gap: { a: number[]; b: number[] } = { a: [], b: [] };
      for (; i < end; i++) if ((this.#matches[i] as number) < 0) gap.a.push(i);
      for (; j < stop; j++) if (this.#taken[j] === 0) gap.b.push(j);
      i = end + 1;
      j = stop + 1;
      if (gap.a.length > 0 && gap.b.length > 0) gaps.push(gap);
    }
    return gaps;
  }

  /** Matches elements by position, as many as the shorter side has. */
  #byPlace(): void {
    for (const { a, b } of this.#gaps()) {
      for (let at = 0; at < Math.min(a.length, b.length); at++) this.#take(a[at] as number, b[at] as number);
    }
  }

  /** Matches the most similar elements, in order. */
  #byLikeness(table: MessageTable): void {
    for (const gap of this.#gaps()) {
      const { a, b } = gap;
      if (a.length * b.length > MAX_WEIGHED || a.length === b.length) {
        for (let at = 0; at < Math.min(a.length, b.length); at++)
          this.#take(a[at] as number, b[at] as number);
        continue;
      }
      const left = a.map((i) => this.#parts(this.a, i, table));
      const right = b.map((j) => this.#parts(this.b, j, table));
      for (const [i, j] of heaviest(left.map((one) => right.map((other) => likeness(one, other))))) {
        this.#take(a[i] as number, b[j] as number);
      }
    }
  }

  #parts(elements: ElementRecords, index: number, table: MessageTable): readonly number[] {
    return this.full.parts(fieldsOf([elements.at(this.#from + index)], table));
  }
}

/** Assigns small ids to equal values. */
class Ids<T> {
  readonly #ids = new Map<T, number>();

  of(value: T): number {
    let id = this.#ids.get(value);
    if (id === undefined) {
      id = this.#ids.size;
      this.#ids.set(value, id);
    }
    return id;
  }
}

/** Returns, by key, the elements whose key is unique. */
function single(keys: ReadonlyMap<number, string>): Map<string, number> {
  const single = new Map<string, number>();
  const several = new Set<string>();
  for (const [index, key] of keys) {
    if (single.has(key)) several.add(key);
    single.set(key, index);
  }
  for (const key of several) single.delete(key);
  return single;
}
