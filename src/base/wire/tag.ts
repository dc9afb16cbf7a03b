/** Numbers of 1 to 10 bytes. */
export const WIRE_VARINT = 0;
/** Eight bytes, little-endian. */
export const WIRE_I64 = 1;
/** A length, followed by that number of bytes: messages, strings, bytes, packed lists. */
export const WIRE_LEN = 2;
/** Begins a group, which has all records up to its end tag. */
export const WIRE_SGROUP = 3;
/** Ends a group. */
export const WIRE_EGROUP = 4;
/** Four bytes, little-endian. */
export const WIRE_I32 = 5;

/** The names that the protobuf encoding guide gives to wire types. */
export const WIRE_TYPE_NAMES = ['VARINT', 'I64', 'LEN', 'SGROUP', 'EGROUP', 'I32'] as const;

/** Returns the field number, which has 29 bits. `tag` is an unsigned 32-bit number. */
export function fieldNumberOf(tag: number): number {
  return tag >>> 3;
}

/** Returns the wire type, 0 to 7; 6 and 7 are invalid. */
export function tagWireType(tag: number): number {
  return tag & 7;
}

/** Returns the tag of a field number (1 to 2^29 - 1) and a wire type. */
export function tagOf(fieldNumber: number, wireType: number): number {
  return ((fieldNumber << 3) | wireType) >>> 0;
}
