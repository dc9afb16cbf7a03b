import { wireTypeOf } from '../../base/schema/table.js';
import { WIRE_I64, WIRE_VARINT } from '../../base/wire/tag.js';
import type { FileBytes } from './file-bytes.js';
import { type ElementPlace, ElementWalk } from './packed-elements.js';
import { lastInFront, STRIDE } from './places.js';
import type { Reading } from './reading.js';

/** The elements of a packed list, read only as far as required. */
export class ElementList {
  readonly #places: ElementPlace[];
  #frontier: ElementPlace;

  /** @param end its end, limited to the existing bytes @param type type of its elements */
  constructor(
    private readonly file: FileBytes,
    readonly from: number,
    readonly end: number,
    readonly type: number,
  ) {
    this.#frontier = { offset: from, ordinal: 0 };
    this.#places = [this.#frontier];
  }

  get count(): number {
    return this.#frontier.ordinal;
  }

  get isComplete(): boolean {
    return this.#frontier.offset >= this.end;
  }

  get cost(): number {
    return this.#places.length * 64;
  }

  /** Reads one stride further; directly to the end if all elements have the same size. */
  *grow(): Reading<void> {
    const from = this.#frontier;
    const size = this.#size();
    if (size !== undefined) {
      this.#frontier = { offset: this.end, ordinal: Math.ceil((this.end - this.from) / size) };
      return;
    }
    const walk = new ElementWalk(this.file, this.end, this.type, from);
    while (walk.at < from.offset + STRIDE) {
      const stepped = walk.step() ?? (yield* walk.next());
      if (!stepped) break;
    }
    yield undefined;
    if (this.#frontier !== from) return;
    this.#frontier = { offset: walk.at, ordinal: walk.ordinal + 1 };
    if (!this.isComplete) this.#places.push(this.#frontier);
  }

  /** Returns a walk whose next element is the given one, which must be known. */
  *walkTo(ordinal: number): Reading<ElementWalk> {
    const walk = this.#walkFrom(ordinal, (place) => place.ordinal <= ordinal);
    while (walk.ordinal + 1 < ordinal) {
      const stepped = walk.step() ?? (yield* walk.next());
      if (!stepped) break;
    }
    return walk;
  }

  /** Returns a walk at the element with the byte; undefined if there is none. */
  *at(offset: number): Reading<ElementWalk | undefined> {
    if (offset < this.from || offset >= this.end) return undefined;
    while (this.#frontier.offset <= offset) yield* this.grow();
    const size = this.#size();
    const ordinal = size === undefined ? 0 : Math.floor((offset - this.from) / size);
    const walk = this.#walkFrom(ordinal, (place) => place.offset <= offset);
    while (walk.at <= offset) {
      const stepped = walk.step() ?? (yield* walk.next());
      if (!stepped) return undefined;
    }
    return walk;
  }

  /** Returns the size of each element in bytes; undefined if sizes differ. */
  #size(): number | undefined {
    const wireType = wireTypeOf(this.type);
    return wireType === WIRE_VARINT ? undefined : wireType === WIRE_I64 ? 8 : 4;
  }

  #walkFrom(ordinal: number, isInFront: (place: ElementPlace) => boolean): ElementWalk {
    const size = this.#size();
    if (size !== undefined) {
      const place = { offset: this.from + ordinal * size, ordinal };
      return new ElementWalk(this.file, this.end, this.type, place);
    }
    return new ElementWalk(this.file, this.end, this.type, lastInFront(this.#places, isInFront));
  }
}
