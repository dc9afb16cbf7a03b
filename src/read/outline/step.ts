import type { MessageTable, SchemaTables } from '../../base/schema/table.js';

/** Results of `next`. */
export const END = 0;
/**
 * The beginning of a message, or of an unknown group (then `entry` is undefined). `skip` passes over the
 * message or group.
 */
export const ENTER = 1;
/**
 * The end of the innermost open message or group. `entry` is the same as at the beginning of the message or
 * group.
 */
export const LEAVE = 2;
/** A number: `lo` and `hi`. */
export const VALUE = 3;
/** A string, bytes or a packed list of `length` bytes. */
export const BYTES_STEP = 4;
/** An unknown field other than a group: its bits in `lo` and `hi`, or `length` bytes. */
export const UNKNOWN_STEP = 5;
/** Something is broken: `problem`. The tape continues after the surrounding message, if any. */
export const PROBLEM = 6;

export type Step =
  | typeof END
  | typeof ENTER
  | typeof LEAVE
  | typeof VALUE
  | typeof BYTES_STEP
  | typeof UNKNOWN_STEP
  | typeof PROBLEM;

export interface TapeOptions {
  readonly schema?: SchemaTables;
  /** Type of the message in the bytes (default: the schema's root). */
  readonly table?: MessageTable;
  /**
   * True to enter a message that continues past the end of the source, up to the cut. The problem is then
   * reported at the end of the message instead of its beginning (default: no).
   */
  readonly entersCut?: boolean;
}
