import { wireTypeOf } from '../../base/schema/table.js';
import { WIRE_I64, WIRE_VARINT } from '../../base/wire/tag.js';
import type { FileBytes } from './file-bytes.js';
import { type ElementPlace, ElementWalk } from './packed-elements.js';
import { lastInFront, STRIDE } from './places.js';
import type { Reading } from './reading.js';

/** The elements of a packed list, gone through only as far as was asked for. */
export class ElementList {
  readonly #places: ElementPlace[];
  #frontier: ElementPlace;

  /** @param end where it ends, as far as it is there @param type of its elements */
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

  /** Goes a stride further; to the end at once where elements have one size. */
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

  /** A walk that comes to an element next, which must be known. */
  *walkTo(ordinal: number): Reading<ElementWalk> {
    const walk = this.#walkFrom(ordinal, (place) => place.ordinal <= ordinal);
    while (walk.ordinal + 1 < ordinal) {
      const stepped = walk.step() ?? (yield* walk.next());
      if (!stepped) break;
    }
    return walk;
  }

  /** A walk that has come to the element with the byte; undefined where none has it. */
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

  /** Bytes of each element; undefined where they differ. */
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
