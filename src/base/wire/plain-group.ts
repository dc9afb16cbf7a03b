import type { Cursor } from './cursor.js';
import { MAX_DEPTH } from './limits.js';
import { OK } from './problem.js';
import { WIRE_EGROUP, WIRE_SGROUP } from './tag.js';

/** Skips groups in memory that are complete and in the shortest encoding, as encoders write them. */
export class PlainGroup {
  /** End tags of the open groups, outermost first. */
  readonly #ends = new Uint32Array(MAX_DEPTH);

  /**
   * Moves a cursor from a group's start tag past its end tag.
   * @param tag the start tag
   * @param most maximum number of open groups
   * @returns true if the group is complete and in the shortest encoding; otherwise the cursor stops at the
   * deviation
   */
  pass(cursor: Cursor, tag: number, most = MAX_DEPTH): boolean {
    const ends = this.#ends;
    ends[0] = tag + (WIRE_EGROUP - WIRE_SGROUP);
    for (let open = 1; open > 0; ) {
      if (cursor.readTag() !== OK || cursor.overlong || cursor.cut) return false;
      const inner = cursor.tag;
      switch (inner & 7) {
        case WIRE_SGROUP:
          if (open >= most) return false;
          ends[open++] = inner + (WIRE_EGROUP - WIRE_SGROUP);
          break;
        case WIRE_EGROUP:
          if (ends[--open] !== inner) return false;
          break;
        default:
          if (cursor.skipValue(inner) !== OK || cursor.overlong || cursor.cut) return false;
      }
    }
    return true;
  }
}
