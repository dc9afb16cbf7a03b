import type { MessageTable, SchemaTables } from '../../base/schema/table.js';
import type { Entry } from '../outline/entries.js';

/** Results of `next`. */
export const END = 0;
/**
 * The window is used up, and the source does not answer at once: await `fill`, then call `next` again. This
 * step does not occur for an outline, memory, or a source that answers at once.
 */
export const MORE = 1;
/**
 * The beginning of a message, or of an unknown group (then `entry` is undefined). `skip` passes over the
 * message or group.
 */
export const ENTER = 2;
/**
 * The end of the innermost open message or group. `entry` is the same as at the beginning of the message or
 * group.
 */
export const LEAVE = 3;
/** A number: `lo` and `hi`. */
export const VALUE = 4;
/** A string, bytes or a packed list of `length` bytes. */
export const BYTES_STEP = 5;
/** An unknown field other than a group: its bits in `lo` and `hi`, or `length` bytes. */
export const UNKNOWN_STEP = 6;
/** Something is broken: `problem`. The tape continues after the surrounding message, if any. */
export const PROBLEM = 7;

export type Step =
  | typeof END
  | typeof MORE
  | typeof ENTER
  | typeof LEAVE
  | typeof VALUE
  | typeof BYTES_STEP
  | typeof UNKNOWN_STEP
  | typeof PROBLEM;

/** Payloads up to this size are returned whole on request; longer payloads come in chunks. */
export const MAX_WHOLE_PAYLOAD = 1 << 20;

export interface TapeOptions {
  readonly schema?: SchemaTables;
  /** Type of the message in the bytes (default: the schema's root). */
  readonly table?: MessageTable;
  /**
   * Returns true if the payload of a BYTES step should be read (default: all). Other payloads, and those of
   * unknown fields, are skipped without being read.
   */
  readonly wants?: (entry: Entry) => boolean;
  /** Size of the window in bytes (default: 256 KiB). */
  readonly windowSize?: number;
  /**
   * True to enter a message that continues past the end of the source, up to the cut. The problem is then
   * reported at the end of the message instead of its beginning (default: no).
   */
  readonly entersCut?: boolean;
}
