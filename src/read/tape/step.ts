import type { MessageTable, SchemaTables } from '../../base/schema/table.js';
import type { Entry } from './entries.js';

/** Results of `next`. */
export const END = 0;
/** The window is used up: call `fill`, then `next` again. */
export const MORE = 1;
/** The beginning of a message, or of an unknown group (then `entry` is undefined). `skip` passes over it. */
export const ENTER = 2;
/** The end of the message or group entered last. `entry` is that of its beginning. */
export const LEAVE = 3;
/** A number: `lo` and `hi`. */
export const VALUE = 4;
/** A string, bytes or a packed list of `length` bytes. */
export const BYTES = 5;
/** An unknown field other than a group: its bits in `lo` and `hi`, or `length` bytes. */
export const UNKNOWN = 6;
/** Something is broken: `problem`. The tape continues after the surrounding message, if there is one. */
export const PROBLEM = 7;

export type Step =
  | typeof END
  | typeof MORE
  | typeof ENTER
  | typeof LEAVE
  | typeof VALUE
  | typeof BYTES
  | typeof UNKNOWN
  | typeof PROBLEM;

/** Payloads up to this size are returned whole on request; longer ones come in chunks. */
export const MAX_WHOLE_PAYLOAD = 1 << 20;

export interface TapeOptions {
  readonly schema?: SchemaTables;
  /** The message that the bytes are (default: the schema's root). */
  readonly table?: MessageTable;
  /**
   * True if the payload of a BYTES step is wanted; other payloads are skipped without being read. Default:
   * all.
   */
  readonly wants?: (entry: Entry) => boolean;
  /** The same for unknown fields (default: no). */
  readonly wantsUnknown?: boolean;
  /** Bytes of the window (default: 256 KiB). */
  readonly windowSize?: number;
  /**
   * True if a message that goes past the end of the source is entered as far as it is there. Its end is a problem
   * then instead of its beginning (default: no). `own`: only where the source cuts the tape's own message, or may: what
   * lies about its length inside a message that is whole is not gone into.
   */
  readonly entersCut?: boolean | 'own';
}
