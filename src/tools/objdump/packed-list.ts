import { type FieldTable, wireTypeOf } from '../../base/schema/table.js';
import { type Cursor, readNumber } from '../../base/wire/cursor.js';
import { CUT, OK } from '../../base/wire/problem.js';
import { WIRE_VARINT } from '../../base/wire/tag.js';
import { WIRE_PROBLEMS } from '../../read/model/malformed.js';
import { marksOf } from './marks.js';
import type { Row } from './row.js';

/**
 * Reads the elements of a packed list up to the cursor's end, and marks irregularities in the row.
 * @param row the list's row
 * @param cursor at the first element; its end is the list's end or earlier
 * @param base absolute offset of the cursor's position 0
 * @returns the number of elements
 */
export function readList(row: Row, field: FieldTable, cursor: Cursor, base: number): number {
  const { end } = cursor;
  const isWhole = end - cursor.pos === row.claimed;
  const wireType = wireTypeOf(field.type);
  let elements = 0;
  while (cursor.pos < end) {
    const problem = readNumber(cursor, wireType);
    if (problem === OK) {
      if (wireType === WIRE_VARINT) row.marks |= marksOf(cursor, field);
      elements++;
      continue;
    }
    if (!isWhole) break;
    const offset = problem === CUT ? base + end : row.offset;
    const detail = problem === CUT ? 'the list ends inside an element' : 'in the list';
    row.problems = [{ code: WIRE_PROBLEMS[problem][0], offset, detail }];
    break;
  }
  return elements;
}
