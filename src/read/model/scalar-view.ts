import {
  TYPE_BOOL,
  TYPE_BYTES,
  TYPE_DOUBLE,
  TYPE_ENUM,
  TYPE_FIXED32,
  TYPE_FIXED64,
  TYPE_FLOAT,
  TYPE_INT32,
  TYPE_INT64,
  TYPE_SFIXED32,
  TYPE_SFIXED64,
  TYPE_SINT32,
  TYPE_SINT64,
  TYPE_STRING,
  TYPE_UINT32,
  TYPE_UINT64,
} from '../../base/schema/table.js';
import { doubleOf, floatOf, int64Of, sint32Of, sint64Of, uint64Of } from '../../base/wire/value.js';
import { type BlobHandle, NO_BLOB } from './blob.js';
import { blobAt, stringAt } from './element.js';
import { FieldFinder, found, probe } from './field-finder.js';

/** Decoded value of a scalar of any type. */
export type ScalarValue = number | bigint | boolean | string | BlobHandle;

/** The singular scalars of a message, by field number; the type's default if a field is absent. */
export class ScalarView extends FieldFinder {
  /** Returns a `double`; 0 if the field is absent. */
  double(number: number): number {
    if (!this.locate(number, TYPE_DOUBLE)) return 0;
    probe.readFixed64();
    return doubleOf(probe.lo, probe.hi);
  }

  /** Returns a `float`; 0 if the field is absent. */
  float(number: number): number {
    if (!this.locate(number, TYPE_FLOAT)) return 0;
    probe.readFixed32();
    return floatOf(probe.lo);
  }

  /** Returns an `int32`; 0 if the field is absent. */
  int32(number: number): number {
    if (!this.locate(number, TYPE_INT32)) return 0;
    probe.readVarint();
    return probe.lo;
  }

  /** Returns a `uint32`; 0 if the field is absent. */
  uint32(number: number): number {
    if (!this.locate(number, TYPE_UINT32)) return 0;
    probe.readVarint();
    return probe.lo >>> 0;
  }

  /** Returns a `sint32`; 0 if the field is absent. */
  sint32(number: number): number {
    if (!this.locate(number, TYPE_SINT32)) return 0;
    probe.readVarint();
    return sint32Of(probe.lo);
  }

  /** Returns a `fixed32`; 0 if the field is absent. */
  fixed32(number: number): number {
    if (!this.locate(number, TYPE_FIXED32)) return 0;
    probe.readFixed32();
    return probe.lo >>> 0;
  }

  /** Returns an `sfixed32`; 0 if the field is absent. */
  sfixed32(number: number): number {
    if (!this.locate(number, TYPE_SFIXED32)) return 0;
    probe.readFixed32();
    return probe.lo;
  }

  /** Returns an `int64`; 0n if the field is absent. */
  int64(number: number): bigint {
    if (!this.locate(number, TYPE_INT64)) return 0n;
    probe.readVarint();
    return int64Of(probe.lo, probe.hi);
  }

  /** Returns a `uint64`; 0n if the field is absent. */
  uint64(number: number): bigint {
    if (!this.locate(number, TYPE_UINT64)) return 0n;
    probe.readVarint();
    return uint64Of(probe.lo, probe.hi);
  }

  /** Returns a `sint64`; 0n if the field is absent. */
  sint64(number: number): bigint {
    if (!this.locate(number, TYPE_SINT64)) return 0n;
    probe.readVarint();
    return sint64Of(probe.lo, probe.hi);
  }

  /** Returns a `fixed64`; 0n if the field is absent. */
  fixed64(number: number): bigint {
    if (!this.locate(number, TYPE_FIXED64)) return 0n;
    probe.readFixed64();
    return uint64Of(probe.lo, probe.hi);
  }

  /** Returns an `sfixed64`; 0n if the field is absent. */
  sfixed64(number: number): bigint {
    if (!this.locate(number, TYPE_SFIXED64)) return 0n;
    probe.readFixed64();
    return int64Of(probe.lo, probe.hi);
  }

  /** Returns a `bool`; false if the field is absent. */
  bool(number: number): boolean {
    if (!this.locate(number, TYPE_BOOL)) return false;
    probe.readVarint();
    return (probe.lo | probe.hi) !== 0;
  }

  /** Returns the number of an enum value, whether the schema knows it or not. */
  enum(number: number): number {
    if (!this.locate(number, TYPE_ENUM)) return 0;
    probe.readVarint();
    return probe.lo;
  }

  /**
   * @throws ProtomdlError `string-not-utf8`; `string-too-long` if the text is too long for a JavaScript
   * string
   */
  string(number: number): string {
    if (!this.locate(number, TYPE_STRING)) return '';
    return stringAt(found.window, probe.pos, probe.length, this, number);
  }

  /** Returns a handle to the bytes; for an absent field, an empty handle with offset -1. */
  bytes(number: number): BlobHandle {
    if (!this.locate(number, TYPE_BYTES)) return NO_BLOB;
    return blobAt(found.window, probe.pos, probe.length);
  }

  /** Returns the four bytes of a float as an unsigned number, which preserves the payload of a NaN. */
  floatBits(number: number): number {
    if (!this.locate(number, TYPE_FLOAT)) return 0;
    probe.readFixed32();
    return probe.lo >>> 0;
  }

  /** Returns the eight bytes of a double as an unsigned number. */
  doubleBits(number: number): bigint {
    if (!this.locate(number, TYPE_DOUBLE)) return 0n;
    probe.readFixed64();
    return uint64Of(probe.lo, probe.hi);
  }

  /** Returns a scalar of any type, by the schema. */
  scalar(number: number): ScalarValue {
    switch (this.layout.field(number).type) {
      case TYPE_DOUBLE:
        return this.double(number);
      case TYPE_FLOAT:
        return this.float(number);
      case TYPE_INT64:
        return this.int64(number);
      case TYPE_UINT64:
        return this.uint64(number);
      case TYPE_INT32:
        return this.int32(number);
      case TYPE_FIXED64:
        return this.fixed64(number);
      case TYPE_FIXED32:
        return this.fixed32(number);
      case TYPE_BOOL:
        return this.bool(number);
      case TYPE_STRING:
        return this.string(number);
      case TYPE_BYTES:
        return this.bytes(number);
      case TYPE_UINT32:
        return this.uint32(number);
      case TYPE_ENUM:
        return this.enum(number);
      case TYPE_SFIXED32:
        return this.sfixed32(number);
      case TYPE_SFIXED64:
        return this.sfixed64(number);
      case TYPE_SINT32:
        return this.sint32(number);
      default:
        return this.sint64(number);
    }
  }
}
