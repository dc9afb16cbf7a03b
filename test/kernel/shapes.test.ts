/**
 * The kernel learns the shape of a payload to skip similar payloads. Payloads that differ must not be skipped
 * by it.
 */
import { describe, expect, it } from 'vitest';
import {
  type SchemaTables,
  TYPE_BYTES,
  TYPE_FIXED32,
  TYPE_STRING,
  TYPE_UINT64,
} from '../../src/base/schema/table.js';
import { memorySource } from '../../src/base/source/memory.js';
import { Kernel } from '../../src/read/kernel/kernel.js';
import { ROW_SIZE } from '../../src/read/kernel/layout.js';
import { instantiate } from '../../src/read/kernel/module.js';
import { kernelTables } from '../../src/read/kernel/tables.js';
import type { Subscription } from '../../src/read/scan/subscription.js';
import { planOf } from '../../src/read/scan/unroll.js';
import { countedKernel } from './counted-passes.js';
import { scanLog } from './scan-log.js';
import { field, len, schemaOf, uint } from './small-schema.js';

const root = field(1, 'items', { message: 1, repeated: true });

/** Scans valid items, so that the kernel knows their shape, and then the other items; returns the reports. */
async function tellOf(
  schema: SchemaTables,
  subscription: Subscription,
  good: readonly number[],
  others: readonly (readonly number[])[],
): Promise<string[]> {
  const plan = planOf(schema, subscription);
  const counted = countedKernel(kernelTables(plan)!, 1, 0);
  const known = Array.from({ length: 8 }, () => good);
  // Each of the other items follows a valid item, so that the kernel tries its shape.
  const bytes = Uint8Array.from([...known, ...others.flatMap((other) => [other, good, good])].flat());
  const log = await scanLog(plan, memorySource(bytes), counted.kernel);
  expect(log).toEqual(await scanLog(plan, memorySource(bytes), undefined));
  expect(counted.passed).toBeGreaterThan(4 * good.length);
  return log;
}

const reports = (log: readonly string[]) => log.filter((line) => line.startsWith('["report"'));

