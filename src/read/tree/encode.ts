import { tagOf, WIRE_EGROUP, WIRE_LEN } from '../../base/wire/tag.js';
import { putVarint } from '../../base/wire/value.js';
import type { MessageNode } from './message.js';
import type { RecordNode } from './record.js';

/** Encodes a message. Unchanged parts are copied as read. */
export function encodeTree(message: MessageNode): Uint8Array {
  const bytes = new Uint8Array(message.size);
  putMessage(bytes, 0, message);
  return bytes;
}

/** Returns the bytes of one record, tag included. */
export function encodeRecord(record: RecordNode): Uint8Array {
  const bytes = new Uint8Array(record.size);
  putRecord(bytes, 0, record);
  return bytes;
}

export function encodeRecords(records: readonly RecordNode[]): Uint8Array {
  const bytes = new Uint8Array(records.reduce((sum, { size }) => sum + size, 0));
  let at = 0;
  for (const record of records) at = putRecord(bytes, at, record);
  return bytes;
}

/**
 * Encodes a message piece by piece, in order, for messages too large to hold twice. Unchanged stretches come
 * straight from memory; use each piece before taking the next piece.
 */
export function* encodePieces(message: MessageNode): Generator<Uint8Array> {
  if (message.raw !== undefined) {
    if (message.raw.length > 0) yield message.raw;
    return;
  }
  for (const record of message.records) {
    const inner = record.isAsRead ? undefined : record.message;
    if (inner === undefined || record.size <= PIECE_BYTES) {
      yield record.raw ?? encodeRecord(record);
      continue;
    }
    const head = new Uint8Array(record.headSize);
    putHead(head, 0, record, inner.size);
    yield head;
    yield* encodePieces(inner);
    if (record.payload.kind === 'group') {
      const end = new Uint8Array(10);
      yield end.subarray(0, putEndTag(end, 0, record));
    }
  }
  if (message.rest.length > 0) yield message.rest;
}

/** Up to this size a changed record is one piece. */
const PIECE_BYTES = 65536;

function putMessage(target: Uint8Array, at: number, message: MessageNode): number {
  const { raw } = message;
  if (raw !== undefined) {
    target.set(raw, at);
    return at + raw.length;
  }
  return message.putRecords(target, at, (record, position) => putRecord(target, position, record));
}

function putRecord(target: Uint8Array, at: number, record: RecordNode): number {
  const end = record.copyTo(target, at);
  if (end >= 0) return end;
  // `content` is read here and not earlier, because a record that is copied unchanged need not be decoded.
  const { content: payload, style } = record;
  switch (payload.kind) {
    case 'varint':
      return putVarint(target, putHead(target, at, record, 0), payload.bits, style.valueWidth);
    case 'i32':
      return putFixed(target, putHead(target, at, record, 0), payload.bits, 4);
    case 'i64':
      return putFixed(target, putHead(target, at, record, 0), payload.bits, 8);
    case 'bytes': {
      const position = putHead(target, at, record, payload.bytes.length);
      target.set(payload.bytes, position);
      return position + payload.bytes.length;
    }
    case 'message':
      return putMessage(target, putHead(target, at, record, payload.message.size), payload.message);
    case 'group':
      return putEndTag(target, putMessage(target, putHead(target, at, record, 0), payload.message), record);
  }
}

function putHead(target: Uint8Array, at: number, record: RecordNode, length: number): number {
  const { number, wireType, style } = record;
  const position = putVarint(target, at, tagOf(number, wireType), style.tagWidth);
  if (wireType !== WIRE_LEN) return position;
  return putVarint(target, position, style.claim ?? length, style.lengthWidth);
}

function putEndTag(target: Uint8Array, at: number, record: RecordNode): number {
  return putVarint(target, at, tagOf(record.number, WIRE_EGROUP), record.style.tagWidth);
}

/** Writes a number in `size` bytes, little-endian; returns the position after the number. */
function putFixed(target: Uint8Array, at: number, bits: bigint, size: number): number {
  let rest = bits;
  for (let i = 0; i < size; i++) {
    target[at + i] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return at + size;
}
