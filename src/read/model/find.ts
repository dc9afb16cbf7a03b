/**
 * Finds a field in a small payload by scanning its records: no allocation, no index. Only the encodings that
 * encoders write are handled here; on anything else (a repeated record of a singular message, a group, a long
 * tag or length, malformed bytes) these functions return UNSURE, and the index of records decides, which
 * handles all cases. The functions never report an error.
 */
import { MAX_VARINT_BYTES } from '../../base/wire/limits.js';
import { WIRE_I32, WIRE_I64, WIRE_LEN, WIRE_VARINT } from '../../base/wire/tag.js';
import type { MessageLayout } from './layout.js';

/** The field is absent. */
export const NONE = -1;
/** Undecided: use the index. */
export const UNSURE = -2;

/** Returns the position after the record's value, which begins at `pos`, or UNSURE. */
export function afterValue(bytes: Uint8Array, pos: number, end: number, wireType: number): number {
  switch (wireType) {
    case WIRE_VARINT: {
      const last = Math.min(pos + MAX_VARINT_BYTES, end);
      while (pos < last) if ((bytes[pos++] as number) < 0x80) return pos;
      return UNSURE;
    }
    case WIRE_LEN: {
      if (pos >= end) return UNSURE;
      let length = bytes[pos++] as number;
      if (length >= 0x80) {
        if (pos >= end) return UNSURE;
        const byte = bytes[pos++] as number;
        if (byte >= 0x80) return UNSURE;
        length = (length & 0x7f) | (byte << 7);
      }
      return length <= end - pos ? pos + length : UNSURE;
    }
    case WIRE_I64:
      return pos + 8 <= end ? pos + 8 : UNSURE;
    case WIRE_I32:
      return pos + 4 <= end ? pos + 4 : UNSURE;
    default:
      return UNSURE;
  }
}

/**
 * Returns the position of the value in the last record with this tag (for a LEN record, of the length), or
 * NONE or UNSURE.
 * @param once true if a second record makes the result UNSURE, as for messages, which merge
 */
export function findRecord(
  bytes: Uint8Array,
  pos: number,
  end: number,
  wanted: number,
  once: boolean,
): number {
  let found = NONE;
  while (pos < end) {
    let tag = bytes[pos++] as number;
    if (tag >= 0x80) {
      if (pos >= end) return UNSURE;
      const byte = bytes[pos++] as number;
      if (byte >= 0x80 || byte === 0) return UNSURE;
      tag = (tag & 0x7f) | (byte << 7);
    }
    if (tag < 8) return UNSURE;
    if (tag === wanted) {
      if (once && found !== NONE) return UNSURE;
      found = pos;
    }
    pos = afterValue(bytes, pos, end, tag & 7);
    if (pos === UNSURE) return UNSURE;
  }
  return found;
}

/**
 * Returns the tag of the oneof's member that is set, NONE or UNSURE. Stores the position of the member's
 * value in `member.value`. A oneof with several records is UNSURE: the index determines which member counts,
 * and merges its records.
 */
export function findMember(
  bytes: Uint8Array,
  pos: number,
  end: number,
  layout: MessageLayout,
  oneof: number,
): number {
  let found = NONE;
  while (pos < end) {
    let tag = bytes[pos++] as number;
    if (tag >= 0x80) {
      if (pos >= end) return UNSURE;
      const byte = bytes[pos++] as number;
      if (byte >= 0x80 || byte === 0) return UNSURE;
      tag = (tag & 0x7f) | (byte << 7);
    }
    if (tag < 8) return UNSURE;
    if (layout.oneofOf(tag) === oneof) {
      if (found !== NONE) return UNSURE;
      found = tag;
      member.value = pos;
    }
    pos = afterValue(bytes, pos, end, tag & 7);
    if (pos === UNSURE) return UNSURE;
  }
  return found;
}

/** The second result of `findMember`, valid until the next call. */
export const member = { value: 0 };
