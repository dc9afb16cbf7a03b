/** Groups inside each other, up to libprotobuf's limit of 100 levels. */
import { expect, it } from 'vitest';
import { Cursor } from '../../src/base/wire/cursor.js';
import { OK, TOO_DEEP } from '../../src/base/wire/problem.js';

const BEGIN = 0x0b;
const END = 0x0c;

function skipped(groups: number, depth: number): { problem: number; pos: number } {
  const bytes = Uint8Array.from([...Array(groups).fill(BEGIN), ...Array(groups).fill(END)]);
  const cursor = new Cursor(bytes);
  expect(cursor.readTag()).toBe(OK);
  const problem = cursor.skipValue(cursor.tag, depth);
  return { problem, pos: cursor.pos };
}

it.each([0, 1, 37, 98])(
  '%d levels down, the rest of 100 levels is skipped, and one more level is refused',
  (depth) => {
    expect(skipped(100 - depth, depth)).toEqual({ problem: OK, pos: 2 * (100 - depth) });
    // The error is at the content of the first group.
    expect(skipped(101 - depth, depth)).toEqual({ problem: TOO_DEEP, pos: 1 });
  },
);
