import { Cursor } from './cursor.js';
import { CUT, OK, type WireProblem } from './problem.js';
import { WIRE_I32, WIRE_I64, WIRE_LEN, WIRE_SGROUP, WIRE_VARINT } from './tag.js';

/** Describes the bytes of long payloads that are not in memory. */
export interface Gaps {
  /** Payloads of up to this many bytes have no gaps. */
  readonly least: number;
  /**
   * Returns the position in memory after a payload of `length` bytes that begins at `value`; infinite if the
   * payload would end in a gap.
   */
  end(value: number, length: number): number;
}

/**
 * Moves from record to record of a message in memory. A record is stored in fields, so that no objects are
 * allocated. This class reads common, simple records. `Cursor` reads all other records, and determines their
 * problems.
 *
 * After a malformed record, `next` always returns false, because the following bytes cannot be interpreted.
 */
export class RecordCursor {
  /** Tag of the record; 0 if it cannot be read. */
  tag = 0;
  /** Start of the record, tag included. */
  start = 0;
  /** Start of the value, after the tag and, in a LEN record, after the length. */
  value = 0;
  /** End of the value; for a group, the start of the end tag. */
  valueEnd = 0;
  /** Halves of a number, as signed 32-bit integers. */
  lo = 0;
  hi = 0;
  /** Claimed length of a LEN record; -1 if the length cannot be read. */
  length = 0;
  /** True if the tag has more bytes than necessary. */
  overlong = false;
  /** True if the tag has bits after the 32nd, which parsers cut. */
  cut = false;
  /** Missing bytes; undefined if the whole message is in memory. */
  gaps: Gaps | undefined = undefined;
  /** Reason why `next` returned false; OK at the end of the message. */
  problem: WireProblem = OK;
  readonly #cursor: Cursor;

  /** @param bytes a plain Uint8Array, because a mix of Uint8Array and Buffer makes every reader slower */
  constructor(
    public bytes: Uint8Array = new Uint8Array(0),
    public pos = 0,
    /** End of the message. */
    public end: number = bytes.length,
    /** Number of open levels around the records; groups may add levels. */
    public depth = 0,
  ) {
    this.#cursor = new Cursor(bytes, pos, end);
  }

  /** Moves to another message. */
  reset(bytes: Uint8Array, pos: number, end: number): void {
    this.bytes = bytes;
    this.pos = pos;
    this.end = end;
  }

  /** Position of the problem, as validation reports it: the end of a message that is cut, or the record at fault. */
  get problemAt(): number {
    return this.problem === CUT ? this.end : this.#cursor.groupRecord;
  }

  /** Moves to the next record. @returns true if the next record is complete */
  next(): boolean {
    const { bytes, pos, end } = this;
    this.start = pos;
    if (pos >= end) {
      this.problem = OK;
      return false;
    }
    let tag = bytes[pos] as number;
    let at = pos + 1;
    if (tag >= 0x80) {
      tag = (tag & 0x7f) | ((bytes[at++] as number) << 7);
      // `#other` reads tags of three or more bytes, and overlong tags.
      if (tag >= 0x4000 || tag < 0x80) return this.#other();
    }
    const wireType = tag & 7;
    if (tag < 8 || (wireType !== WIRE_VARINT && wireType !== WIRE_LEN)) return this.#other();
    // A value or length of up to four bytes. A byte after the end of the memory is undefined, and does not
    // end the number, so that `#other` reads the record.
    const value = at;
    let number = bytes[at++] as number;
    if (!(number < 0x80)) {
      let byte = bytes[at++] as number;
      number = (number & 0x7f) | (byte << 7);
      if (!(byte < 0x80)) {
        byte = bytes[at++] as number;
        number = (number & 0x3fff) | (byte << 14);
        if (!(byte < 0x80)) {
          byte = bytes[at++] as number;
          number = (number & 0x1fffff) | (byte << 21);
          if (!(byte < 0x80)) return this.#other();
        }
      }
    }
    if (wireType === WIRE_VARINT) {
      if (at > end) return this.#other();
      this.lo = number;
      this.hi = 0;
      this.value = value;
      this.valueEnd = at;
    } else {
      const stop = this.#end(at, number);
      if (stop > end) return this.#other();
      this.length = number;
      this.value = at;
      this.valueEnd = stop;
      at = stop;
    }
    this.tag = tag;
    this.overlong = false;
    this.cut = false;
    this.pos = at;
    return true;
  }

  #other(): boolean {
    const cursor = this.#cursor;
    cursor.reset(this.bytes, this.pos, this.end);
    cursor.groupRecord = this.pos;
    this.tag = 0;
    this.problem = cursor.readTag();
    if (this.problem !== OK) return false;
    const { tag } = cursor;
    const wireType = tag & 7;
    this.tag = tag;
    this.overlong = cursor.overlong;
    this.cut = cursor.cut;
    this.value = cursor.pos;
    if (wireType === WIRE_LEN) {
      this.length = -1;
      this.problem = cursor.readLength();
      if (this.problem !== OK) return false;
      this.length = cursor.length;
      this.value = cursor.pos;
      const stop = this.#end(cursor.pos, cursor.length);
      if (stop > this.end) this.problem = CUT;
      else cursor.pos = stop;
    } else if (wireType === WIRE_I32) this.problem = cursor.readFixed32();
    else if (wireType === WIRE_I64) this.problem = cursor.readFixed64();
    else this.problem = cursor.skipValue(tag, this.depth);
    if (this.problem !== OK) return false;
    this.lo = cursor.lo;
    this.hi = cursor.hi;
    this.valueEnd = wireType === WIRE_SGROUP ? cursor.groupEnd : cursor.pos;
    this.pos = cursor.pos;
    return true;
  }

  #end(value: number, length: number): number {
    const { gaps } = this;
    return gaps === undefined || length <= gaps.least ? value + length : gaps.end(value, length);
  }
}
