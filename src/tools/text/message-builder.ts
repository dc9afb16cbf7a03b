import { ProtomdlError } from '../../base/diagnostics/error.js';
import { MAX_DEPTH, MAX_LENGTH } from '../../base/wire/limits.js';
import { OK } from '../../base/wire/problem.js';
import { RecordCursor } from '../../base/wire/record-cursor.js';
import { tagOf, WIRE_EGROUP, WIRE_I32, WIRE_I64, WIRE_LEN, WIRE_SGROUP } from '../../base/wire/tag.js';
import type { TextField, TextMessage } from './schema-names.js';

const FIRST_SIZE = 1 << 16;
const FRAMES = MAX_DEPTH + 2;
/** Sorts after all known fields. */
const UNKNOWN_KEY = 0x7fffffff;

/** Results of `claim`. */
export const FREE = 0;
export const GIVEN = 1;
/** Another member of the field's oneof already has a value. */
export const OCCUPIED = 2;

/**
 * Builds the bytes of a message from a text, one record after another. The length before a payload is written
 * when the payload ends. The builder leaves room for the length, with the size of the last length of the same
 * field; if the size is wrong, the payload is moved. A message whose fields arrive out of order is sorted at
 * its end: by field number, lists packed, unknown fields last, as encoders write.
 */
export class MessageBuilder {
  bytes = new Uint8Array(FIRST_SIZE);
  at = 0;
  /** Number of open LEN records: messages, and a string or bytes. */
  depth = 0;
  /** The type of the open message; undefined for an unknown message. */
  message: TextMessage | undefined;

  // The open records, by depth.
  readonly #messages: (TextMessage | undefined)[] = [];
  readonly #starts = new Int32Array(FRAMES);
  readonly #widths = new Int32Array(FRAMES);
  readonly #fields = new Int32Array(FRAMES);
  readonly #lasts = new Int32Array(FRAMES);
  readonly #mixed = new Uint8Array(FRAMES);
  readonly #seen: Int32Array;
  readonly #oneofs: Int32Array;
  readonly #words: number;

  /** Number of bytes that the last length of a field took, by the field's id. */
  readonly #usual: Uint8Array;
  /** The list that is being packed, and the position of its payload. */
  #list: TextField | undefined;
  #listStart = 0;
  readonly #view = new DataView(new ArrayBuffer(8));

  constructor(root: TextMessage, limits: { readonly fields: number; readonly fieldsOfMessage: number }) {
    this.message = root;
    this.#messages[0] = root;
    this.#words = (limits.fieldsOfMessage + 31) >> 5;
    this.#seen = new Int32Array(FRAMES * this.#words);
    this.#oneofs = new Int32Array(FRAMES * this.#words);
    this.#usual = new Uint8Array(limits.fields + 1).fill(1);
  }

  /** True if no further message may be opened: parsers limit the depth. */
  get isFull(): boolean {
    return this.depth >= MAX_DEPTH;
  }

