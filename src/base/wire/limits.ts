/** Limits of the wire layer, with their reasons. */

/**
 * Size in bytes of the longest varint that protobuf parsers accept: 64 bits fit in ten groups of seven bits.
 */
export const MAX_VARINT_BYTES = 10;

/**
 * Size in bytes of the longest tag or length: 32 bits fit in five groups of seven bits. Parsers refuse a
 * sixth byte, even if it is zero.
 */
export const MAX_VARINT32_BYTES = 5;

/** Largest length of a LEN record: libprotobuf keeps lengths in a signed 32-bit integer. */
export const MAX_LENGTH = 0x7fffffff;

/** Maximum number of levels of messages and groups below the root: libprotobuf's default recursion limit. */
export const MAX_DEPTH = 100;

/** Least size in bytes of a message that libprotobuf cannot parse, because it counts bytes in `int`. */
export const MAX_MESSAGE_SIZE = 0x80000000;

/**
 * Maximum number of bytes that a reader must have at once to read the head of a record: a tag (5) and a
 * varint (10).
 */
export const MAX_HEAD_BYTES = MAX_VARINT32_BYTES + MAX_VARINT_BYTES;
