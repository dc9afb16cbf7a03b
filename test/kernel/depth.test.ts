/**
 * The kernel does not count levels, so the scanner calls it only as long as the limit of levels cannot be
 * reached.
 */
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { kernelTables } from '../../src/read/kernel/tables.js';
import { drive } from '../../src/read/scan/drive.js';
import { Scanner } from '../../src/read/scan/scanner.js';
import { planOf } from '../../src/read/scan/unroll.js';
import { countedKernel } from './counted-passes.js';
import { field, len, schemaOf, uint } from './small-schema.js';

/** Node { Node node = 1; repeated Item items = 2 }, Item { Part part = 1 }, Part { uint32 index = 1 } */
const PLAN = planOf(
  schemaOf({
    Node: [field(1, 'node', { message: 0 }), field(2, 'items', { message: 1, repeated: true })],
    Item: [field(1, 'part', { message: 2 })],
    Part: [field(1, 'index')],
  }),
);
const ITEMS = 20;

/** Scans items, each with a part. The items are in the innermost of some nested nodes. */
async function scanned(nodes: number): Promise<{ codes: string[]; passed: number }> {
  const items = Array.from({ length: ITEMS }, () => len(2, len(1, uint(1, 7)))).flat();
  let message = items;
  for (let i = 0; i < nodes; i++) message = len(1, message);
  const bytes = Uint8Array.from(message);
  const codes: string[] = [];
  const counted = countedKernel(kernelTables(PLAN)!, 1, 0);
  const handler = { report: ({ code }: { code: string }) => void codes.push(code), leave: () => {} };
  const scanner = new Scanner(PLAN, handler, counted.kernel);
  scanner.start(0, 0, bytes.length, bytes.length);
  await drive(scanner, memorySource(bytes), bytes.length);
  return { codes, passed: counted.passed };
}

describe('items whose parts are at level', () => {
  it('100 are skipped by the kernel', async () => {
    const { codes, passed } = await scanned(98);
    expect(codes).toEqual([]);
    expect(passed).toBeGreaterThan(0);
  });

  it('101 are each reported as too deep', async () => {
    const { codes } = await scanned(99);
    expect(codes).toEqual(Array(ITEMS).fill('message-nesting-too-deep'));
  });
});
