import { type entriesOf, MESSAGE, SCALAR } from '../tape/index.js';
import { Cursor, OK, WIRE_I32, WIRE_I64 } from '../wire/index.js';
import type { Segment } from './content.js';
import type { Ignored } from './ignored.js';
import { isLong, keptLow, MAX_NESTING } from './records.js';

type MessageEntries = ReturnType<typeof entriesOf>['messages'][number];

/**
 * Whether two messages in memory have the same records with the same values in the same order, however those are
 * written, but for fields that are ignored: then they say the same. What is false may say the same in another way.
 */
export class SameOrder {
  readonly #left = new Cursor(new Uint8Array(0));
  readonly #right = new Cursor(new Uint8Array(0));

  constructor(private readonly ignored: Ignored) {}

  holds(a: Segment, b: Segment, entries: MessageEntries): boolean {
    if (!a.isSmall || !b.isSmall) return false;
    this.#left.reset(a.memory, a.pos, a.pos + a.length);
    this.#right.reset(b.memory, b.pos, b.pos + b.length);
    return this.#same(entries, 0);
  }

  /** From where both cursors are up to their ends. */
  #same(entries: MessageEntries, depth: number): boolean {
    const [left, right] = [this.#left, this.#right];
    for (;;) {
      // `false` is also what a broken record gives: somebody else explains it.
      if (!this.#skipIgnored(left, entries) || !this.#skipIgnored(right, entries)) return false;
      if (left.pos === left.end || right.pos === right.end)
        return left.pos === left.end && right.pos === right.end;
      if (left.readTag() !== OK || right.readTag() !== OK) return false;
      const { tag } = left;
      if (tag !== right.tag) return false;
      const entry = entries.of(tag);
      if (entry === undefined) return false;
      if (entry.kind === SCALAR) {
        if (readBits(left, tag & 7) !== OK || readBits(right, tag & 7) !== OK) return false;
        const { type } = entry.field;
        if (keptLow(type, left.lo, left.hi) !== keptLow(type, right.lo, right.hi)) return false;
        if ((tag & 7) !== WIRE_I32 && isLong(type) && left.hi !== right.hi) return false;
        continue;
      }
      if (left.readLength() !== OK || right.readLength() !== OK) return false;
      const [end, stop] = [left.end, right.end];
      const [leftEnd, rightEnd] = [left.pos + left.length, right.pos + right.length];
      if (leftEnd > end || rightEnd > stop) return false;
      if (entry.kind === MESSAGE) {
        if (depth >= MAX_NESTING) return false;
        left.end = leftEnd;
        right.end = rightEnd;
        if (!this.#same(entry.child as MessageEntries, depth + 1)) return false;
        left.end = end;
        right.end = stop;
      } else if (left.length !== right.length || !samePayload(left, right)) return false;
      left.pos = leftEnd;
      right.pos = rightEnd;
    }
  }

  #skipIgnored(cursor: Cursor, entries: MessageEntries): boolean {
    while (cursor.pos < cursor.end) {
      const start = cursor.pos;
      if (cursor.readTag() !== OK) return false;
      const entry = entries.of(cursor.tag);
      if (entry === undefined || !this.ignored.has(entry.id)) {
        cursor.pos = start;
        return true;
      }
      if (cursor.skipValue(cursor.tag) !== OK) return false;
    }
    return true;
  }
}

function samePayload(left: Cursor, right: Cursor): boolean {
  const [a, b] = [left.bytes, right.bytes];
  for (let i = 0, from = left.pos, to = right.pos; i < left.length; i++) {
    if (a[from + i] !== b[to + i]) return false;
  }
  return true;
}

function readBits(cursor: Cursor, wireType: number) {
  if (wireType === WIRE_I64) return cursor.readFixed64();
  return wireType === WIRE_I32 ? cursor.readFixed32() : cursor.readVarint();
}
