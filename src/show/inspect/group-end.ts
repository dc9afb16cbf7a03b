import { Cursor } from '../../base/wire/cursor.js';
import { MAX_DEPTH, MAX_HEAD_BYTES } from '../../base/wire/limits.js';
import { CUT, OK, type WireProblem } from '../../base/wire/problem.js';
import { WIRE_EGROUP, WIRE_LEN, WIRE_SGROUP } from '../../base/wire/tag.js';
import type { FileBytes } from './file-bytes.js';
import type { Reading } from './reading.js';
import { codeOf } from './record-head.js';

/** End of a group. A broken or unfinished group takes the rest of the enclosing message. */
export interface GroupEnd {
  /** Start of its end tag. */
  readonly valueEnd: number;
  readonly end: number;
  /** `wire-truncated` if the missing end is the only fault; null also if the fault is inside the group. */
  readonly problem: string | null;
}

/** Number of records between pauses for other work. */
const TURN = 4096;

/**
 * Reads a group to its end.
 * @param from absolute offset after the tag that begins it
 * @param limit end of the enclosing message
 * @param depth number of messages and groups around its records
 */
export function* groupEnd(
  file: FileBytes,
  from: number,
  limit: number,
  number: number,
  depth: number,
): Reading<GroupEnd> {
  const cursor = new Cursor(new Uint8Array(0));
  const open = [number];
  let at = from;
  for (let records = 1; at < limit; records++) {
    if (records % TURN === 0) yield undefined;
    const { bytes, base } = file.held(at, MAX_HEAD_BYTES) ?? (yield* file.load(at, MAX_HEAD_BYTES));
    cursor.reset(bytes, at - base, Math.min(limit - base, bytes.length));
    let problem: WireProblem = cursor.readTag();
    if (problem !== OK) break;
    const { tag } = cursor;
    if ((tag & 7) === WIRE_EGROUP) {
      if (open.at(-1) !== tag >>> 3) return broken(limit);
      open.pop();
      if (open.length === 0) return { valueEnd: at, end: base + cursor.pos, problem: null };
    } else if ((tag & 7) === WIRE_SGROUP) {
      if (depth + open.length > MAX_DEPTH + 1) return broken(limit);
      open.push(tag >>> 3);
    } else if ((tag & 7) === WIRE_LEN) {
      problem = cursor.readLength();
      if (problem !== OK) break;
      at = base + cursor.pos + cursor.length;
      if (at > limit) break;
      continue;
    } else {
      problem = cursor.skipValue(tag);
      if (problem !== OK) break;
    }
    at = base + cursor.pos;
  }
  // Cut between two records, without a fault inside.
  return at === limit ? { valueEnd: limit, end: limit, problem: codeOf(CUT) } : broken(limit);
}

/** The fault is inside, and is reported there. */
function broken(limit: number): GroupEnd {
  return { valueEnd: limit, end: limit, problem: null };
}
