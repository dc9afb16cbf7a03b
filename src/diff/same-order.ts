import { type entriesOf, MESSAGE, SCALAR } from '../tape/index.js';
import { Cursor, OK, WIRE_I32, WIRE_VARINT } from '../wire/index.js';
import { readNumber } from '../wire/number.js';
import { prefixOf, type Segment } from './content.js';
import type { Ignored } from './ignored.js';
import { RecordHead } from './record-head.js';
import { isLong, keptLow, MAX_NESTING } from './records.js';

type MessageEntries = ReturnType<typeof entriesOf>['messages'][number];

/**
 * Whether two messages in memory have the same records with the same values in the same order, however those are
 * written, but for fields that are ignored: then they say the same. What is false may say the same in another way.
 */
export class SameOrder {
  readonly #left = new Cursor(new Uint8Array(0));
  readonly #right = new Cursor(new Uint8Array(0));
  readonly #head = new RecordHead(new Uint8Array(0));

  /** @param tellsBreaks whether what is broken is `false`, for who would tell where; otherwise equal bytes suffice */
  constructor(
    private readonly ignored: Ignored,
    private readonly tellsBreaks = true,
  ) {}

  holds(a: Segment, b: Segment, entries: MessageEntries): boolean {
    if (!a.isSmall || !b.isSmall) return false;
    return this.#same(a.memory, a.pos, a.pos + a.length, b.memory, b.pos, b.pos + b.length, entries, 0);
  }

  /** `false` is also what a broken record gives: the caller explains it. */
  #same(
    a: Uint8Array,
    fromA: number,
    endA: number,
    b: Uint8Array,
    fromB: number,
    endB: number,
    entries: MessageEntries,
    depth: number,
  ): boolean {
    const left = this.#left;
    const right = this.#right;
    let i = fromA;
    let j = fromB;
    let differing = 0;
    for (;;) {
      i = this.#passIgnored(a, i, endA, entries);
      j = this.#passIgnored(b, j, endB, entries);
      if (i < 0 || j < 0) return false;
      if (i === endA || j === endB) return i === endA && j === endB;
      let tag = a[i] as number;
      if (tag < 0x80 && tag === b[j]) {
        i++;
        j++;
      } else {
        this.#at(a, i, endA, b, j, endB);
        if (left.readTag() !== OK || right.readTag() !== OK || left.tag !== right.tag) return false;
        tag = left.tag;
        i = left.pos;
        j = right.pos;
      }
      const entry = entries.of(tag);
      if (entry === undefined) return false;
      const one = a[i] as number;
      const other = b[j] as number;
      if (entry.kind === SCALAR) {
        if ((tag & 7) === WIRE_VARINT && one < 0x80 && one === other && i < endA && j < endB) {
          i++;
          j++;
          continue;
        }
        this.#at(a, i, endA, b, j, endB);
        if (readNumber(left, tag & 7) !== OK || readNumber(right, tag & 7) !== OK) return false;
        const { type } = entry.field;
        if (keptLow(type, left.lo, left.hi) !== keptLow(type, right.lo, right.hi)) return false;
        if ((tag & 7) !== WIRE_I32 && isLong(type) && left.hi !== right.hi) return false;
        i = left.pos;
        j = right.pos;
        continue;
      }
      let lengthA = one;
      let lengthB = other;
      if (one < 0x80 && other < 0x80 && i < endA && j < endB) {
        i++;
        j++;
      } else {
        this.#at(a, i, endA, b, j, endB);
        if (left.readLength() !== OK || right.readLength() !== OK) return false;
        lengthA = left.length;
        lengthB = right.length;
        i = left.pos;
        j = right.pos;
      }
      if (i + lengthA > endA || j + lengthB > endB) return false;
      const isSame = lengthA === lengthB && samePayload(a, i, b, j, lengthA);
      if (!isSame) {
        if (entry.kind !== MESSAGE || depth >= MAX_NESTING) return false;
        const child = entry.child as MessageEntries;
        if (!this.#same(a, i, i + lengthA, b, j, j + lengthB, child, depth + 1)) return false;
        // Often no more than one of hundreds of records differs. To ask after each would go over bytes twice.
        differing++;
        const rest = endA - i - lengthA;
        if (rest === endB - j - lengthB && (differing & (differing - 1)) === 0) {
          if (
            prefixOf(a, endA - rest, b, endB - rest, rest) === rest &&
            this.#isClear(a, endA - rest, endA, entries)
          ) {
            return true;
          }
        }
      }
      i += lengthA;
      j += lengthB;
    }
  }

  #isClear(bytes: Uint8Array, from: number, end: number, entries: MessageEntries): boolean {
    if (!this.tellsBreaks) return true;
    this.#head.bytes = bytes;
    return this.#head.areClear(from, end, entries);
  }

  /** Puts the cursors at what is not both common and simple. */
  #at(a: Uint8Array, i: number, endA: number, b: Uint8Array, j: number, endB: number): void {
    this.#left.reset(a, i, endA);
    this.#right.reset(b, j, endB);
  }

  /** @returns where the next record begins that counts, or -1 where something is broken */
  #passIgnored(bytes: Uint8Array, from: number, end: number, entries: MessageEntries): number {
    let pos = from;
    while (pos < end) {
      const short = bytes[pos] as number;
      const cursor = this.#left;
      let tag = short;
      let at = pos + 1;
      if (short >= 0x80) {
        cursor.reset(bytes, pos, end);
        if (cursor.readTag() !== OK) return -1;
        tag = cursor.tag;
        at = cursor.pos;
      }
      const entry = entries.of(tag);
      if (entry === undefined || !this.ignored.has(entry.id)) return pos;
      // A member that does not count may still be the one that is set, and so undo another.
      if (entry.field.oneof >= 0) return -1;
      cursor.reset(bytes, at, end);
      if (cursor.skipValue(tag) !== OK) return -1;
      pos = cursor.pos;
    }
    return pos;
  }
}

function samePayload(a: Uint8Array, from: number, b: Uint8Array, to: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (a[from + i] !== b[to + i]) return false;
  return true;
}
