import type { IdMemory } from './distinct-ids.js';

/**
 * What a scanner asks to take clean records off it. An accelerator decides nothing: it may only pass over
 * records about which the scanner would not have called its handler, and does to the frame's row what
 * the scanner would have done. It is free to pass over fewer, or none.
 */
export interface Accelerator {
  /** Per node of the plan: levels below a frame of it that a pass may look into. */
  readonly levels: Int32Array;

  /** Per entry of the plan which record of it, counted from 1, is the first that a pass may begin with; 0 for none. */
  readonly passes: Uint8Array;

  /** The ids that passes take, for the scanner to go on with; passes leave to it the first one in doubt. */
  readonly ids: IdMemory;

  /**
   * A scan begins: nothing is expected any more.
   * @param sumLimit the greatest sum that is not announced: -1 announces every sum, infinity none
   */
  start(sumLimit: number): void;

  /** A buffer for windows of `size` bytes. It takes the place of the one before, and begins with its bytes. */
  window(size: number): Uint8Array<ArrayBuffer>;

  /** Announces the window that the next passes are about. What is asked never lies past `limit`. */
  enter(bytes: Uint8Array, limit: number): void;

  /**
   * Passes over whole clean records, as many as there are at `pos`, in a frame of `node` that ends at `end`
   * (or past the window). Counts them in the frame's row.
   * @param arena where rows are: adds to the counters of `node` in the row at `row`
   * @param sets where in the arena the sets are that values go to, or -1
   * @returns the position of the first record that it leaves to the scanner
   */
  pass(node: number, pos: number, end: number, arena: Int32Array, row: number, sets: number): number;

  /**
   * Fields that the schema does not know, with this tag, in messages of this type, may be passed over from now
   * on, and are counted under `kind` (0, 1, 2, …).
   * @returns false where they will not be, and `kind` is still to be given
   */
  expect(message: number, tag: number, kind: number): boolean;

  /** Expected fields passed over since this was last asked, by kind; undefined for none. Valid until the next pass. */
  takeExpected(): Int32Array | undefined;

  /** How many bytes must be in the window from there on before asking again is of use; 0 where more bytes are of none. */
  readonly wanted: number;
}
