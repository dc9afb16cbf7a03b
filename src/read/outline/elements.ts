import { losesBits } from '../../base/schema/scalar.js';
import { wireTypeOf } from '../../base/schema/table.js';
import { Cursor, readNumber } from '../../base/wire/cursor.js';
import { MAX_VARINT_BYTES } from '../../base/wire/limits.js';
import { codeOf, OK } from '../../base/wire/problem.js';
import { WIRE_I64, WIRE_VARINT } from '../../base/wire/tag.js';
import type { FileBytes } from './file-bytes.js';
import type { Reading } from './reading.js';

/** Number of bytes read at a time. */
const STRETCH = 64 * 1024;

/** Cursor shared by all walks. No walk relies on the cursor's state after waiting. */
const cursor = new Cursor(new Uint8Array(0));

/** A position between two elements of a packed list. */
export interface ElementPlace {
  readonly offset: number;
  readonly ordinal: number;
}

/** Walks over the elements of a packed list. An unreadable rest of the list is the last item. */
export class ElementWalk {
  offset: number;
  at: number;
  ordinal: number;
  lo = 0;
  hi = 0;
  isNonMinimal = false;
  /** True if readers discard bits of the element. */
  isCut = false;
  /**
   * Code of the fault, or null. With a fault, the current item is the unreadable rest of the list, not an
   * element.
   */
  problem: string | null = null;
  readonly #wireType: number;

  /** @param limit end of the list, limited to the existing bytes */
  constructor(
    private readonly file: FileBytes,
    private readonly limit: number,
    private readonly type: number,
    from: ElementPlace,
  ) {
    this.#wireType = wireTypeOf(type);
    this.offset = from.offset;
    this.at = from.offset;
    this.ordinal = from.ordinal - 1;
  }

  /** @returns true if another element follows; undefined if bytes have to be loaded first: call `next` */
  step(): boolean | undefined {
    const at = this.at;
    if (at >= this.limit) return false;
    const held = this.file.held(at, Math.min(MAX_VARINT_BYTES, this.limit - at));
    if (held === undefined) return undefined;
    cursor.reset(held.bytes, at - held.base, Math.min(this.limit - held.base, held.bytes.length));
    const problem = readNumber(cursor, this.#wireType);
    this.offset = at;
    this.ordinal++;
    this.problem = problem === OK ? null : codeOf(problem);
    this.at = problem === OK ? held.base + cursor.pos : this.limit;
    this.lo = cursor.lo;
    this.hi = cursor.hi;
    const isVarint = problem === OK && this.#wireType === WIRE_VARINT;
    this.isNonMinimal = isVarint && cursor.overlong;
    this.isCut = isVarint && (cursor.cut || losesBits(this.type, cursor.lo, cursor.hi));
    return true;
  }

  /** Moves to the next element, loading bytes if necessary. */
  *next(): Reading<boolean> {
    const stepped = this.step();
    if (stepped !== undefined) return stepped;
    yield* this.file.load(this.at, MAX_VARINT_BYTES);
    return this.step() === true;
  }
}

/**
 * Returns the number of elements in a packed list, as in reports: 0 for a broken list.
 * @param limit end of the list, which exists completely
 */
export function* countElements(file: FileBytes, from: number, limit: number, type: number): Reading<number> {
  const wireType = wireTypeOf(type);
  if (wireType !== WIRE_VARINT) {
    const size = wireType === WIRE_I64 ? 8 : 4;
    return (limit - from) % size === 0 ? (limit - from) / size : 0;
  }
  let elements = 0;
  let length = 0;
  for (let at = from; at < limit; ) {
    const { bytes, base } = yield* file.load(at, Math.min(STRETCH, limit - at));
    const stop = Math.min(limit - base, bytes.length);
    for (let i = at - base; i < stop; i++) {
      length++;
      if ((bytes[i] as number) < 0x80) {
        elements++;
        length = 0;
      } else if (length >= MAX_VARINT_BYTES) return 0;
    }
    at = base + stop;
    yield undefined;
  }
  return length === 0 ? elements : 0;
}
