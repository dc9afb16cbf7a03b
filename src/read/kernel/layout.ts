/**
 * Positions in the kernel's linear memory. Shared by the kernel (AssemblyScript) and its host (TypeScript),
 * so this file contains integer constants only.
 */

/**
 * Written by a pass: length of the record at which the pass stopped because the window ends inside the
 * record.
 */
export const WANTED = 16;
/** Written by the host: in the long run, a shape is learned on every Nth miss; 0 disables learning. */
export const LEARN_EVERY = 20;
/**
 * Written by the host: maximum number of payloads of a node that skip the shape cache after failed lookups.
 */
export const LONGEST_PAUSE = 32;
/** Written by the host: number of sets. */
export const SET_COUNT = 24;
/** 1 if values or unknown fields of the record being read have to be committed or dropped. */
export const UNSETTLED = 28;
/** Number of skipped bytes of blobs; the host resets the number. */
export const SKIPPED = 40;
/** Number of entries in FOREIGN_LOG. */
export const LOGGED = 36;
/** Written by the host: number of sets of ids that should differ. */
export const DISTINCT_COUNT = 44;
/** Number of ids in ID_LOG, from the record being read. */
export const NOTED = 48;
/**
 * Parts of the table of ids: see scan/distinct-ids.ts. The host writes these parts, except for the number of
 * words in use.
 */
export const FIRST_STAMP = 52;
export const ID_WORDS = 56;
export const HASH_FACTOR = 60;
export const ID_TABLE = 12;
/** Written by the host (u64): minimum sum that is left to the scanner. */
export const SUM_END = 1008;
/** Values in records that were passed over, eight bytes per set. */
export const SETS = 64;
export const MAX_SETS = 32;
/**
 * Values in the record being read, which are dropped if the record is not clean, because the scanner then
 * reads the record.
 */
export const PENDING_SETS = 320;
/** State of the sets of ids. */
export const DISTINCT_SETS = 576;
export const MAX_DISTINCT = 8;
/** Number of records passed over, four bytes per counted entry. */
export const COUNTS = 1024;
export const MAX_COUNTS = 1024;
/** Number of unknown fields passed over, four bytes per kind. */
export const FOREIGN_FIELDS = 5120;
export const MAX_FOREIGN = 256;
/**
 * Kinds of the unknown fields in the record being read, two bytes each. A record with more unknown fields is
 * not clean.
 */
export const FOREIGN_LOG = 6144;
export const MAX_LOGGED = 1024;
/**
 * Ids of the record being read: slot and number of the bit (u32 each). A record with more ids is not clean.
 */
export const ID_LOG = 8192;
export const MAX_ID_LOG = 1024;
/**
 * The shape cache: slots for payloads of up to SHORT_BYTES, and fewer, longer slots for payloads of up to
 * LONG_BYTES.
 */
export const SHORT_SHAPES = 16384;
export const SHORT_BITS = 11;
export const SHORT_BYTES = 32;
export const SHORT_SIZE = 80;
export const LONG_SHAPES = 180224;
export const LONG_BITS = 10;
export const LONG_BYTES = 64;
export const LONG_SIZE = 144;
// A slot:
/** u32: node and length of the payload; 0 in an empty slot. */
export const SHAPE_KEY = 0;
/**
 * u32: set (plus one) of the value that must be gathered, and its position << 8; 0 if no value must be
 * gathered.
 */
export const SHAPE_GATHER = 4;
/**
 * Four u16, used ones first: positions of ids. Each has the position, the set from PLACE_SET_SHIFT on, and
 * PLACE_IN_USE.
 */
export const SHAPE_IDS = 8;
export const MAX_SHAPE_IDS = 4;
export const PLACE_SET_SHIFT = 6;
export const PLACE_IN_USE = 0x8000;
/** For every 16 bytes of the payload, the minimum values of the bytes, then the maximum values. */
export const SHAPE_BLOCKS = 16;
export const BLOCK_SIZE = 32;
export const BLOCK_HIGH = 16;
/** Position in SHAPE_GATHER for an absent value, which counts as 0. */
export const ABSENT_VALUE = 255;

/** Rows of the nodes: one cell per value of a record's first byte. */
export const ROWS = 327680;
export const ROW_SIZE = 4096;
/**
 * Maximum number of rows, which limits the tables of a large schema. Messages without a row are left to the
 * scanner.
 */
export const MAX_ROWS = 512;

