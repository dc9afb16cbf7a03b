import { varintSize } from './value.js';

const VARINT = 0;
const I64 = 1;
const LEN = 2;
const I32 = 5;

const encoder = new TextEncoder();

/** Writes records into memory one after another, and counts messages. */
export class RecordWriter {
  #bytes = new Uint8Array(1 << 16);
  #view = new DataView(this.#bytes.buffer);
  #position = 0;
  readonly #open: number[] = [];
  #messages = 0;

  /** Bytes written since the last `clear`; valid until the next call. */
  get bytes(): Uint8Array<ArrayBuffer> {
    if (this.#open.length > 0) throw new Error('a message is still open');
    return this.#bytes.subarray(0, this.#position);
  }

  /** Number of messages that were ended since this writer was created. */
  get messages(): number {
    return this.#messages;
  }

  /** Number of bytes written since the last `clear`, including bytes of open messages. */
  get size(): number {
    return this.#position;
  }

  clear(): void {
    this.#position = 0;
  }

  uint(field: number, value: number): this {
    this.#need(15);
    this.#varint(field * 8 + VARINT);
    this.#varint(value);
    return this;
  }

  /** Like `uint`, but leaves out 0, as encoders do. */
  scalar(field: number, value: number): this {
    return value === 0 ? this : this.uint(field, value);
  }

  /** Writes a 64-bit value from its halves; `high` must not be 0. */
  uint64(field: number, low: number, high: number): this {
    this.#need(15);
    this.#varint(field * 8 + VARINT);
    // The first four groups of seven bits are from the low half, the fifth group is from both halves, and the
    // other groups are from the high half.
    for (let i = 0; i < 4; i++) this.#byte(0x80 | ((low >>> (7 * i)) & 0x7f));
    const across = (low >>> 28) | ((high << 4) & 0x7f);
    const rest = high >>> 3;
    this.#byte(rest === 0 ? across : 0x80 | across);
    if (rest !== 0) this.#varint(rest);
    return this;
  }

  /** Like `uint64`, but leaves out 0; accepts signed and unsigned halves, and 0 for `high`. */
  scalar64(field: number, low: number, high: number): this {
    return high === 0 ? this.scalar(field, low) : this.uint64(field, low, high);
  }

  /** Writes an int32. A negative value has ten bytes, because it is extended to 64 bits. Leaves out 0. */
  int32(field: number, value: number): this {
    return value < 0 ? this.uint64(field, value >>> 0, 0xffff_ffff) : this.scalar(field, value);
  }

  flag(field: number, value: boolean): this {
    return value ? this.uint(field, 1) : this;
  }

  float(field: number, value: number): this {
    this.#need(10);
    this.#varint(field * 8 + I32);
    this.#view.setFloat32(this.#position, value, true);
    this.#position += 4;
    return this;
  }

  double(field: number, value: number): this {
    this.#need(14);
    this.#varint(field * 8 + I64);
    this.#view.setFloat64(this.#position, value, true);
    this.#position += 8;
    return this;
  }

  /** Writes a string. Leaves out an empty string, as encoders do. */
  text(field: number, value: string): this {
    return value === '' ? this : this.string(field, value);
  }

  string(field: number, value: string): this {
    return this.blob(field, encoder.encode(value));
  }

  /** Writes a packed list of whole numbers up to 2^53. Leaves out an empty list. */
  packed(field: number, values: readonly number[]): this {
    if (values.length === 0) return this;
    this.#head(
      field,
      values.reduce((sum, value) => sum + varintSize(value), 0),
    );
    for (const value of values) this.#varint(value);
    return this;
  }

  packedFloats(field: number, values: readonly number[]): this {
    if (values.length === 0) return this;
    this.#head(field, 4 * values.length);
    for (const value of values) {
      this.#view.setFloat32(this.#position, value, true);
      this.#position += 4;
    }
    return this;
  }

  packedDoubles(field: number, values: readonly number[]): this {
    if (values.length === 0) return this;
    this.#head(field, 8 * values.length);
    for (const value of values) {
      this.#view.setFloat64(this.#position, value, true);
      this.#position += 8;
    }
    return this;
  }

  /** Writes tag and length of a LEN record; the caller writes the payload of `length` bytes. */
  head(field: number, length: number): this {
    this.#need(15);
    this.#varint(field * 8 + LEN);
    this.#varint(length);
    return this;
  }

  bytesOf(payload: Uint8Array): this {
    this.#need(payload.length);
    this.#bytes.set(payload, this.#position);
    this.#position += payload.length;
    return this;
  }

  blob(field: number, value: Uint8Array): this {
    this.#need(10 + value.length);
    this.#varint(field * 8 + LEN);
    this.#varint(value.length);
    this.#bytes.set(value, this.#position);
    this.#position += value.length;
    return this;
  }

  /** Writes bytes without changes, for encodings that encoders do not write. */
  raw(...bytes: number[]): this {
    this.#need(bytes.length);
    for (const byte of bytes) this.#byte(byte);
    return this;
  }

  begin(field: number): this {
    this.#need(6);
    this.#varint(field * 8 + LEN);
    this.#open.push(this.#position);
    this.#position++; // most lengths take one byte; `end` makes room for longer lengths
    return this;
  }

  end(): this {
    const start = this.#open.pop();
    if (start === undefined) throw new Error('no message is open');
    this.#messages++;
    const length = this.#position - start - 1;
    if (length < 0x80) {
      this.#bytes[start] = length;
      return this;
    }
    const more = varintSize(length) - 1;
    this.#need(more);
    this.#bytes.copyWithin(start + 1 + more, start + 1, this.#position);
    const end = this.#position + more;
    this.#position = start;
    this.#varint(length);
    this.#position = end;
    return this;
  }

  /** Writes tag and length, and makes room for the payload. */
  #head(field: number, length: number): void {
    this.#need(15 + length);
    this.#varint(field * 8 + LEN);
    this.#varint(length);
  }

  #byte(value: number): void {
    this.#bytes[this.#position++] = value;
  }

  #varint(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.#byte((rest & 0x7f) | 0x80);
      rest = rest > 0x7fff_ffff ? Math.floor(rest / 128) : rest >>> 7;
    }
    this.#byte(rest);
  }

  #need(count: number): void {
    if (this.#position + count <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#position + count));
    grown.set(this.#bytes);
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}
