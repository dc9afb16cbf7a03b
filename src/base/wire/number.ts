import type { Cursor } from './cursor.js';
import type { WireProblem } from './problem.js';
import { WIRE_I32, WIRE_I64 } from './tag.js';

/**
 * Reads a number into the cursor's halves: the value of a record, or an element of a packed list.
 * @param wireType WIRE_I32, WIRE_I64, and a varint for anything else
 */
export function readNumber(cursor: Cursor, wireType: number): WireProblem {
  if (wireType === WIRE_I64) return cursor.readFixed64();
  return wireType === WIRE_I32 ? cursor.readFixed32() : cursor.readVarint();
}