// A cell: how to read a record with this tag.
export const CELL_SHIFT = 4;
/** u8: one of the kinds below. */
export const CELL_KIND = 0;
/**
 * u8: 1 for a repeated message, which a pass counts. For LONG kinds, the second byte of the tag. For FLAG
 * kinds, the bit of a value that is not 0.
 */
export const CELL_EXTRA = 1;
/** u8: bit number of the field in the mask of fields that were read; NO_BIT for repeated fields. */
export const CELL_BIT = 2;
/**
 * u32: bits of fields that must not occur before this field: the field's own bit and the bits of its oneof.
 */
export const CELL_CONFLICT = 4;
/**
 * u64: maximum value of a varint, in the eight bytes of its encoding. Varints of minimal length compare, as
 * little-endian numbers, in the order of their values.
 */
export const CELL_MAX = 8;
/**
 * u32: row of a message; set of a gathered value; address of the state of a set of ids; maximum size of a
 * string or blob; kind of an unknown field.
 */
export const CELL_WORD = 8;
/** u32: index of a message in COUNTS. */
export const CELL_COUNT = 12;
/** u32: minimum size of a string or blob. */
export const CELL_LEAST = 12;

/** Bit number of fields that no rule checks. */
export const NO_BIT = 31;

/**
 * The kernel leaves the record to the scanner: the field is unknown, of another wire type, or subscribed to.
 */
export const UNDECIDED = 0;
/** A varint with a limit. Every 32-bit varint has a limit. */
export const VARINT = 1;
export const MESSAGE = 2;
/** A varint of 64 bits without a limit. */
export const VARINT64 = 3;
export const GATHERED = 4;
export const BYTES = 5;
export const STRING = 6;
export const FIXED32 = 7;
export const FIXED64 = 8;
/** A varint with a limit, for which a rule distinguishes 0 from other values. */
export const FLAG = 9;
/** A 32-bit varint that must not be in its set yet. */
export const DISTINCT = 10;
/** A message whose first record is subscribed to. A pass may skip a later record if CELL_EXTRA is 1. */
export const LATER_MESSAGE = 11;
/** A varint without a limit that counts towards the sum of its message. */
export const SUMMED = 12;
/** A varint with a limit, in whose first byte the bits of CELL_EXTRA must be 0. */
export const ALIGNED = 13;
/**
 * A varint of up to 32 bits with the minimum CELL_MAX. Only for this kind, CELL_MAX is a value, not the bytes
 * of an encoding.
 */
export const LEAST = 14;
/** Added to a kind for tags of two bytes. */
export const LONG = 16;
/** Added to the kind of an unknown field, with or without LONG. */
export const FOREIGN = 32;

// No record has cell 0: it belongs to the row itself, and is UNDECIDED like other unused cells.
/** u32: one of these bits must be set at the end of the message; 0 requires no bit. */
export const ROW_NEED = 4;
/** u32: bit of a field that counts as 0 if absent; next u32: the set that gets the 0. */
export const ROW_ABSENT = 8;
export const ROW_ABSENT_SET = 12;
// Three u32 in the following cells: all bits of the first must be set; if a bit of the second is set, a bit
// of the third must also be set.
export const ROW_ALL = 40;
export const ROW_PRESENT = 44;
export const ROW_OTHERS = 52;
/** u32: 1 if the message has a sum. */
export const ROW_SUMS = 56;
// Statistics on shapes among the node's payloads (u32 each): lookups, lookups without a result, number of
// next payloads without lookup, and the length of the next pause.
export const ROW_LOOKED_UP = 20;
export const ROW_MISSED = 24;
export const ROW_PAUSE = 28;
export const ROW_NEXT_PAUSE = 36;

// The table of ids, in bytes. The scanner has the same constants in integers: see scan/distinct-ids.ts.
export const SET_SLOT = 4;
export const SET_LEAST = 8;
export const SET_GREATEST = 12;
export const SET_STAMP = 16;
export const SET_DOUBT = 20;
export const SET_LEAST_BEFORE = 24;
export const SET_GREATEST_BEFORE = 28;
export const SET_LOOSE = 32;
export const SET_BYTES = 48;
export const SLOT_STAMP = 4;
export const SLOT_BITS = 8;
export const SLOT_BYTES = 16;
export const TABLE_SLOTS = 131_072;
export const MAX_WORDS = 98_304;
export const GROUP_BITS = 3;
export const GROUP_SHIFT = 18;
export const STAMP_FACTOR = 0x9e3779b1;

/** Bytes after a window that may be read, with any content. */
export const SLACK = 64;