  finish(): Uint8Array {
    this.#endList();
    if (this.#mixed[0] === 1) this.#order(0);
    return this.bytes.subarray(0, this.at);
  }

  /** Registers that a singular field has a value. */
  claim({ index, field }: TextField): typeof FREE | typeof GIVEN | typeof OCCUPIED {
    const at = this.depth * this.#words + (index >> 5);
    const bit = 1 << (index & 31);
    if (((this.#seen[at] as number) & bit) !== 0) return GIVEN;
    if (field.oneof >= 0) {
      const oneofAt = this.depth * this.#words + (field.oneof >> 5);
      const oneofBit = 1 << (field.oneof & 31);
      if (((this.#oneofs[oneofAt] as number) & oneofBit) !== 0) return OCCUPIED;
      this.#oneofs[oneofAt] = (this.#oneofs[oneofAt] as number) | oneofBit;
    }
    this.#seen[at] = (this.#seen[at] as number) | bit;
    return FREE;
  }

  /** Returns the member of a field's oneof that already has a value. */
  occupantOf({ field }: TextField): TextField | undefined {
    return this.message?.fields.find((other) => {
      if (other.field.oneof !== field.oneof) return false;
      const word = this.#seen[this.depth * this.#words + (other.index >> 5)] as number;
      return (word & (1 << (other.index & 31))) !== 0;
    });
  }

  open(field: TextField): void {
    this.#begin(field.lengthTag, field.field.number, field.id, field.child);
  }

  /** Begins a message in a field of this number that the schema does not know. */
  openUnknown(number: number): void {
    this.#begin(tagOf(number, WIRE_LEN), UNKNOWN_KEY, 0, undefined);
  }

  /** Begins a group, which ends with a tag. */
  openGroup(number: number): void {
    this.groupTag(tagOf(number, WIRE_SGROUP));
    this.#push(0, 0, undefined);
  }

  closeGroup(number: number): void {
    this.#pop();
    this.groupTag(tagOf(number, WIRE_EGROUP));
  }

  close(): void {
    this.#endList();
    if (this.#mixed[this.depth] === 1) this.#order(this.#starts[this.depth] as number);
    this.#end();
  }

  /**
   * Writes a number from the two halves of its encoded value. Zero is left out if it is the field's implicit
   * default.
   */
  scalar(field: TextField, lo: number, hi: number): void {
    if (field.packable) {
      if (this.#list !== field) this.#beginList(field);
    } else {
      if (field.implicit && (lo | hi) === 0) return;
      this.#record(field.field.number);
      this.#need(20);
      this.#varint32(field.tag);
    }
    this.#need(20);
    this.#bits(field.wireType, lo, hi);
  }

  /**
   * Begins a string or bytes, whose content is then written by `append` and similar methods. `field` is
   * `null` for an unknown field of this number.
   */
  openBytes(field: TextField | null, number = 0): void {
    if (field === null) this.#begin(tagOf(number, WIRE_LEN), UNKNOWN_KEY, 0, undefined);
    else this.#begin(field.lengthTag, field.field.number, field.id, undefined);
  }

  closeBytes(field: TextField | null): void {
    const { depth } = this;
    if (field?.implicit && this.at === this.#starts[depth]) {
      this.at -= (this.#widths[depth] as number) + varintSize(field.lengthTag);
      this.#pop();
      return;
    }
    this.#end();
  }

  append(bytes: Uint8Array, from = 0, to = bytes.length): void {
    const length = to - from;
    this.need(length);
    if (length > 32) this.bytes.set(bytes.subarray(from, to), this.at);
    else for (let i = from, at = this.at; i < to; i++) this.bytes[at++] = bytes[i] as number;
    this.at += length;
  }

  /** Makes room for this many bytes, which the caller may write at `at`. */
  need(count: number): void {
    this.#need(count);
  }

  /** Writes a whole string or bytes value. */
  payload(field: TextField | null, bytes: Uint8Array, from = 0, to = bytes.length, number = 0): void {
    this.openBytes(field, number);
    this.append(bytes, from, to);
    this.closeBytes(field);
  }

  unknown(number: number, wireType: number, lo: number, hi: number): void {
    this.#record(UNKNOWN_KEY);
    this.#need(20);
    this.#varint32(tagOf(number, wireType));
    this.#bits(wireType, lo, hi);
  }

  /** Writes the tag that begins or ends an unknown group. Records inside a group are not sorted. */
  groupTag(tag: number): void {
    this.#record(UNKNOWN_KEY);
    this.#need(5);
    this.#varint32(tag);
  }

  #begin(tag: number, key: number, id: number, message: TextMessage | undefined): void {
    this.#record(key);
    this.#need(10);
    this.#varint32(tag);
    const width = this.#usual[id] as number;
    this.at += width;
    this.#push(id, width, message);
  }

  #push(id: number, width: number, message: TextMessage | undefined): void {
    const depth = ++this.depth;
    this.#starts[depth] = this.at;
    this.#widths[depth] = width;
    this.#fields[depth] = id;
    this.#lasts[depth] = 0;
    this.#mixed[depth] = 0;
    const words = depth * this.#words;
    for (let i = 0; i < this.#words; i++) {
      this.#seen[words + i] = 0;
      this.#oneofs[words + i] = 0;
    }
    this.message = message;
    this.#messages[depth] = message;
  }

  #end(): void {
    const { depth } = this;
    const start = this.#starts[depth] as number;
    const id = this.#fields[depth] as number;
    this.#usual[id] = this.#setLength(start, this.#widths[depth] as number);
    this.#pop();
  }

  #pop(): void {
    this.depth--;
    this.message = this.#messages[this.depth];
  }

  /**
   * Writes the length of the payload that begins at `start` into the `width` bytes before it. @returns the
   * number of bytes that the length took
   */
  #setLength(start: number, width: number): number {
    const length = this.at - start;
    const size = varintSize(length);
    if (size !== width) {
      this.#need(size);
      this.bytes.copyWithin(start - width + size, start, this.at);
      this.at += size - width;
    }
    const { at } = this;
    this.at = start - width;
    this.#varint32(length);
    this.at = at;
    return size;
  }

  #beginList(field: TextField): void {
    this.#record(field.field.number);
    this.#need(10);
    this.#varint32(field.lengthTag);
    this.at += this.#usual[field.id] as number;
    this.#list = field;
    this.#listStart = this.at;
  }

  #endList(): void {
    const list = this.#list;
    if (list === undefined) return;
    this.#list = undefined;
    this.#usual[list.id] = this.#setLength(this.#listStart, this.#usual[list.id] as number);
  }

  /** Begins another record of the open message. */
  #record(key: number): void {
    if (this.#list !== undefined) this.#endList();
    const { depth } = this;
    if (key < (this.#lasts[depth] as number)) this.#mixed[depth] = 1;
    else this.#lasts[depth] = key;
  }

  #bits(wireType: number, lo: number, hi: number): void {
    if (wireType === WIRE_I32 || wireType === WIRE_I64) {
      const view = this.#view;
      view.setInt32(0, lo, true);
      view.setInt32(4, hi, true);
      const count = wireType === WIRE_I32 ? 4 : 8;
      for (let i = 0; i < count; i++) this.bytes[this.at++] = view.getUint8(i);
      return;
    }
    let low = lo >>> 0;
    let high = hi >>> 0;
    while (high !== 0 || low >= 0x80) {
      this.bytes[this.at++] = (low & 0x7f) | 0x80;
      low = ((low >>> 7) | (high << 25)) >>> 0;
      high >>>= 7;
    }
    this.bytes[this.at++] = low;
  }

  #varint32(value: number): void {
    let rest = value >>> 0;
    while (rest >= 0x80) {
      this.bytes[this.at++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.bytes[this.at++] = rest;
  }

  /** Sorts the records of the message that begins at `start`, and joins the parts of each list. */
  #order(start: number): void {
    const { message } = this;
    const records: { key: number; from: number; payload: number; to: number; tag: number }[] = [];
    const cursor = new RecordCursor(this.bytes, start, this.at);
    while (cursor.next()) {
      const { tag, start: from, value, pos: to } = cursor;
      const known = message?.byTag.get(tag);
      const payload = known?.packable === true ? value : from;
      records.push({ key: known?.field.number ?? UNKNOWN_KEY, from, payload, to, tag });
    }
    if (cursor.problem !== OK) throw new Error('what was built cannot be read');
    records.sort((a, b) => a.key - b.key);
    const copy = this.bytes.slice(start, this.at);
    this.at = start;
    for (let i = 0; i < records.length; ) {
      const first = records[i] as (typeof records)[number];
      let to = i + 1;
      if (first.payload > first.from) while (records[to]?.key === first.key) to++;
      if (to === i + 1) this.append(copy, first.from - start, first.to - start);
      else {
        this.#need(10);
        this.#varint32(first.tag);
        const parts = records.slice(i, to);
        this.#varint32(parts.reduce((sum, part) => sum + part.to - part.payload, 0));
        for (const part of parts) this.append(copy, part.payload - start, part.to - start);
      }
      i = to;
    }
  }

  #need(count: number): void {
    if (this.at + count <= this.bytes.length) return;
    const least = this.at + count;
    if (least > MAX_LENGTH) {
      throw new ProtomdlError('message-too-large', `the message would have more than ${MAX_LENGTH} bytes`);
    }
    // The buffer grows by half. With this growth, all copies together move at most twice the size of the
    // message, and at most half of this size stays unused.
    this.#grow(Math.min(MAX_LENGTH, Math.max(least, Math.floor(this.bytes.length * 1.5))));
  }

  #grow(size: number): void {
    const grown = new Uint8Array(size);
    grown.set(this.bytes.subarray(0, this.at));
    this.bytes = grown;
  }
}

function varintSize(value: number): number {
  return value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x200000 ? 3 : value < 0x10000000 ? 4 : 5;
}
