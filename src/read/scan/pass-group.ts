import type { Cursor } from '../../base/wire/cursor.js';
import { MAX_DEPTH } from '../../base/wire/limits.js';
import { PlainGroup } from '../../base/wire/plain-group.js';

/**
 * Passes over unknown groups without findings. Such groups lie completely in the window, and are written as
 * encoders write them. Opening a frame for each group of a hostile file would take several times as long.
 * Other groups are read one record at a time, which finds their irregularities and breaks.
 */
export class GroupPass {
  readonly #group = new PlainGroup();
  /**
   * Position of the last failure: groups that begin before this position are not tried, because nested groups
   * would be read again and again.
   */
  #failedAbs = 0;

  /** Forgets the previous scan. */
  start(): void {
    this.#failedAbs = 0;
  }

  /**
   * @param cursor after the group's start tag; it moves past the group on success
   * @param base absolute offset of the window
   * @param depth levels around the group
   * @returns true on success; otherwise, the caller has to read the group
   */
  pass(cursor: Cursor, base: number, tag: number, depth: number): boolean {
    const start = cursor.pos;
    if (base + start < this.#failedAbs) return false;
    if (this.#group.pass(cursor, tag, MAX_DEPTH - depth)) return true;
    this.#failedAbs = base + cursor.pos;
    cursor.pos = start;
    return false;
  }
}
