/** How often a scanner calls its accelerator: a call costs time even if the accelerator skips nothing. */
import { expect, it } from 'vitest';
import { drive } from '../../src/read/scan/drive.js';
import { MAX_PATIENCE } from '../../src/read/scan/limits.js';
import { Scanner } from '../../src/read/scan/scanner.js';
import { planOf } from '../../src/read/scan/unroll.js';
import { field, len, schemaOf, uint } from '../kernel/small-schema.js';
import { windowed } from '../source/windowed.js';

const plan = planOf(
  schemaOf({ Root: [field(1, 'items', { message: 1, repeated: true })], Item: [field(1, 'id')] }),
);
const RECORDS = 1000;
const bytes = Uint8Array.from(Array.from({ length: RECORDS }, () => len(1, uint(1, 1))).flat());

/** Returns the number of calls to an accelerator that never skips anything. */
async function asked(windowSize: number): Promise<number> {
  let asks = 0;
  const scanner = new Scanner(
    plan,
    { report: ({ code }) => expect.fail(code), leave: () => {} },
    {
      levels: new Int32Array(plan.nodeElement.length),
      passes: new Uint8Array(plan.entryNode.length).fill(1),
      ids: { memory: new Int32Array(0), nextStamp: 1, sets: 0, table: 0, firstStamp: 0, words: 0, factor: 0 },
      start: () => {},
      window: (size) => new Uint8Array(size),
      enter: () => {},
      pass: (_node, pos) => {
        asks++;
        return pos;
      },
      expect: () => false,
      takeExpected: () => undefined,
      wanted: 0,
    },
  );
  scanner.start(0, 0, bytes.length, bytes.length);
  await drive(scanner, windowed(bytes), bytes.length, { windowSize });
  return asks;
}

it('an accelerator that skips nothing is called half as often each time, also in the next window, but calls never end', async () => {
  let expected = 0;
  for (let at = 0, gap = 2; at < RECORDS; at += gap, gap = Math.min(gap * 2, MAX_PATIENCE + 1)) expected++;
  for (const windowSize of [64, 1000, 2 * bytes.length]) expect(await asked(windowSize)).toBe(expected);
});
