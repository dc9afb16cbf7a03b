import { Cursor } from '../../base/wire/cursor.js';
import { MAX_DEPTH, MAX_HEAD_BYTES } from '../../base/wire/limits.js';
import { CUT, OK, type WireProblem } from '../../base/wire/problem.js';
import { WIRE_EGROUP, WIRE_LEN, WIRE_SGROUP } from '../../base/wire/tag.js';
import type { FileBytes } from './file-bytes.js';
import type { Reading } from './reading.js';
import { codeOf } from './record-head.js';

/** Where a group ends. What is broken, or has no end, takes the rest of the message around it. */
export interface GroupEnd {
  /** Where the tag that ends it begins. */
  readonly valueEnd: number;
  readonly end: number;
  /** `wire-truncated` where nothing is wrong but that it has no end; null also where there is something in it. */
  readonly problem: string | null;
}

/** Records between two places where others get a turn. */
const TURN = 4096;

/**
 * Goes through a group to its end.
 * @param from absolute offset after the tag that begins it
 * @param limit where the message around it ends
 * @param depth messages and groups around its records
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
  // Cut between two records: nothing in it says so.
  return at === limit ? { valueEnd: limit, end: limit, problem: codeOf(CUT) } : broken(limit);
}

/** What is wrong is in it, and said there. */
function broken(limit: number): GroupEnd {
  return { valueEnd: limit, end: limit, problem: null };
}
