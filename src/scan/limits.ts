/** Every bound of the scanner, with its reason. */

/**
 * Longest record that is handed to rules as bytes. Edge layers take some 200 bytes and headers less; a
 * megabyte is room for anything a compiler writes, and a bound for what a hostile file can make us hold.
 */
export const MAX_RETAINED = 1 << 20;
/** Bytes of a string that are handed over; the loader's longest buffer for names has 257. */
export const MAX_TEXT = 1024;

/** Unknown fields that are told apart by message type and number; a hostile file has no end of numbers. */
export const MAX_UNKNOWN_KINDS = 256;

/** Window of a scan, in bytes. Larger ones were not faster on dense files and cost memory. */
export const WINDOW_SIZE = 256 * 1024;

/** Smallest window: a record head and its slack must fit. */
export const MIN_WINDOW_SIZE = 64;

/** First read of a scan: enough for the header and the names; reads grow from there. */
export const FIRST_READ = 4096;

/** First read behind a skipped blob. The next record's head is all that is needed to skip again. */
export const HOP_READ = 128;

/** Blobs shorter than this are read over rather than skipped: a read call costs as much as copying them. */
export const MIN_HOP = 2048;

/**
 * Positions inside a window stay below this, so that they are small integers for the engine; the window's
 * offset in the file is kept apart. An end beyond it is as good as infinite: the window ends first.
 */
export const FAR = 0x3fffffff;

/** Windows over bytes that are in memory anyway. */
export const MEMORY_WINDOW = 1 << 29;

/** Records after which an accelerator is asked again at the latest, where it failed time after time. */
export const MAX_PATIENCE = 63;
