import type { IdMemory } from './distinct-ids.js';

/**
 * Passes over clean records for a scanner. An accelerator decides nothing: it may only pass over records for
 * which the scanner would not call its handler, and updates the frame's row as the scanner would. An
 * accelerator may also pass over fewer records, or no records.
 */
export interface Accelerator {
  /** By node of the plan: maximum number of levels below its frame that a pass enters. */
  readonly levels: Int32Array;

  /**
   * By entry of the plan: number (from 1) of the first record that a pass may begin with; 0 if passes never
   * begin with such records.
   */
  readonly passes: Uint8Array;

  /**
   * The ids found by passes, to which the scanner adds. A pass stops before the first doubtful id, which the
   * scanner reads.
   */
  readonly ids: IdMemory;

  /**
   * Begins a scan, and forgets all expected fields.
   * @param sumLimit the greatest sum that is not announced: -1 announces every sum, infinity announces no sum
   */
  start(sumLimit: number): void;

  /**
   * Returns a buffer for windows of `size` bytes. The new buffer replaces the previous one, and begins with
   * the same bytes.
   */
  window(size: number): Uint8Array<ArrayBuffer>;

  /** Sets the window for the next passes, which stay before `limit`. */
  enter(bytes: Uint8Array, limit: number): void;

  /**
   * Passes over the whole clean records from `pos` on, in a frame of `node` that ends at `end` (or past the
   * window). Counts the records in the frame's row.
   * @param arena the rows: the pass adds to the counters of `node` in the row at `row`
   * @param sets position in the arena of the sets that collect values, or -1
   * @returns the position of the first record that the pass leaves to the scanner
   */
  pass(node: number, pos: number, end: number, arena: Int32Array, row: number, sets: number): number;

  /**
   * Declares an unknown field: records with this tag in messages of this type may be passed over from now on,
   * and are counted under `kind` (0, 1, 2, …).
   * @returns false if such records will not be passed over; `kind` then stays free
   */
  expect(message: number, tag: number, kind: number): boolean;

  /**
   * Returns the number of expected fields passed over since the last call, by kind; undefined if no field was
   * passed over. The array is valid until the next pass.
   */
  takeExpected(): Int32Array | undefined;

  /**
   * Number of bytes that the window must contain before another pass is useful; 0 if more bytes would not
   * help.
   */
  readonly wanted: number;
}