describe('a shape', () => {
  it('is enough to skip a payload without reading the tables', () => {
    const schema = schemaOf({
      Root: [root],
      Item: [field(1, 'value'), field(2, 'inner', { message: 2 })],
      Inner: [],
    });
    const plan = planOf(schema);
    const tables = kernelTables(plan)!;
    const exports = instantiate()!;
    const kernel = new Kernel(tables, exports, 1, 0);
    const item = (value: number) => len(1, [...uint(1, value), ...len(2, [])]);
    const bytes = kernel.window(100);
    bytes.set([...item(5), ...item(6), ...item(7)]);
    kernel.enter(bytes, bytes.length);
    const node = plan.elementNode[0]!;
    const pass = () => kernel.pass(node, 0, 3 * item(0).length, new Int32Array(100), 0, -1);
    expect(pass()).toBe(3 * item(0).length);
    const itemRow = tables.rowOf[plan.elementNode[1]!]!;
    new Uint8Array(exports.memory.buffer, itemRow, ROW_SIZE).fill(0);
    expect(pass()).toBe(3 * item(0).length);
    bytes[3] = 0x80;
    expect(pass()).toBe(0);
  });

  it('limits the tenth byte of a varint to one bit', async () => {
    const schema = schemaOf({ Root: [root], Item: [field(1, 'wide', { type: TYPE_UINT64 })] });
    const ten = (last: number) => len(1, [8, ...Array.from({ length: 9 }, () => 0xff), last]);
    const log = await tellOf(schema, {}, ten(1), [ten(2), ten(0x7f), ten(0)]);
    expect(reports(log).map((line) => line.includes('wire-value-truncated'))).toEqual([true, true, false]);
  });

  it('limits the fifth byte of a 32-bit varint to four bits', async () => {
    const schema = schemaOf({ Root: [root], Item: [field(1, 'narrow')] });
    const five = (last: number) => len(1, [8, 0xff, 0xff, 0xff, 0xff, last]);
    expect(reports(await tellOf(schema, {}, five(0x0f), [five(0x10), five(0x0e)]))).toHaveLength(1);
  });

  it('belongs to one message type', async () => {
    const schema = schemaOf({
      Root: [root, field(2, 'strict', { message: 2, repeated: true })],
      Item: [field(1, 'value')],
      Strict: [field(1, 'value')],
    });
    const bounds = [{ field: 'Strict.value', max: 5 }];
    const log = await tellOf(schema, { bounds }, len(1, uint(1, 9)), [
      len(2, uint(1, 9)),
      len(2, uint(1, 5)),
    ]);
    expect(log).toHaveLength(1);
  });

  it('checks that values are within their bounds', async () => {
    const schema = schemaOf({ Root: [root], Item: [field(1, 'value'), field(2, 'other')] });
    for (const max of [5, 126, 127, 128, 300, 16_383, 20_000]) {
      const values = [0, 1, max - 1, max, max + 1, max + 2, max + 127, max + 128].map((value) =>
        len(1, uint(1, value)),
      );
      const log = await tellOf(
        schema,
        { bounds: [{ field: 'Item.value', max }] },
        len(1, uint(1, max)),
        values,
      );
      expect(log).toHaveLength(4);
    }
  });

  it('accepts only ASCII in strings, and any bytes in blobs', async () => {
    const text = field(1, 'text', { type: TYPE_STRING });
    const schema = schemaOf({ Root: [root], Item: [text, field(2, 'blob', { type: TYPE_BYTES })] });
    const item = (a: number, b: number) => len(1, [...len(1, [0x61, a]), ...len(2, [b])]);
    const log = await tellOf(schema, {}, item(0x62, 0x63), [
      item(0x80, 0),
      item(0x62, 0xff),
      item(0x7f, 0x80),
    ]);
    expect(reports(log)).toHaveLength(1);
  });

  it('requires the same tags and lengths', async () => {
    const schema = schemaOf({
      Root: [root],
      Item: [field(1, 'value'), field(2, 'inner', { message: 2 }), field(3, 'fixed', { type: TYPE_FIXED32 })],
      Inner: [field(1, 'value')],
    });
    const item = (tag: number, length: number) => len(1, [8, 1, 0x12, length, tag, 5, 0x1d, 8, 8, 8, 8]);
    const log = await tellOf(schema, {}, item(8, 2), [item(0x10, 2), item(8, 1), item(8, 3), item(8, 0x40)]);
    expect(reports(log)).not.toHaveLength(0);
  });
});

describe('recursive messages', () => {
  it('have the depth that the scanner reports', async () => {
    const schema = schemaOf({
      Root: [root],
      Item: [
        field(1, 'value'),
        field(2, 'below', { message: 1, repeated: true }),
        field(3, 'leaf', { message: 2, repeated: true }),
      ],
      Leaf: [field(1, 'value')],
    });
    const nested = (levels: number): number[] => {
      let payload = [...len(3, uint(1, 1)), ...len(3, uint(1, 1)), ...len(3, uint(1, 1))];
      for (let i = 0; i < levels; i++) payload = len(2, payload);
      return len(1, payload);
    };
    const plan = planOf(schema);
    const { kernel } = countedKernel(kernelTables(plan)!, 1, 0);
    for (let levels = 95; levels < 104; levels++) {
      const bytes = Uint8Array.from([...nested(2), ...nested(2), ...nested(levels), ...nested(2)]);
      const log = await scanLog(plan, memorySource(bytes), kernel);
      expect(log).toEqual(await scanLog(plan, memorySource(bytes), undefined));
      // One level is the item's, and one the leaf's.
      expect(reports(log).length > 0).toBe(levels + 2 > 100);
    }
  });
});
