import { type FieldTable, isPackable, TYPE_MESSAGE, wireTypeOf } from '../../base/schema/table.js';
import { Cursor } from '../../base/wire/cursor.js';
import { RecordCursor } from '../../base/wire/record-cursor.js';
import { tagOf, WIRE_I32, WIRE_I64, WIRE_LEN, WIRE_SGROUP, WIRE_VARINT } from '../../base/wire/tag.js';
import { uint64Of, varintSize } from '../../base/wire/value.js';
import type { MessageNode } from './message.js';

/** Content of a record. Bits are unsigned, as on the wire: zigzag and floats are not decoded. */
export type Payload =
  | { readonly kind: 'varint' | 'i32' | 'i64'; readonly bits: bigint }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** A LEN payload of a message in the schema, or the content of a group. */
  | { readonly kind: 'message' | 'group'; readonly message: MessageNode };

/**
 * Deviations from the shortest correct encoding. Widths are in bytes; a width that is too small is ignored.
 */
export interface Style {
  readonly tagWidth?: number;
  readonly lengthWidth?: number;
  readonly valueWidth?: number;
  /** The length that a LEN record claims, 0 to 2^64 - 1, whatever its real length. */
  readonly claim?: number | bigint;
}

/** Properties shared by a field's records: a list may have tens of thousands of records of one kind. */
export interface RecordKind {
  /**
   * The field of that number in the schema; undefined for an unknown number. A record with another wire type
   * than the schema's is also an unknown field for protobuf, but has its field in this property.
   */
  readonly field: FieldTable | undefined;
  readonly number: number;
  readonly wireType: number;
  readonly open: (record: RecordNode, bytes: Uint8Array) => MessageNode;
}

/** True if records of a kind hold a message of the schema. */
export function holdsMessage({ field, wireType }: RecordKind): boolean {
  return wireType === WIRE_LEN && field?.type === TYPE_MESSAGE;
}

/** True if records of a kind are LEN records of a repeated scalar that may be packed. */
function isPacked({ field, wireType }: RecordKind): boolean {
  return wireType === WIRE_LEN && field?.repeated === true && isPackable(field.type);
}

/** True if readers take records of a kind for their field, and not for an unknown field. */
export function isKnown(kind: RecordKind): boolean {
  const { field, wireType } = kind;
  return field !== undefined && (wireType === wireTypeOf(field.type) || isPacked(kind));
}

/**
 * One record of a message: a tag and a payload. An unchanged record with unchanged content refers to the
 * bytes that it was read from. The payload is decoded on access.
 */
export class RecordNode {
  /** The message that contains this record; undefined outside of messages. */
  holder: MessageNode | undefined;
  /**
   * The bytes that contain the record, and its position and size in these bytes. A subarray would cost more
   * than the record.
   */
  #bytes: Uint8Array | undefined;
  #from = 0;
  #payload: Payload | undefined;
  /**
   * The record from which this record was copied, and which never changes; undefined once this record's
   * content is read.
   */
  #model: RecordNode | undefined;
  #style: Style = NO_STYLE;
  /** Size of the record in bytes; -1 if the size has to be measured. */
  #size = -1;

  /**
   * @param content bytes that contain the whole record; or a payload to write; or an unchangeable record to
   * copy
   * @param from @param end position in the bytes
   */
  constructor(
    readonly kind: RecordKind,
    content: Uint8Array | Payload | RecordNode,
    from = 0,
    end = -1,
  ) {
    if (content instanceof Uint8Array) {
      this.#bytes = content;
      this.#from = from;
      this.#size = (end < 0 ? content.length : end) - from;
    } else if (content instanceof RecordNode) this.#model = content;
    else this.#adopt(content);
  }

  get field(): FieldTable | undefined {
    return this.kind.field;
  }

  get number(): number {
    return this.kind.number;
  }

  get wireType(): number {
    return this.kind.wireType;
  }

  /** The bytes this record was read from; undefined after a change to the record or its content. */
  get raw(): Uint8Array | undefined {
    return this.#bytes?.subarray(this.#from, this.#from + this.#size);
  }

