/**
 * A scan gives the same results with the kernel, with a kernel that learns no shapes, and without the kernel.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { kernelTables } from '../../src/read/kernel/tables.js';
import { planOf } from '../../src/read/scan/unroll.js';
import { windowed } from '../source/windowed.js';
import { countedKernel } from './counted-passes.js';
import { Random } from './random.js';
import { MessageWriter } from './random-message.js';
import { randomSchema, randomSubscription } from './random-schema.js';
import { scanLog } from './scan-log.js';

const RUNS = Number(process.env.PROTOMDL_KERNEL_RUNS ?? 300);
/**
 * Number of messages that are scanned with each plan, because each plan needs new instances of the kernel.
 */
const MESSAGES = 12;

describe('the kernel', () => {
  it('does not change the events of a scan, for any schema, subscription, bytes and window', async () => {
    let passed = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1 }), async (seed) => {
        const random = new Random(seed);
        const schema = randomSchema(random);
        const plan = planOf(schema, randomSubscription(random, schema));
        const tables = kernelTables(plan);
        if (tables === undefined) return;
        const learning = countedKernel(tables, 1, 0);
        const plain = countedKernel(tables, 0);
        for (let i = 0; i < MESSAGES; i++) {
          const writer = new MessageWriter(random, schema, random.pick([0, 0, 2, 10]));
          const bytes = writer.message(0, 20_000);
          const windowSize = random.pick([64, 65, 100, 300, 1000, 5000, 1 << 16]);
          const expected = await scanLog(plan, memorySource(bytes), undefined);
          for (const { kernel } of [learning, plain]) {
            const how = `${kernel === plain.kernel ? 'without shapes' : 'with shapes'}, ${bytes.length} bytes`;
            expect(await scanLog(plan, memorySource(bytes), kernel), how).toEqual(expected);
            expect(await scanLog(plan, windowed(bytes), kernel, windowSize), `${how}, window`).toEqual(
              expected,
            );
          }
        }
        passed += learning.passed;
      }),
      { numRuns: RUNS },
    );
    // Without this check, the test would pass with a kernel that skips nothing.
    expect(passed).toBeGreaterThan(RUNS * 50);
  }, 600_000);
});
