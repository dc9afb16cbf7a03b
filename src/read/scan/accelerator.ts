import type { IdMemory } from './distinct-ids.js';

/**
 * Passes over clean records for a scanner. An accelerator decides nothing: it may only pass over records for
 * which the scanner would not call its handler, and updates the frame's row as the scanner would. It may pass
 * over fewer records, or none.
 */
export interface Accelerator {
  /** Per node of the plan: how many levels below its frame a pass may enter. */
  readonly levels: Int32Array;

  /**
   * Per entry of the plan: number (from 1) of the first record that a pass may begin with; 0 if no pass may
   * begin with one.
   */
  readonly passes: Uint8Array;

  /**
   * The ids found by passes, which the scanner extends; passes leave the first id in doubt to the scanner.
   */
  readonly ids: IdMemory;

  /**
   * Begins a scan, and forgets all expected fields.
   * @param sumLimit the greatest sum that is not announced: -1 announces every sum, infinity announces no sum
   */
  start(sumLimit: number): void;

  /**
   * Returns a buffer for windows of `size` bytes. It replaces the previous buffer, and begins with the same
   * bytes.
   */
  window(size: number): Uint8Array<ArrayBuffer>;

  /** Announces the window for the next passes. No pass is requested past `limit`. */
  enter(bytes: Uint8Array, limit: number): void;

  /**
   * Passes over the whole clean records from `pos` on, in a frame of `node` that ends at `end`
   * (or past the window). Counts them in the frame's row.
   * @param arena the rows: the pass adds to the counters of `node` in the row at `row`
   * @param sets position in the arena of the sets that collect values, or -1
   * @returns the position of the first record that it leaves to the scanner
   */
  pass(node: number, pos: number, end: number, arena: Int32Array, row: number, sets: number): number;

  /**
   * Declares an unknown field: records with this tag in messages of this type may be passed over from now on,
   * and are counted under `kind` (0, 1, 2, …).
   * @returns false if they will not be passed over; `kind` is then still free
   */
  expect(message: number, tag: number, kind: number): boolean;

  /**
   * Counts of expected fields passed over since the last call, by kind; undefined if there were none. Valid
   * until the next pass.
   */
  takeExpected(): Int32Array | undefined;

  /** Bytes that the window must show before another pass is useful; 0 if more bytes would not help. */
  readonly wanted: number;
}
