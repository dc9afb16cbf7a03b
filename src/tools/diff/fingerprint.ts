import {
  type FieldTable,
  isImplicit,
  type MessageTable,
  type SchemaTables,
  wireTypeOf,
} from '../../base/schema/table.js';
import { Cursor, readNumber } from '../../base/wire/cursor.js';
import { OK } from '../../base/wire/problem.js';
import { RecordCursor } from '../../base/wire/record-cursor.js';
import {
  BLOB,
  entriesOf,
  MESSAGE_ENTRY,
  type MessageEntries,
  PACKED,
  SCALAR,
} from '../../read/outline/entries.js';
import type { Segment } from './content.js';
import type { ElementRecords } from './elements.js';
import type { Ignored } from './ignored.js';
import { type Fields, type FieldValue, fieldsOf, GROUP, isLong, keptLow, MAX_NESTING } from './records.js';

/** Block size for reading large payloads. */
const CHUNK = 256 * 1024;

/**
 * Computes numbers that represent the meaning of messages: equal for all encodings of the same content. The
 * numbers help to find candidates for pairing; equal numbers do not prove that two messages are equal. The
 * seed differs from run to run, so that no file can be built to slow down the search.
 */
export class Fingerprints {
  /** The latest fingerprint, as two 32-bit integers. */
  low = 0;
  high = 0;
  readonly #messages: readonly MessageEntries[];
  readonly #cursor = new Cursor(new Uint8Array(0));
  readonly #records: RecordCursor[] = [];
  /** Limit for the elements of the outermost message's lists of messages, strings and bytes. */
  #most = Number.POSITIVE_INFINITY;
  readonly #seed = (Math.random() * 0x100000000) | 0;

  constructor(
    private readonly schema: SchemaTables,
    private readonly ignored: Ignored,
  ) {
    this.#messages = entriesOf(schema).messages;
  }

  /** Returns the fingerprint of a message as one number, exact to 53 bits. */
  ofMessage(segments: readonly Segment[], table: MessageTable): number {
    this.#most = Number.POSITIVE_INFINITY;
    return this.#ofMessage(segments, table);
  }

  /**
   * Returns a fingerprint of only the first elements of the message's own lists: if these differ, the full
   * fingerprints differ too. An operation has hundreds of actions.
   */
  ofBeginning(segments: readonly Segment[], table: MessageTable): number {
    this.#most = MAX_BEGINNING;
    const print = this.#ofMessage(segments, table);
    this.#most = Number.POSITIVE_INFINITY;
    return print;
  }

