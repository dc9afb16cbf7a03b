/** All limits of the scanner, with their reasons. */

/**
 * Maximum size of a record that rules receive as bytes. Edge layers take some 200 bytes and headers less; a
 * megabyte is enough for anything that a compiler writes, and limits the memory that a hostile file can take.
 */
export const MAX_RETAINED = 1 << 20;
/**
 * Maximum number of bytes of a string that rules receive; the loader's longest buffer for names has 257
 * bytes.
 */
export const MAX_VALUE_TEXT = 1024;
/**
 * Number of a blob's first bytes that the handler receives: a configuration write begins with its length and
 * its address.
 */
export const BLOB_HEAD = 8;

/**
 * Maximum number of unknown fields that are counted by message type and number; a hostile file may have any
 * number.
 */
export const MAX_UNKNOWN_KINDS = 256;

/** Size of a scan's window in bytes. Larger windows were not faster on dense files, and cost memory. */
export const WINDOW_SIZE = 256 * 1024;

/** Minimum size of a window: a record's head and its slack must fit. */
export const MIN_WINDOW_SIZE = 64;

/** Size of the first read, which is enough for the header and the names; later reads are larger. */
export const FIRST_READ = 4096;

/**
 * Size of the first read after a skipped blob: the next record's head is enough to skip again. Compared with
 * this size, a scan with reads of 64 bytes took as long, with reads of 512 bytes 10 % longer, and with reads
 * of 4096 bytes 50 % longer.
 */
export const HOP_READ = 128;

/**
 * After a skip of at least this many bytes past the window, the next read is small. A small read takes 1 µs,
 * and scanning its bytes 0.5 µs. Reading 2 KB as part of a larger read takes as long as both together.
 */
export const MIN_HOP = 2048;

/**
 * Limit for positions inside a window, so that they are small integers for the engine. The window's offset in
 * the file is kept separately. An end beyond this limit counts as infinite, because the window ends first.
 */
export const FAR = 0x3fffffff;

/** Size of the windows over bytes that are in memory. */
export const MEMORY_WINDOW = 1 << 29;

/** Maximum number of records before an accelerator is tried again after repeated failures. */
export const MAX_PATIENCE = 63;
