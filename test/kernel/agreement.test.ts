/** The law: what a scan tells is the same with the kernel, without its shapes, and without the kernel. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Kernel } from '../../src/kernel/kernel.js';
import { instantiate, type KernelExports } from '../../src/kernel/module.js';
import { kernelTables } from '../../src/kernel/tables.js';
import { planOf } from '../../src/scan/index.js';
import { memorySource } from '../../src/source/index.js';
import type { Source } from '../../src/source/source.js';
import { Random } from './random.js';
import { MessageWriter } from './random-message.js';
import { randomSchema, randomSubscription } from './random-schema.js';
import { scanLog } from './scan-log.js';

const RUNS = Number(process.env.PROTOMDL_KERNEL_RUNS ?? 150);
/** Messages that are scanned by one plan: each plan costs instances of the kernel. */
const MESSAGES = 12;

/** The same bytes to be read through windows. */
function readOnly(bytes: Uint8Array): Source {
  const read = (offset: number, target: Uint8Array) => {
    const part = bytes.subarray(offset, offset + target.length);
    target.set(part);
    return part.length;
  };
  return { size: bytes.length, randomAccess: true, read, close() {} };
}

describe('the kernel', () => {
  it('changes nothing about what a scan tells, for any schema, subscription, bytes and window', async () => {
    let passed = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1 }), async (seed) => {
        const random = new Random(seed);
        const schema = randomSchema(random);
        const plan = planOf(schema, randomSubscription(random, schema));
        const tables = kernelTables(plan);
        if (tables === undefined) return;
        const counting = countingPasses();
        const learning = new Kernel(tables, counting.exports, 1, 0);
        const plain = new Kernel(tables, instantiate()!, 0);
        for (let i = 0; i < MESSAGES; i++) {
          const writer = new MessageWriter(random, schema, random.pick([0, 0, 2, 10]));
          const bytes = writer.message(0, 20_000);
          const windowSize = random.pick([64, 65, 100, 300, 1000, 5000, 1 << 16]);
          const source = readOnly(bytes);
          const expected = await scanLog(plan, memorySource(bytes), undefined);
          for (const kernel of [learning, plain]) {
            const how = `${kernel === plain ? 'without shapes' : 'with shapes'}, ${bytes.length} bytes`;
            expect(await scanLog(plan, memorySource(bytes), kernel), how).toEqual(expected);
            expect(await scanLog(plan, source, kernel, windowSize), `${how}, window`).toEqual(expected);
          }
        }
        passed += counting.passed;
      }),
      { numRuns: RUNS },
    );
    // The property would hold for a kernel that does nothing, too.
    expect(passed).toBeGreaterThan(RUNS * 50);
  }, 600_000);
});

/** A kernel that says how many bytes it passed over. */
function countingPasses(): { readonly passed: number; readonly exports: KernelExports } {
  const { memory, pass } = instantiate()!;
  const counting = {
    passed: 0,
    exports: {
      memory,
      pass(row: number, from: number, end: number, limit: number) {
        const next = pass(row, from, end, limit);
        counting.passed += next - from;
        return next;
      },
    },
  };
  return counting;
}
