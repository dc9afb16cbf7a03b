import type { Cursor } from '../../base/wire/cursor.js';
import { MAX_DEPTH } from '../../base/wire/limits.js';
import { PlainGroup } from '../../base/wire/plain-group.js';

/**
 * Passes over unknown groups that nothing is to be said about: those that lie in the window whole and are written as
 * encoders write them. A frame for each of the groups in a hostile file takes several times as long. What is irregular about
 * others, and where they break, is found by reading them one record at a time.
 */
export class GroupPass {
  readonly #group = new PlainGroup();
  /** Where it failed last: groups that begin before are not tried, or nested ones would be gone through again and again. */
  #failedAbs = 0;

  /** Forgets the scan before. */
  start(): void {
    this.#failedAbs = 0;
  }

  /**
   * @param cursor after the group's start tag; it moves where the group was passed
   * @param base absolute offset of the window
   * @param depth levels around the group
   * @returns whether it was: otherwise it has to be read
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
