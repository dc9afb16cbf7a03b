/**
 * Cases in which protobuf-es 2.13.0 accepts other input than libprotobuf 3.21, and a detector: a strict and
 * plain reader, independent of ours, that lists the deviations that an input may cause.
 */
import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';

export const DEVIATIONS = {
  'wire type of known fields': 'reads a known field by its schema type, whatever wire type its tag has',
  levels: 'refuses 100 levels of messages and groups below the root',
  'length bits': 'takes lengths of 6 to 10 bytes, and drops their bits past 32',
  'long unknown varints': 'skips unknown varints of more than 10 bytes',
  'tag bits': 'refuses tags of 5 bytes with bits past 32',
  ends: 'lets what is inside a record go on past its end, as long as there are bytes',
} as const;

export type Deviation = keyof typeof DEVIATIONS;

/** Cases in which both libraries accept the input, and read different values. */
export const VALUE_DEVIATIONS = {
  'byte order marks': 'drops a byte order mark at the beginning of a string',
} as const;

/** A record as the detector read it. */
export interface RecordSpot {
  readonly offset: number;
  /** End of the tag: start of the value, or of the length. */
  readonly afterTag: number;
  readonly wireType: number;
  /** End of the payload or value, as far as it was read. */
  readonly end: number;
  /** Message that contains the record; undefined inside unknown groups. */
  readonly message: DescMessage | undefined;
}

export interface Detection {
  readonly deviations: ReadonlySet<Deviation>;
  /** Every record read before the first error, in order of their offsets. */
  readonly records: readonly RecordSpot[];
}

/** Reads a message as libprotobuf does, up to the first error. */
export function detect(bytes: Uint8Array, message: DescMessage): Detection {
  const reader = new StrictReader(bytes);
  try {
    reader.message(message, bytes.length, 0);
  } catch (reason) {
    if (!(reason instanceof Stop)) throw reason;
  }
  return { deviations: reader.deviations, records: reader.records };
}

/** Thrown at the error at which libprotobuf stops. */
class Stop extends Error {}

class StrictReader {
  readonly deviations = new Set<Deviation>();
  readonly records: RecordSpot[] = [];
  #pos = 0;

  constructor(readonly bytes: Uint8Array) {}

  /** Reads records up to `end`; with `group`, up to the end of that group. */
  message(schema: DescMessage | undefined, end: number, level: number, group = 0): void {
    if (level === 100) this.deviations.add('levels');
    if (level > 100) throw new Stop();
    while (this.#pos < end) {
      const offset = this.#pos;
      const tag = this.#tag(end);
      const number = tag >>> 3;
      const wireType = tag & 7;
      if (number === 0 || wireType > 5) throw new Stop();
      const field = schema?.fields.find((candidate) => candidate.number === number);
      if (field !== undefined && !fits(field, wireType)) this.deviations.add('wire type of known fields');
      if (wireType === 4) {
        if (number !== group) throw new Stop();
        return;
      }
      const afterTag = this.#pos;
      const spot = this.records.push({ offset, afterTag, wireType, end: afterTag, message: schema }) - 1;
      this.#value(field, wireType, number, end, level);
      this.records[spot] = { offset, afterTag, wireType, end: this.#pos, message: schema };
    }
    if (group !== 0) this.#pastEnd(end);
  }

  #value(field: DescField | undefined, wireType: number, number: number, end: number, level: number): void {
    switch (wireType) {
      case 0:
        this.#varint(end, field === undefined);
        return;
      case 1:
      case 5:
        this.#need(wireType === 1 ? 8 : 4, end);
        return;
      case 3:
        this.message(undefined, end, level + 1, number);
        return;
      default:
        this.#payload(field, this.#length(end), end, level);
    }
  }

  #payload(field: DescField | undefined, length: number, end: number, level: number): void {
    const payloadEnd = this.#pos + length;
    if (payloadEnd > end) this.#pastEnd(end);
    if (field?.message !== undefined) this.message(field.message, payloadEnd, level + 1);
    else if (field?.fieldKind === 'list' && isPackable(field)) {
      while (this.#pos < payloadEnd) this.#varint(payloadEnd, false);
    } else if (isString(field)) {
      const text = this.bytes.subarray(this.#pos, payloadEnd);
      if (!Buffer.from(text).equals(Buffer.from(Buffer.from(text).toString('utf8')))) throw new Stop();
    }
    this.#pos = payloadEnd;
  }

  #tag(end: number): number {
    const start = this.#pos;
    const tag = this.#varint(end, false, 5);
    if (this.#pos - start === 5 && (this.bytes[this.#pos - 1] as number) > 0x0f)
      this.deviations.add('tag bits');
    return Number(BigInt.asUintN(32, tag));
  }

  #length(end: number): number {
    const start = this.#pos;
    for (let i = 0; i < 10 && start + i < this.bytes.length; i++) {
      if ((this.bytes[start + i] as number) >= 0x80) continue;
      // libprotobuf refuses a length of more than 31 bits; protobuf-es continues with its low 32 bits.
      if (i > 4 || (i === 4 && (this.bytes[start + i] as number) > 7)) this.deviations.add('length bits');
      break;
    }
    const length = this.#varint(end, false, 5);
    if (length > 0x7fffffffn) throw new Stop();
    return Number(length);
  }

  #varint(end: number, unknown: boolean, most = 10): bigint {
    let value = 0n;
    for (let i = 0; i < most; i++) {
      if (this.#pos >= end) this.#pastEnd(end);
      const byte = this.bytes[this.#pos++] as number;
      value |= BigInt(byte & 0x7f) << BigInt(7 * i);
      if (byte < 0x80) return value;
    }
    if (unknown) this.deviations.add('long unknown varints');
    throw new Stop();
  }

  #need(count: number, end: number): void {
    if (this.#pos + count > end) this.#pastEnd(end);
    this.#pos += count;
  }

  /**
   * Stops at a record that goes past `end`. protobuf-es only stops if the record goes past the end of the
   * input.
   */
  #pastEnd(end: number): never {
    if (end < this.bytes.length) this.deviations.add('ends');
    throw new Stop();
  }
}

function isPackable(field: DescField): boolean {
  return field.message === undefined && !isString(field) && !isBytes(field);
}

function isString(field: DescField | undefined): boolean {
  return field?.scalar === ScalarType.STRING;
}

function isBytes(field: DescField): boolean {
  return field.scalar === ScalarType.BYTES;
}

function fits(field: DescField, wireType: number): boolean {
  if (!isPackable(field)) return wireType === 2;
  if (field.scalar === ScalarType.DOUBLE) return wireType === 1;
  if (field.scalar === ScalarType.FLOAT) return wireType === 5;
  return wireType === 0 || (wireType === 2 && field.fieldKind === 'list');
}
