import { OK } from '../../base/wire/problem.js';
import type { FieldLayout } from './layout.js';
import type { MessageView } from './message-view.js';
import type { Walker } from './walker.js';
import type { Part } from './window.js';

/**
 * The values of a repeated field, each decoded on access. The list keeps one position for every few elements,
 * so a million elements take no more memory than ten.
 *
 * In malformed bytes, the elements before the error are readable. Access to later elements throws
 * ProtomdlError.
 */
export interface List<T> extends Iterable<T> {
  /** Number of elements. The first access counts them in a walk over the records. */
  readonly length: number;
  /** Returns the element at `index`, counted from the end if negative; undefined if out of range. */
  at(index: number): T | undefined;
  /**
   * Calls `visit` with every element. A list of messages passes **the same view** each time, set to the next
   * message: copy the values that you want to keep. That saves allocating a million views.
   */
  forEach(visit: (value: T, index: number) => void): void;
  /** Yields the elements in order, each as a separate object. */
  [Symbol.iterator](): IterableIterator<T>;
}

export type ElementReader<T> = (walker: Walker, owner: MessageView, field: FieldLayout, index: number) => T;

export class FieldList<T> implements List<T> {
  #places: ElementPlaces | undefined;

  /** @param again moves an existing view to the element at the walker's position */
  constructor(
    readonly owner: MessageView,
    readonly field: FieldLayout,
    readonly read: ElementReader<T>,
    readonly again?: (value: T, walker: Walker, index: number) => void,
  ) {}

  get length(): number {
    return this.#known().length;
  }

  at(index: number): T | undefined {
    const places = this.#known();
    const i = index < 0 ? index + places.length : index;
    const walker = places.seek(i);
    return walker === undefined ? undefined : this.read(walker, this.owner, this.field, i);
  }

  forEach(visit: (value: T, index: number) => void): void {
    const { owner, field, read, again } = this;
    const walker = owner.walk();
    let value: T | undefined;
    let index = 0;
    for (; walker.nextOf(field); index++) {
      if (value === undefined || again === undefined) value = read(walker, owner, field, index);
      else again(value, walker, index);
      visit(value, index);
    }
    if (walker.problem !== OK) throw owner.malformed(walker);
  }

  [Symbol.iterator](): IterableIterator<T> {
    return new ListIterator(this);
  }

  #known(): ElementPlaces {
    this.#places ??= this.owner.placesOf(this.field);
    return this.#places;
  }
}

/**
 * Yields the elements of several message lists of one message in file order, in a single pass. In malformed
 * bytes, the elements before the error are yielded.
 */
export function* inFileOrder<T>(lists: readonly List<T>[]): Generator<T, void, undefined> {
  const fieldLists = lists as readonly FieldList<T>[];
  const owner = fieldLists[0]?.owner;
  if (owner === undefined) return;
  const counts = lists.map(() => 0);
  const walker = owner.walk();
  while (walker.next()) {
    for (let i = 0; i < fieldLists.length; i++) {
      const { field, read } = fieldLists[i] as FieldList<T>;
      if (field.tag === walker.tag) {
        const index = counts[i] as number;
        counts[i] = index + 1;
        yield read(walker, owner, field, index);
        break;
      }
    }
  }
  if (walker.problem !== OK) throw owner.malformed(walker);
}

/** `next` returns the same object each time: callers read its value before the next call. */
class ListIterator<T> implements IterableIterator<T> {
  readonly #list: FieldList<T>;
  readonly #walker: Walker;
  readonly #result: { done: boolean; value: T } = { done: false, value: undefined as T };
  #index = 0;

  constructor(list: FieldList<T>) {
    this.#list = list;
    this.#walker = list.owner.walk();
  }

  next(): IteratorResult<T> {
    const { owner, field, read } = this.#list;
    const walker = this.#walker;
    const result = this.#result;
    if (walker.nextOf(field)) result.value = read(walker, owner, field, this.#index++);
    else {
      if (walker.problem !== OK) throw owner.malformed(walker);
      result.done = true;
      result.value = undefined as T;
    }
    return result as IteratorResult<T>;
  }

  [Symbol.iterator](): this {
    return this;
  }
}

/**
 * Initial distance between remembered positions. The distance doubles whenever MAX_PLACES positions are
 * remembered.
 */
const FIRST_STRIDE = 64;

/**
 * Maximum number of remembered positions, which take some 100 KiB. At the limit, every second position is
 * dropped.
 */
const MAX_PLACES = 4096;

/**
 * Finds elements of a list by index. Remembers positions at a regular stride: reading a list in order by `at`
 * takes one walk, and each jump a walk from the nearest earlier position.
 */
export class ElementPlaces {
  readonly #walker: Walker;
  /** Index of the element that the walker reads next. */
  #next = 0;
  #total = -1;
  #stride = FIRST_STRIDE;
  #parts: (Part | null)[] = [];
  #places: number[] = [];
  #packed: number[] = [];

  constructor(
    readonly owner: MessageView,
    readonly field: FieldLayout,
  ) {
    this.#walker = owner.walk();
    this.#remember();
  }

  get length(): number {
    if (this.#total < 0) {
      if (this.#next < this.#frontier) this.#resume(this.#parts.length - 1);
      while (this.#step());
    }
    return this.#total;
  }

  /**
   * Returns the walker at the element of this index; undefined if out of range. The next call moves the
   * walker.
   */
  seek(index: number): Walker | undefined {
    if (!(index >= 0) || !Number.isInteger(index) || (this.#total >= 0 && index >= this.#total))
      return undefined;
    const nearest = Math.min(Math.floor(index / this.#stride), this.#parts.length - 1);
    if (this.#next > index || this.#next < nearest * this.#stride) this.#resume(nearest);
    while (this.#next <= index) if (!this.#step()) return undefined;
    return this.#walker;
  }

  /** Index of the last element whose position is remembered. */
  get #frontier(): number {
    return (this.#parts.length - 1) * this.#stride;
  }

  #step(): boolean {
    if (!this.#walker.nextOf(this.field)) {
      // The error need not be stored: at the next call, the stopped walker reports it again.
      if (this.#walker.problem !== OK) throw this.owner.malformed(this.#walker);
      this.#total = this.#next;
      this.#resume(0);
      return false;
    }
    this.#next++;
    if (this.#next === this.#frontier + this.#stride) this.#remember();
    return true;
  }

  /** Remembers the walker's position, which is before the element `#next`. */
  #remember(): void {
    const walker = this.#walker;
    this.#parts.push(walker.part);
    this.#places.push(walker.place);
    this.#packed.push(walker.packedLeft);
    if (this.#parts.length < MAX_PLACES) return;
    const even = (_: unknown, i: number) => i % 2 === 0;
    this.#parts = this.#parts.filter(even);
    this.#places = this.#places.filter(even);
    this.#packed = this.#packed.filter(even);
    this.#stride *= 2;
  }

  #resume(at: number): void {
    const part = this.#parts[at] as Part;
    this.#walker.resume(part, this.#places[at] as number, this.#packed[at] as number);
    this.#next = at * this.#stride;
  }
}