  #ofMessage(segments: readonly Segment[], table: MessageTable): number {
    const [first] = segments;
    const regular =
      segments.length === 1 &&
      first !== undefined &&
      first.isSmall &&
      table.index >= 0 &&
      this.#walk(first.memory, first.pos, first.pos + first.length, this.#entriesOf(table.index), 0);
    if (!regular) this.#read(segments, table, 0);
    return this.#combined();
  }

  ofBytes(segment: Segment): number {
    this.#payload(segment);
    return this.#combined();
  }

  /**
   * Returns a number for each field that is set and each element of its lists, to measure the similarity of
   * messages.
   */
  parts({ table, values }: Fields): number[] {
    const parts: number[] = [];
    for (const field of table.fields) {
      const value = values.get(field.number);
      if (value === undefined || this.ignored.hasField(field)) continue;
      if (value.kind === 'elements') {
        for (let i = 0; i < Math.min(value.elements.length, MAX_PARTS); i++) {
          this.#read([value.elements.at(i)], this.schema.messages[field.message], 0);
          parts.push(mix(field.number, this.low, this.high, this.#seed));
        }
      } else {
        let [low, high] = [0, 0];
        this.#value(field, value, 0, (one, other) => {
          low = (low + one) | 0;
          high = (high + other) | 0;
        });
        if ((low | high) !== 0) parts.push(mix(field.number, low, high, this.#seed));
      }
    }
    return parts;
  }

  #entriesOf(index: number): MessageEntries {
    return this.#messages[index] as MessageEntries;
  }

  #combined(): number {
    return (this.low >>> 0) + (this.high & 0x1fffff) * 0x100000000;
  }

  /**
   * Hashes a message in memory whose records are in canonical order. Leaves the fingerprint in `low` and
   * `high`.
   * @returns false if the encoding is not canonical; `low` and `high` are then invalid
   */
  #walk(bytes: Uint8Array, from: number, end: number, entries: MessageEntries, depth: number): boolean {
    if (depth > MAX_NESTING) return false;
    const seed = this.#seed;
    const most = depth === 0 ? this.#most : Number.POSITIVE_INFINITY;
    let low = 0;
    let high = 0;
    let last = 0;
    let index = 0;
    let oneofs = 0;
    this.#records[depth] ??= new RecordCursor();
    const records = this.#records[depth];
    records.reset(bytes, from, end);
    while (records.next()) {
      const { tag } = records;
      const entry = entries.of(tag);
      if (entry === undefined) return false;
      const { field, kind } = entry;
      const { number, repeated } = field;
      if (number > last) index = 0;
      else if (number < last || !repeated) return false;
      last = number;
      if (field.oneof >= 0) {
        if ((oneofs >>> field.oneof) & 1 || field.oneof > 30) return false;
        oneofs |= 1 << field.oneof;
      }
      const ignored = this.ignored.has(entry.id);
      if (kind === SCALAR) {
        const lo = keptLow(field.type, records.lo, records.hi);
        const hi = isLong(field.type) ? records.hi : 0;
        if (ignored || ((lo | hi) === 0 && isImplicit(field))) continue;
        const name = nameOf(number, index++);
        low = (low + mix(name, lo, hi, seed)) | 0;
        high = (high + mix(name, hi, lo, seed ^ OTHER_LANE)) | 0;
        continue;
      }
      const { length, value, valueEnd: stop } = records;
      if (ignored || (index >= most && kind !== PACKED)) {
        if (index >= most && tag < 0x80) records.pos = pastLike(bytes, stop, end, tag);
        continue;
      }
      if (kind === MESSAGE_ENTRY) {
        if (!this.#walk(bytes, value, stop, entry.child as MessageEntries, depth + 1)) return false;
      } else if (kind === BLOB) {
        if (length === 0 && isImplicit(field)) continue;
        this.#bytes(bytes, value, stop, length);
      } else {
        // Packed and unpacked lists have the same fingerprint.
        const cursor = this.#cursor;
        cursor.reset(bytes, value, stop);
        while (cursor.pos < stop) {
          if (readNumber(cursor, wireTypeOf(field.type)) !== OK) return false;
          const lo = keptLow(field.type, cursor.lo, cursor.hi);
          const hi = isLong(field.type) ? cursor.hi : 0;
          const name = nameOf(number, index++);
          low = (low + mix(name, lo, hi, seed)) | 0;
          high = (high + mix(name, hi, lo, seed ^ OTHER_LANE)) | 0;
        }
        continue;
      }
      const name = nameOf(number, index++);
      low = (low + mix(name, this.low, this.high, seed)) | 0;
      high = (high + mix(name, this.high, this.low, seed ^ OTHER_LANE)) | 0;
    }
    if (records.problem !== OK) return false;
    this.low = low;
    this.high = high;
    return true;
  }

  /** Computes the same fingerprint for a message in any encoding. */
  #read(segments: readonly Segment[], table: MessageTable | undefined, depth: number): void {
    if (depth > MAX_NESTING || table === undefined) {
      this.low = this.high = segments.length;
      return;
    }
    const fields = fieldsOf(segments, table);
    let [low, high] = [0, 0];
    const add = (one: number, other: number): void => {
      low = (low + one) | 0;
      high = (high + other) | 0;
    };
    for (const field of table.fields) {
      const value = fields.values.get(field.number);
      if (value !== undefined && !this.ignored.hasField(field)) this.#value(field, value, depth, add);
    }
    if (!this.ignored.unknownFields) {
      for (const [tag, records] of fields.unknown) this.#list(tag, records, add);
      for (const [tag, groups] of fields.groups) {
        for (let i = 0; i < groups.length; i++) {
          this.#read([groups.at(i)], GROUP, depth + 1);
          const name = nameOf(tag, i);
          add(mix(name, this.low, this.high, this.#seed), mix(name, this.high, this.low, this.#seed));
        }
      }
      for (const [tag, { lo, hi }] of fields.unknownNumbers) {
        lo.forEach((low, i) => {
          const name = nameOf(tag, i);
          const high = hi[i] as number;
          add(mix(name, low, high, this.#seed), mix(name, high, low, this.#seed ^ OTHER_LANE));
        });
      }
    }
    if (fields.rest !== undefined) {
      this.#payload(fields.rest);
      add(mix(-1, this.low, this.high, this.#seed), mix(-1, this.high, this.low, this.#seed));
    }
    this.low = low;
    this.high = high;
  }

  #value(
    field: FieldTable,
    value: FieldValue,
    depth: number,
    add: (low: number, high: number) => void,
  ): void {
    const seed = this.#seed;
    const put = (name: number, lo: number, hi: number): void => {
      add(mix(name, lo, hi, seed), mix(name, hi, lo, seed ^ OTHER_LANE));
    };
    switch (value.kind) {
      case 'scalar':
        if ((value.lo | value.hi) !== 0 || !isImplicit(field))
          put(nameOf(field.number, 0), value.lo, value.hi);
        break;
      case 'text':
        if (value.segment.length === 0 && isImplicit(field)) break;
        this.#payload(value.segment);
        put(nameOf(field.number, 0), this.low, this.high);
        break;
      case 'message':
        this.#read(value.segments, this.schema.messages[field.message], depth + 1);
        put(nameOf(field.number, 0), this.low, this.high);
        break;
      case 'elements':
        for (
          let i = 0;
          i < Math.min(value.elements.length, depth === 0 ? this.#most : Number.POSITIVE_INFINITY);
          i++
        ) {
          this.#read([value.elements.at(i)], this.schema.messages[field.message], depth + 1);
          put(nameOf(field.number, i), this.low, this.high);
        }
        break;
      case 'texts':
        this.#list(field.number, value.elements, add, depth === 0 ? this.#most : Number.POSITIVE_INFINITY);
        break;
      case 'numbers':
        value.lo.forEach((lo, i) => {
          put(nameOf(field.number, i), lo, value.hi[i] as number);
        });
    }
  }

  /** @param most maximum number of elements to include */
  #list(
    number: number,
    elements: ElementRecords,
    add: (low: number, high: number) => void,
    most = Number.POSITIVE_INFINITY,
  ): void {
    for (let i = 0; i < elements.length && i < most; i++) {
      this.#payload(elements.at(i));
      const name = nameOf(number, i);
      add(
        mix(name, this.low, this.high, this.#seed),
        mix(name, this.high, this.low, this.#seed ^ OTHER_LANE),
      );
    }
  }

  #payload(segment: Segment): void {
    if (segment.isSmall) {
      this.#bytes(segment.memory, segment.pos, segment.pos + segment.length, segment.length);
      return;
    }
    const chunk = new Uint8Array(CHUNK);
    this.low = segment.length | 0;
    this.high = this.#seed;
    for (let at = 0; at < segment.length; at += CHUNK) {
      const taken = Math.min(CHUNK, segment.length - at);
      segment.content.read(segment.offset + at, chunk.subarray(0, taken));
      this.#more(chunk, 0, taken);
    }
  }

  #bytes(bytes: Uint8Array, from: number, end: number, length: number): void {
    this.low = length | 0;
    this.high = this.#seed;
    // The steps are the same as for a large payload, so that both give the same number.
    for (let at = from; at < end; at += CHUNK) this.#more(bytes, at, Math.min(at + CHUNK, end));
  }

  /** Hashes four bytes at a time in two lanes with different factors. */
  #more(bytes: Uint8Array, from: number, end: number): void {
    let { low, high } = this;
    let pos = from;
    while (pos + 4 <= end) {
      // The bytes are copied to aligned memory, so that a word is read by one access.
      const count = Math.min(end - pos, BLOCK) >>> 2;
      blockBytes.set(bytes.subarray(pos, pos + count * 4));
      for (let i = 0; i < count; i++) {
        const word = blockWords[i] as number;
        low = Math.imul(low ^ word, 0x9e3779b1);
        low ^= low >>> 15;
        high = Math.imul(high + word, 0x85ebca6b);
        high = (high << 13) | (high >>> 19);
      }
      pos += count * 4;
    }
    for (; pos < end; pos++) {
      low = Math.imul(low ^ (bytes[pos] as number), 0x9e3779b1);
      low ^= low >>> 15;
      high = Math.imul(high + (bytes[pos] as number), 0x85ebca6b);
      high = (high << 13) | (high >>> 19);
    }
    this.low = low;
    this.high = high;
  }
}

const BLOCK = 4096;
const blockWords = new Int32Array(BLOCK / 4);
const blockBytes = new Uint8Array(blockWords.buffer);

/** Number of elements of each list that suffice to distinguish most messages. */
const MAX_BEGINNING = 2;
/** Limit for the elements of a list that count towards the similarity of two messages. */
const MAX_PARTS = 256;
const OTHER_LANE = 0x5bd1e995;

/**
 * Returns the end of consecutive records of a tag; only records with a tag and length of one byte each are
 * skipped.
 */
function pastLike(bytes: Uint8Array, from: number, end: number, tag: number): number {
  let pos = from;
  while (pos + 1 < end && bytes[pos] === tag) {
    const length = bytes[pos + 1] as number;
    if (length >= 0x80 || pos + 2 + length > end) break;
    pos += 2 + length;
  }
  return pos;
}

function nameOf(number: number, index: number): number {
  return (number + Math.imul(index, 0x1000193)) | 0;
}

function mix(name: number, lo: number, hi: number, seed: number): number {
  let hash = Math.imul(seed ^ name, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15) ^ lo, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13) ^ hi, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
