/**
 * Sets of values, and counts of unknown fields, that the kernel makes, compared with a scan without the
 * kernel.
 */
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { MAX_FOREIGN, MAX_LOGGED } from '../../src/read/kernel/layout.js';
import { kernelTables } from '../../src/read/kernel/tables.js';
import { drive } from '../../src/read/scan/drive.js';
import type { ScanHandler } from '../../src/read/scan/handler.js';
import { Scanner } from '../../src/read/scan/scanner.js';
import { planOf } from '../../src/read/scan/unroll.js';
import { countedKernel } from './counted-passes.js';
import { scanLog } from './scan-log.js';
import { field, len, schemaOf, uint } from './small-schema.js';

/** Root { repeated Group groups = 1 }, Group { repeated Item items = 1; Item other = 2 }, Item { uint32 index = 1; uint32 plain = 2 } */
const SCHEMA = schemaOf({
  Root: [field(1, 'groups', { message: 1, repeated: true })],
  Group: [field(1, 'items', { message: 2, repeated: true }), field(2, 'other', { message: 2 })],
  Item: [field(1, 'index'), field(2, 'plain')],
});

/** As SCHEMA, for items in which a message may be missing. */
const HOLDING = schemaOf({
  Root: [field(1, 'groups', { message: 1, repeated: true })],
  Group: [field(1, 'items', { message: 2, repeated: true })],
  Item: [field(1, 'held', { message: 3 }), field(2, 'plain')],
  Held: [field(1, 'flag')],
});

const items = (...payloads: readonly (readonly number[])[]) => payloads.flatMap((payload) => len(1, payload));
const group = (...parts: readonly (readonly number[])[]) => len(1, parts.flat());

const PLAN = planOf(SCHEMA, {
  leave: ['Root', 'Group'],
  gather: ['Group'],
  unknown: [],
  sets: [{ field: 'Item.index', set: 'index', absent: true }],
});
const TABLES = kernelTables(PLAN)!;
const MISSING = planOf(HOLDING, {
  leave: ['Root', 'Group'],
  gather: ['Group'],
  unknown: [],
  sets: [{ field: 'Item.held', set: 'index', absent: true }],
});

/**
 * Returns the set that each group gathered, and the number of reported items; the scans with and without the
 * kernel must agree.
 */
async function gathered(
  bytes: number[],
  plan = PLAN,
  tables = TABLES,
): Promise<{ sets: number[][]; suspects: number }> {
  const scan = async (withKernel: boolean) => {
    const found = { sets: [] as number[][], suspects: 0 };
    const handler: ScanHandler = {
      report: () => {},
      leave: (scanner) => {
        if (scanner.message === 1) found.sets.push(scanner.gathered('index'));
        if (scanner.message === 2) found.suspects++;
      },
    };
    const counted = withKernel ? countedKernel(tables, 1, 0) : undefined;
    const scanner = new Scanner(plan, handler, counted?.kernel);
    scanner.start(0, 0, bytes.length, bytes.length);
    await drive(scanner, memorySource(Uint8Array.from(bytes)), bytes.length);
    if (counted !== undefined) expect(counted.passed).toBeGreaterThan(0);
    return found;
  };
  const without = await scan(false);
  expect(await scan(true)).toEqual(without);
  return without;
}

describe('a set of values', () => {
  it('contains the values of the element’s items, each once', async () => {
    const bytes = group(items(uint(1, 3), uint(1, 63), uint(1, 3)));
    expect(await gathered(bytes)).toEqual({ sets: [[3, 63]], suspects: 0 });
  });

  it('contains 0 for an item without the field, and nothing without items', async () => {
    expect(await gathered([...group(items([], uint(2, 9))), ...group(items(uint(1, 1)))])).toEqual({
      sets: [[0], [1]],
      suspects: 0,
    });
  });

  it('contains 0 for an item without the message, and no value for an item with the message', async () => {
    const held = [len(1, []), len(1, uint(1, 5)), [...uint(2, 9), ...len(1, uint(1, 0))]];
    const without = [...held, uint(2, 9), uint(2, 9)];
    const bytes = [...group(items(...held)), ...group(items(...without)), ...group()];
    const found = await gathered(bytes, MISSING, kernelTables(MISSING)!);
    expect(found).toEqual({ sets: [[], [0], []], suspects: 0 });
  });

  it('belongs to the nearest element that gathers values, through singular messages', async () => {
    const bytes = [...group(items(uint(1, 1)), len(2, uint(1, 5))), ...group(items(uint(1, 2)))];
    expect((await gathered(bytes)).sets).toEqual([[1, 5], [2]]);
  });

  it('has no values above 63 and no repeated values, which are reported to the subscriber', async () => {
    const bytes = group(items(uint(1, 2), uint(1, 2), uint(1, 64), [...uint(1, 4), ...uint(1, 5)]));
    const { sets, suspects } = await gathered(bytes);
    expect(suspects).toBe(2);
    expect(sets[0]).toEqual(expect.arrayContaining([2]));
  });

  it('contains the values that the scanner reads from an unusual item', async () => {
    // After the six bytes of an invalid 32-bit varint, the kernel would read 7.
    const odd = [0x10, 0x81, 0x80, 0x80, 0x80, 0x80, 0x01, ...uint(1, 7)];
    expect((await gathered(group(items(uint(1, 1), uint(1, 1), odd, uint(1, 2))))).sets).toEqual([[1, 2, 7]]);
    const cut = [...uint(1, 7), 0x10];
    expect((await gathered(group(items(uint(1, 1), uint(1, 1), cut, uint(1, 2))))).sets).toEqual([[1, 2, 7]]);
  });
});

