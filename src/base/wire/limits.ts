/** Every bound of the wire layer, with its reason. */

/** Longest varint that protobuf parsers accept, in bytes: ten groups of seven bits hold 64. */
export const MAX_VARINT_BYTES = 10;

/** Longest tag or length: five groups of seven bits hold 32. Parsers refuse a sixth byte, even a zero one. */
export const MAX_VARINT32_BYTES = 5;

/** Largest length of a LEN record: libprotobuf keeps lengths in a signed 32-bit integer. */
export const MAX_LENGTH = 0x7fffffff;

/** Maximum number of levels of messages and groups below the root: libprotobuf's default recursion limit. */
export const MAX_DEPTH = 100;

/** A message of this many bytes or more cannot be parsed by libprotobuf, which counts in `int`. */
export const MAX_MESSAGE_SIZE = 0x80000000;

/**
 * Maximum number of bytes that a reader must have at once to read the head of a record: a tag (5) and a
 * varint (10).
 */
export const MAX_HEAD_BYTES = MAX_VARINT32_BYTES + MAX_VARINT_BYTES;
