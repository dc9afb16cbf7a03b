import { MAX_DEPTH, MAX_VARINT_BYTES, MAX_VARINT32_BYTES } from './limits.js';
import { BAD_TYPE, CUT, OK, OVERFLOW, TOO_DEEP, type WireProblem, ZERO_FIELD } from './problem.js';
import { WIRE_EGROUP, WIRE_I32, WIRE_I64, WIRE_LEN, WIRE_SGROUP, WIRE_VARINT } from './tag.js';
import { int32At } from './value.js';

/**
 * A position in one in-memory window. Every read checks the end of the bytes, advances only if the read
 * succeeds, and returns a problem code instead of throwing. Values are stored in fields, so that no objects
 * are allocated.
 *
 * A cursor accepts the same bytes as libprotobuf (parse_context.h of 3.21): tags and lengths of at most five
 * bytes, and values of at most ten bytes. Bits of a tag after the 32nd, and bits of a value after the 64th,
 * are cut.
 */
export class Cursor {
  /** The last tag, unsigned. */
  tag = 0;
  /** Low half of the value that was read, as a signed 32-bit integer. */
  lo = 0;
  /** High half of the value that was read, as a signed 32-bit integer. */
  hi = 0;
  /** The last length. */
  length = 0;
  /** Start of the end tag of the group that was skipped last. */
  groupEnd = 0;
  /** Start of the record that was read last in a group: the record at fault, if the group is broken. */
  groupRecord = 0;
  /** True if the last tag, varint or length was written with more bytes than it needs. */
  overlong = false;
  /**
   * True if the last tag, varint or length has bits that parsers cut: after the 32nd bit of a tag, or the
   * 64th bit of a varint.
   */
  cut = false;

  /** @param bytes a plain Uint8Array, because a mix of Uint8Array and Buffer makes every reader slower */
  constructor(
    public bytes: Uint8Array,
    /** Position of the next byte in `bytes`. */
    public pos = 0,
    /** End of the bytes to read. */
    public end: number = bytes.length,
  ) {}

  /** Moves the cursor to another range of bytes. */
  reset(bytes: Uint8Array, pos: number, end: number): void {
    this.bytes = bytes;
    this.pos = pos;
    this.end = end;
  }

  /** Reads a tag into `tag`. Field number 0 and wire types 6 and 7 are problems. EGROUP is not a problem. */
  readTag(): WireProblem {
    const bytes = this.bytes;
    const start = this.pos;
    let pos = start;
    let tag = 0;
    for (let shift = 0; ; shift += 7) {
      if (pos >= this.end) return CUT;
      const byte = bytes[pos++] as number;
      tag |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        this.overlong = byte === 0 && shift > 0;
        this.cut = shift === 28 && byte > 0x0f;
        break;
      }
      if (pos - start === MAX_VARINT32_BYTES) return OVERFLOW;
    }
    this.tag = tag >>> 0;
    if (tag >>> 3 === 0) return ZERO_FIELD;
    if ((tag & 7) > WIRE_I32) return BAD_TYPE;
    this.pos = pos;
    return OK;
  }

  /** Reads a varint of up to 64 bits into `lo` and `hi`. */
  readVarint(): WireProblem {
    const bytes = this.bytes;
    const start = this.pos;
    let pos = start;
    let lo = 0;
    let hi = 0;
    for (let shift = 0; ; shift += 7) {
      if (pos >= this.end) return CUT;
      const byte = bytes[pos++] as number;
      const bits = byte & 0x7f;
      if (shift < 28) lo |= bits << shift;
      else if (shift === 28) {
        lo |= bits << 28;
        hi = bits >>> 4;
      } else if (shift < 63) hi |= bits << (shift - 32);
      else hi |= (bits & 1) << 31;
      if (byte < 0x80) {
        this.overlong = byte === 0 && shift > 0;
        this.cut = shift === 63 && byte > 1;
        break;
      }
      if (pos - start === MAX_VARINT_BYTES) return OVERFLOW;
    }
    this.lo = lo;
    this.hi = hi;
    this.pos = pos;
    return OK;
  }

  /** Reads a length into `length`. The caller has to check that enough bytes follow. */
  readLength(): WireProblem {
    const bytes = this.bytes;
    const start = this.pos;
    let pos = start;
    let length = 0;
    for (let shift = 0; ; shift += 7) {
      if (pos >= this.end) return CUT;
      const byte = bytes[pos++] as number;
      if (shift === 28 && byte > 0x07) return OVERFLOW;
      length |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        this.overlong = byte === 0 && shift > 0;
        this.cut = false;
        break;
      }
    }
    this.length = length;
    this.pos = pos;
    return OK;
  }

  /** Reads four little-endian bytes into `lo`. */
  readFixed32(): WireProblem {
    if (this.end - this.pos < 4) return CUT;
    this.lo = int32At(this.bytes, this.pos);
    this.hi = 0;
    this.pos += 4;
    return OK;
  }

  /** Reads eight little-endian bytes into `lo` and `hi`. */
  readFixed64(): WireProblem {
    if (this.end - this.pos < 8) return CUT;
    this.lo = int32At(this.bytes, this.pos);
    this.hi = int32At(this.bytes, this.pos + 4);
    this.pos += 8;
    return OK;
  }

  /**
   * Skips the value that follows a tag, groups included. The position only moves if the whole value is
   * present.
   * @param depth number of open levels; groups at more than MAX_DEPTH levels are TOO_DEEP
   */
  skipValue(tag: number, depth = 0): WireProblem {
    const start = this.pos;
    const problem = this.#skip(tag, depth);
    if (problem !== OK) this.pos = start;
    return problem;
  }

  #skip(tag: number, depth: number): WireProblem {
    switch (tag & 7) {
      case WIRE_VARINT:
        return this.readVarint();
      case WIRE_I64:
        return this.#advance(8);
      case WIRE_I32:
        return this.#advance(4);
      case WIRE_LEN: {
        const problem = this.readLength();
        return problem === OK ? this.#advance(this.length) : problem;
      }
      case WIRE_SGROUP:
        return this.#skipGroup(tag, depth);
      default:
        return BAD_TYPE;
    }
  }

  #skipGroup(startTag: number, depth: number): WireProblem {
    if (depth >= MAX_DEPTH) return TOO_DEEP;
    const endTag = ((startTag & ~7) | WIRE_EGROUP) >>> 0;
    for (;;) {
      const start = this.pos;
      this.groupRecord = start;
      const problem = this.readTag();
      if (problem !== OK) return problem;
      const tag = this.tag;
      if (tag === endTag) {
        this.groupEnd = start;
        return OK;
      }
      if ((tag & 7) === WIRE_EGROUP) return BAD_TYPE;
      const inner = this.#skip(tag, depth + 1);
      if (inner !== OK) return inner;
    }
  }

  #advance(length: number): WireProblem {
    if (this.end - this.pos < length) return CUT;
    this.pos += length;
    return OK;
  }
}

/**
 * Reads a number into the cursor's halves: the value of a record, or an element of a packed list.
 * @param wireType WIRE_I32 or WIRE_I64; all other wire types are read as a varint
 */
export function readNumber(cursor: Cursor, wireType: number): WireProblem {
  if (wireType === WIRE_I64) return cursor.readFixed64();
  return wireType === WIRE_I32 ? cursor.readFixed32() : cursor.readVarint();
}
