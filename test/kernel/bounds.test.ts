/**
 * Bounds of fields: the kernel skips elements within the bounds, and the reports equal those of a scan
 * without the kernel.
 */
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { kernelTables } from '../../src/read/kernel/tables.js';
import { drive } from '../../src/read/scan/drive.js';
import { Scanner } from '../../src/read/scan/scanner.js';
import { planOf } from '../../src/read/scan/unroll.js';
import { countedKernel } from './counted-passes.js';
import { field, len, schemaOf, uint } from './small-schema.js';

/** Root { repeated Item items = 1 }, Item { uint32 index = 1; uint32 plain = 2 } */
const SCHEMA = schemaOf({
  Root: [field(1, 'items', { message: 1, repeated: true })],
  Item: [field(1, 'index'), field(2, 'plain')],
});

/** Items that were reported, and number of bytes that were skipped. */
async function looked(
  min: number,
  values: readonly number[],
): Promise<{ reports: number[]; passed: number }> {
  const plan = planOf(SCHEMA, { unknown: [], bounds: [{ field: 'Item.index', min }] });
  const bytes = Uint8Array.from(values.flatMap((value) => len(1, uint(1, value))));
  const counted = countedKernel(kernelTables(plan)!, 1, 0);
  const reports = async (kernel?: typeof counted.kernel): Promise<number[]> => {
    const indices: number[] = [];
    const handler = { report: () => {}, leave: (scanner: Scanner) => void indices.push(scanner.indexOf()) };
    const scanner = new Scanner(plan, handler, kernel);
    scanner.start(0, 0, bytes.length, bytes.length);
    await drive(scanner, memorySource(bytes), bytes.length);
    return indices;
  };
  const found = await reports(counted.kernel);
  expect(found).toEqual(await reports());
  return { reports: found, passed: counted.passed };
}

describe('the least value of a field', () => {
  it.each([
    [1, [1, 2, 0x80, 0xffffffff], [0]],
    [2, [2, 0x100, 0xffffffff], [0, 1]],
    [1000, [1000, 1001, 0x4000, 0xffffffff], [0, 1, 127, 128, 999]],
    [0x80000000, [0x80000000, 0xffffffff], [0, 1000, 0x7fffffff]],
    [0xffffffff, [0xffffffff], [0, 0xfffffffe]],
  ])('%i: is checked by the kernel', async (min, clean, low) => {
    const all = clean.reduce((bytes, value) => bytes + len(1, uint(1, value)).length, 0);
    expect(await looked(min, clean)).toEqual({ reports: [], passed: all });
    for (const value of low) expect((await looked(min, [...clean, value])).reports).toEqual([clean.length]);
  });
});