describe('unknown fields', () => {
  const handlerCounts = async (bytes: number[], withKernel: boolean) => {
    const counted = withKernel ? countedKernel(TABLES) : undefined;
    const log = await scanLog(PLAN, memorySource(Uint8Array.from(bytes)), counted?.kernel);
    return { log, passed: counted?.passed ?? 0 };
  };
  const expectAgreement = async (bytes: number[]) => {
    const { log, passed } = await handlerCounts(bytes, true);
    expect(log).toEqual((await handlerCounts(bytes, false)).log);
    return { log, passed };
  };

  it('are skipped once they have been seen, and counted', async () => {
    const bytes = group(items(...Array.from({ length: 1000 }, (_, i) => [...uint(1, 1), ...uint(15, i)])));
    const { log, passed } = await expectAgreement(bytes);
    expect(passed).toBeGreaterThan(0.9 * bytes.length);
    expect(log.join()).toContain('"count":1000');
  });

  it('are distinguished from known fields whose tag has the same first byte', async () => {
    // Fields 16 and 144: tags 80 01 and 80 09.
    const bytes = group(
      items(...Array.from({ length: 300 }, (_, i) => [...uint(i % 3 === 0 ? 144 : 16, 5), ...uint(1, 1)])),
    );
    expect((await expectAgreement(bytes)).log.filter((line) => line.includes('unknown-fields'))).toHaveLength(
      2,
    );
  });

  it('may be of more kinds than the kernel can count', async () => {
    const kinds = Array.from({ length: 3 * (MAX_FOREIGN + 20) }, (_, i) =>
      uint(3 + (i % (MAX_FOREIGN + 20)), 1),
    );
    await expectAgreement(group(items(...kinds, ...kinds)));
  });

  it('are left to the scanner if the kernel has no memory for another kind of them', () => {
    const { kernel } = countedKernel(TABLES);
    const varint = 9 * 8;
    expect(kernel.expect(2, varint, MAX_FOREIGN)).toBe(false);
    expect(kernel.expect(2, varint, MAX_FOREIGN - 1)).toBe(true);
  });

  it('may be more in one record than the kernel can count', async () => {
    const many = Array.from({ length: 2 * MAX_LOGGED }, () => uint(9, 1)).flat();
    const full = Array.from({ length: MAX_LOGGED }, () => uint(9, 1)).flat();
    const { log } = await expectAgreement(group(items(uint(9, 1), uint(9, 1), many, full, uint(9, 1))));
    expect(log.join()).toContain(`"count":${3 * MAX_LOGGED + 3}`);
  });

  it('are skipped under any plan without a subscriber', async () => {
    const plan = planOf(SCHEMA, { leave: ['Root', 'Group'] });
    const bytes = Uint8Array.from(group(items(...Array.from({ length: 1000 }, (_, i) => uint(15, i)))));
    const counts: (number | undefined)[] = [];
    for (const counted of [undefined, countedKernel(kernelTables(plan)!)]) {
      const handler: ScanHandler = { report: ({ count }) => counts.push(count), leave: () => {} };
      const scanner = new Scanner(plan, handler, counted?.kernel);
      scanner.start(0, 0, bytes.length, bytes.length);
      await drive(scanner, memorySource(bytes), bytes.length);
      if (counted !== undefined) expect(counted.passed).toBeGreaterThan(0.9 * bytes.length);
    }
    expect(counts).toEqual([1000, 1000]);
  });

  it('are emitted one by one to a subscriber', async () => {
    const plan = planOf(SCHEMA, { leave: ['Root', 'Group'] });
    const { kernel } = countedKernel(kernelTables(plan)!);
    const bytes = Uint8Array.from(group(items(...Array.from({ length: 100 }, () => uint(15, 1)))));
    const log = await scanLog(plan, memorySource(bytes), kernel);
    expect(log.filter((line) => line.startsWith('["unknown"'))).toHaveLength(100);
  });
});
