/** Every bound of the scanner, with its reason. */

/**
 * Longest record that rules receive as bytes. Edge layers take some 200 bytes and headers less; a megabyte is
 * enough for anything that a compiler writes, and bounds the memory that a hostile file can take.
 */
export const MAX_RETAINED = 1 << 20;
/** Bytes of a string that rules receive; the loader's longest buffer for names has 257. */
export const MAX_TEXT = 1024;
/** First bytes of a blob that are shown: a configuration write begins with its length and its address. */
export const BLOB_HEAD = 8;

/** Unknown fields that are counted by message type and number; a hostile file has no end of numbers. */
export const MAX_UNKNOWN_KINDS = 256;

/** Window of a scan, in bytes. Larger ones were not faster on dense files and cost memory. */
export const WINDOW_SIZE = 256 * 1024;

/** Smallest window: a record head and its slack must fit. */
export const MIN_WINDOW_SIZE = 64;

/** First read of a scan: enough for the header and the names; reads grow from there. */
export const FIRST_READ = 4096;

/**
 * First read after a skipped blob: the next record's head is all that is needed to skip again. 64 bytes took
 * as long, 512 a tenth longer, and 4096 half as long again.
 */
export const HOP_READ = 128;

/**
 * Bytes skipped past the window from which on the next read is a small one. A small read takes 1 µs, and a
 * turn of the scan for it half of one; in that time, 2 KB are read as part of something larger.
 */
export const MIN_HOP = 2048;

/**
 * Positions inside a window stay below this, so that they are small integers for the engine; the window's
 * offset in the file is kept separately. An end beyond it counts as infinite: the window ends first.
 */
export const FAR = 0x3fffffff;

/** Windows over bytes that are in memory anyway. */
export const MEMORY_WINDOW = 1 << 29;

/** Most records before an accelerator is tried again after repeated failures. */
export const MAX_PATIENCE = 63;
