import type { Entry, entriesOf } from '../tape/index.js';
import { Cursor, OK, WIRE_LEN, WIRE_VARINT } from '../wire/index.js';

type MessageEntries = ReturnType<typeof entriesOf>['messages'][number];

/**
 * The record at a position in memory, as far as who passes it over wants to know. One for all of millions of records,
 * which are read where they are common and simple, and by the cursor where not.
 */
export class RecordHead {
  /** What the schema knows of it. */
  entry: Entry | undefined;
  /** Where its value begins; of a LEN record, its payload. */
  value = 0;
  /** Where it ends. */
  stop = 0;
  readonly #cursor = new Cursor(new Uint8Array(0));

  /** @param bytes memory that records are read in */
  constructor(public bytes: Uint8Array) {}

  /** @returns whether a stretch consists of whole records of fields that the schema knows */
  areClear(from: number, end: number, entries: MessageEntries): boolean {
    for (let at = from; at < end; at = this.stop) if (!this.read(at, end, entries)) return false;
    return true;
  }

  /** @returns whether there is a whole record of a field that the schema knows, in front of `end` */
  read(at: number, end: number, entries: MessageEntries): boolean {
    const { bytes } = this;
    const tag = bytes[at] as number;
    const wireType = tag & 7;
    if (tag >= 0x80 || (wireType !== WIRE_LEN && wireType !== WIRE_VARINT))
      return this.#any(at, end, entries);
    const entry = entries.short[tag];
    if (entry === undefined) return false;
    const from = at + 1;
    // Bytes after the last one are undefined, and for the cursor to explain.
    let size = 1;
    if (!((bytes[from] as number) < 0x80)) {
      if ((bytes[from + 1] as number) < 0x80) size = 2;
      else if ((bytes[from + 2] as number) < 0x80) size = 3;
      else if ((bytes[from + 3] as number) < 0x80) size = 4;
      else return this.#any(at, end, entries);
    }
    let value = from;
    let stop = from + size;
    if (wireType === WIRE_LEN) {
      value = stop;
      stop += (bytes[from] as number) & 0x7f;
      if (size > 1) stop += ((bytes[from + 1] as number) & 0x7f) << 7;
      if (size > 2) stop += ((bytes[from + 2] as number) & 0x7f) << 14;
      if (size > 3) stop += (bytes[from + 3] as number) << 21;
    }
    if (stop > end) return false;
    this.entry = entry;
    this.value = value;
    this.stop = stop;
    return true;
  }

  #any(at: number, end: number, entries: MessageEntries): boolean {
    const cursor = this.#cursor;
    cursor.reset(this.bytes, at, end);
    if (cursor.readTag() !== OK) return false;
    const { tag } = cursor;
    this.entry = entries.of(tag);
    if (this.entry === undefined) return false;
    this.value = cursor.pos;
    if (cursor.skipValue(tag) !== OK) return false;
    this.stop = cursor.pos;
    if ((tag & 7) === WIRE_LEN) this.value = this.stop - cursor.length;
    return true;
  }
}