  /** True if neither the record nor its content has changed since it was read. */
  get isAsRead(): boolean {
    return this.#bytes !== undefined;
  }

  /**
   * Copies the bytes that the record was read from.
   * @returns the end of the copy; -1 if the record has changed
   */
  copyTo(target: Uint8Array, at: number): number {
    const bytes = this.#bytes;
    if (bytes === undefined) return -1;
    const size = this.#size;
    // Small records are copied byte by byte, because making a view takes longer, and hostile files have
    // millions of them.
    if (size > 32) target.set(bytes.subarray(this.#from, this.#from + size), at);
    else for (let i = 0; i < size; i++) target[at + i] = bytes[this.#from + i] as number;
    return at + size;
  }

  get style(): Style {
    return this.#style;
  }

  /**
   * Style of the record's encoding: from the bytes, or as given. The style only contains widths that are not
   * the shortest.
   */
  get writtenStyle(): Style {
    const { raw } = this;
    if (raw === undefined) return this.#style;
    const cursor = new Cursor(raw);
    cursor.readTag();
    const tag = cursor.pos;
    const style: { -readonly [Name in keyof Style]: Style[Name] } = {};
    if (tag > varintSize(tagOf(this.number, this.wireType))) style.tagWidth = tag;
    if (this.wireType === WIRE_LEN) {
      cursor.readLength();
      const width = cursor.pos - tag;
      if (width > varintSize(raw.length - cursor.pos)) style.lengthWidth = width;
    } else if (this.wireType === WIRE_VARINT && raw.length - tag > varintSize(this.bits)) {
      style.valueWidth = raw.length - tag;
    }
    return style;
  }

  get payload(): Payload {
    this.#payload ??= this.#open();
    return this.#payload;
  }

  /** The payload, for reading only: copies share it. */
  get content(): Payload {
    return this.#payload ?? this.#model?.content ?? this.payload;
  }

  get message(): MessageNode | undefined {
    const { payload } = this;
    return payload.kind === 'message' || payload.kind === 'group' ? payload.message : undefined;
  }

  /** True if this is a LEN record that holds a message of the schema. The record is not decoded for this. */
  get holdsMessage(): boolean {
    return holdsMessage(this.kind);
  }

  /** The bits of a VARINT, I32 or I64 record; 0 for other records. */
  get bits(): bigint {
    const { payload } = this;
    return 'bits' in payload ? payload.bits : 0n;
  }

  /** The payload of a LEN record outside of the schema's messages; empty for other records. */
  get bytes(): Uint8Array {
    const { payload } = this;
    return payload.kind === 'bytes' ? payload.bytes : NO_BYTES;
  }

  /** True for a LEN record of a repeated scalar that may be packed. */
  get isPacked(): boolean {
    return isPacked(this.kind);
  }

  /** True if readers take the record for its field, and not for an unknown field. */
  get isKnown(): boolean {
    return isKnown(this.kind);
  }

  setBits(bits: bigint): void {
    const kind = KIND_OF_WIRE_TYPE[this.wireType];
    if (kind === undefined) throw new Error(`a record of wire type ${this.wireType} has no bits`);
    this.#payload = { kind, bits: BigInt.asUintN(kind === 'i32' ? 32 : 64, bits) };
    this.touch();
  }

  setBytes(bytes: Uint8Array): void {
    if (this.wireType !== WIRE_LEN) throw new Error(`a record of wire type ${this.wireType} has no bytes`);
    this.#payload = { kind: 'bytes', bytes };
    this.touch();
  }

  /** Sets the style of the record's encoding. Widths from reading are dropped once the record changes. */
  setStyle(style: Style): void {
    void this.payload;
    this.#style = style;
    this.touch();
  }

  /** Call this after the content has changed. */
  touch(): void {
    if (this.#bytes !== undefined) {
      void this.payload;
      this.#bytes = undefined;
    }
    this.#size = -1;
    this.holder?.touch();
  }

  /** Size of the record in bytes, tag included. */
  get size(): number {
    if (this.#size < 0) this.#size = this.#measure();
    return this.#size;
  }

  /** Number of bytes before the payload: the tag, and the length, if any. */
  get headSize(): number {
    if (this.#bytes !== undefined) {
      const cursor = new Cursor(this.#bytes, this.#from);
      cursor.readTag();
      if (this.wireType === WIRE_LEN) cursor.readLength();
      return cursor.pos - this.#from;
    }
    const tag = widthOf(tagOf(this.number, this.wireType), this.#style.tagWidth);
    if (this.wireType !== WIRE_LEN) return tag;
    return tag + widthOf(this.#style.claim ?? this.#contentSize(), this.#style.lengthWidth);
  }

  /** Returns a record of the same content that belongs to no message yet. Unchanged parts are shared. */
  clone(): RecordNode {
    const { kind } = this;
    if (this.#bytes !== undefined) {
      const from = this.#from;
      return new RecordNode(kind, this.#bytes, from, from + this.#size);
    }
    const record = new RecordNode(kind, copyOf(this.content));
    record.#style = this.#style;
    return record;
  }

  /**
   * Makes `count` copies. Copies share the content until their payload is opened, because lists of hostile
   * files grow to 65,537 records.
   */
  clones(count: number): RecordNode[] {
    const model = this.clone();
    const { size } = model;
    return Array.from({ length: count }, () => {
      if (model.#bytes !== undefined) return model.clone();
      const record = new RecordNode(this.kind, model);
      record.#style = model.#style;
      record.#size = size;
      return record;
    });
  }

  #contentSize(): number {
    const { content } = this;
    if (content.kind === 'bytes') return content.bytes.length;
    return 'message' in content ? content.message.size : 0;
  }

  #measure(): number {
    const payload = this.content;
    const head = this.headSize;
    switch (payload.kind) {
      case 'varint':
        return head + widthOf(payload.bits, this.#style.valueWidth);
      case 'i32':
        return head + 4;
      case 'i64':
        return head + 8;
      case 'group':
        return head + payload.message.size + widthOf(tagOf(this.number, WIRE_VARINT), this.#style.tagWidth);
      default:
        return head + this.#contentSize();
    }
  }

  #adopt(payload: Payload): Payload {
    this.#payload = payload;
    if ('message' in payload) payload.message.owner = this;
    return payload;
  }

  #open(): Payload {
    if (this.#model === undefined) return this.#decode(this.raw as Uint8Array);
    const copy = this.#adopt(copyOf(this.#model.content));
    this.#model = undefined;
    return copy;
  }

  #decode(raw: Uint8Array): Payload {
    const record = new RecordCursor(raw);
    if (!record.next()) throw new Error('a record that could be read once cannot be read again');
    const kind = KIND_OF_WIRE_TYPE[this.wireType];
    if (kind !== undefined) return { kind, bits: uint64Of(record.lo, kind === 'i32' ? 0 : record.hi) };
    const bytes = raw.subarray(record.value, record.valueEnd);
    if (this.wireType === WIRE_SGROUP) return { kind: 'group', message: this.kind.open(this, bytes) };
    return this.holdsMessage
      ? { kind: 'message', message: this.kind.open(this, bytes) }
      : { kind: 'bytes', bytes };
  }
}

const NO_BYTES = new Uint8Array(0);
const NO_STYLE: Style = {};

const KIND_OF_WIRE_TYPE: Readonly<Record<number, 'varint' | 'i32' | 'i64' | undefined>> = {
  [WIRE_VARINT]: 'varint',
  [WIRE_I32]: 'i32',
  [WIRE_I64]: 'i64',
};

function copyOf(payload: Payload): Payload {
  return 'message' in payload ? { kind: payload.kind, message: payload.message.clone() } : payload;
}

function widthOf(value: number | bigint, atLeast = 1): number {
  return Math.max(varintSize(value), atLeast);
}
