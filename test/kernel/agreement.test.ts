/** The law: what a scan tells is the same with the kernel, without its shapes, and without the kernel. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kernelTables } from '../../src/kernel/tables.js';
import { IdTables } from '../../src/scan/id-tables.js';
import { planOf } from '../../src/scan/index.js';
import { memorySource } from '../../src/source/index.js';
import { countedKernel } from './counted-passes.js';
import { Random } from './random.js';
import { MessageWriter } from './random-message.js';
import { randomSchema, randomSubscription } from './random-schema.js';
import { scanLog } from './scan-log.js';
import { windowed } from './windowed.js';

const RUNS = Number(process.env.PROTOMDL_KERNEL_RUNS ?? 300);
/** Messages that are scanned by one plan: each plan costs instances of the kernel. */
const MESSAGES = 12;

describe('the kernel', () => {
  it('changes nothing about what a scan tells, for any schema, subscription, bytes and window', async () => {
    let passed = 0;
    let told = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1 }), async (seed) => {
        const random = new Random(seed);
        const schema = randomSchema(random);
        const plan = planOf(schema, randomSubscription(random, schema));
        const tables = kernelTables(plan);
        if (tables === undefined) return;
        // So few that ids of all kinds have room now and then, and now and then have none.
        const mostWords = random.pick([1, 3, 20, 1000]);
        const learning = countedKernel(tables, 1, 0, mostWords);
        const plain = countedKernel(tables, 0, undefined, mostWords);
        const store = new IdTables(plan.distinct.length, mostWords);
        for (let i = 0; i < MESSAGES; i++) {
          const writer = new MessageWriter(random, schema, random.pick([0, 0, 2, 10]));
          const bytes = writer.message(0, 20_000);
          const windowSize = random.pick([64, 65, 100, 300, 1000, 5000, 1 << 16]);
          const repeated = new Map<number, ReadonlyMap<string, readonly number[]>>();
          // What a first scan finds repeated, a second one tells.
          let before = 0;
          for (const ids of [
            { store, repeated },
            { store, asked: repeated },
          ]) {
            const source = memorySource(bytes);
            const expected = await scanLog(plan, source, undefined, undefined, ids);
            for (const { kernel } of [learning, plain]) {
              const how = `${kernel === plain.kernel ? 'without shapes' : 'with shapes'}, ${bytes.length} bytes`;
              expect(await scanLog(plan, source, kernel, undefined, ids), how).toEqual(expected);
              const inWindows = await scanLog(plan, windowed(bytes), kernel, windowSize, ids);
              expect(inWindows, `${how}, window`).toEqual(expected);
            }
            const values = expected.filter((line) => line.startsWith('["value"')).length;
            told += 'asked' in ids ? values - before : 0;
            before = values;
          }
        }
        passed += learning.passed;
      }),
      { numRuns: RUNS },
    );
    // The property would hold for a kernel that does nothing, too.
    expect(passed).toBeGreaterThan(RUNS * 50);
    expect(told).toBeGreaterThan(RUNS);
  }, 600_000);
});
