/**
 * The scan gives the same results with and without the kernel for the model format: edge cases, damaged
 * messages, very many operations, real files.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, toBinary } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DETECT_BYTES, detectFraming } from '../../src/base/container/detect.js';
import { MDL } from '../../src/base/schema/mdl.gen.js';
import { memorySource } from '../../src/base/source/memory.js';
import { streamSource } from '../../src/base/source/stream.js';
import { type ProtoMDLMdl, ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { kernelTables } from '../../src/read/kernel/tables.js';
import { planOf } from '../../src/read/scan/unroll.js';
import { EDGE_CASES } from '../edge/all-cases.js';
import { message } from '../edge/generated-message.js';
import { mutated, noise } from '../edge/mutations.js';
import { arriving } from '../source/bytes.js';
import { windowed } from '../source/windowed.js';
import { countedKernel } from './counted-passes.js';
import { MODEL_PLAN } from './model-plan.js';
import { scanLog } from './scan-log.js';

const tables = kernelTables(MODEL_PLAN)!;
const learning = countedKernel(tables, 1, 0);
const usual = countedKernel(tables);

async function expectAgreement(bytes: Uint8Array, windowSize: number): Promise<void> {
  const expected = await scanLog(MODEL_PLAN, memorySource(bytes), undefined);
  for (const { kernel } of [learning, usual]) {
    expect(await scanLog(MODEL_PLAN, memorySource(bytes), kernel)).toEqual(expected);
    expect(await scanLog(MODEL_PLAN, windowed(bytes), kernel, windowSize)).toEqual(expected);
    const stream = streamSource(arriving(bytes, windowSize));
    expect(await scanLog(MODEL_PLAN, stream, kernel, windowSize)).toEqual(
      await scanLog(MODEL_PLAN, streamSource(arriving(bytes, 7)), undefined, windowSize),
    );
  }
}

/** Writes `count` operations as compilers write them, with a change in every `odd`-th one. */
function operations(count: number, odd: number): Uint8Array {
  const at = (i: number) => ({
    trigger: {
      uniqueId: i,
      trigger: { case: 'triggerLcu', value: { clusterIndex: i & 7, lcuIndex: i & 15 } },
    },
    actions: [
      {
        uniqueId: 3 * i,
        action: { case: 'disableLcu', value: { lcuIndex: i & 15, lcuEnableAddress: 500 + i } },
      },
      { uniqueId: 3 * i + 1, action: { case: 'enableLcu', value: { lcuIndex: 2, networkIndex: i % 3 } } },
      {
        uniqueId: 3 * i + 2,
        action: { case: 'writeData', value: { address: 1n << 40n, data: new Uint8Array(i % 40) } },
      },
      i % odd === odd - 1
        ? { uniqueId: 1, action: { case: 'waitForSeqeuncer', value: { clusterIndex: 9 } } }
        : { uniqueId: 1, action: { case: 'allowInputDataflow', value: { sysIndex: i & 1 } } },
    ],
  });
  const context = { operations: Array.from({ length: count }, (_, i) => at(i)) };
  const model = {
    networkGroups: [{ preliminaryConfig: { operation: [at(70)] }, contexts: [context, context] }],
  };
  return toBinary(ProtoMDLMdlSchema, create(ProtoMDLMdlSchema, model as unknown as ProtoMDLMdl));
}

describe('the kernel on model files', () => {
  describe.each(Object.entries(EDGE_CASES))('%s', (_, cases) => {
    it.each(cases.map((edge) => [edge.name, edge] as const))('%s', async (_name, { bytes }) => {
      await expectAgreement(bytes, 64);
    });
  });

  it('agrees on messages, damaged messages and noise', async () => {
    const bytes = fc.oneof(message, mutated(message), mutated(message), noise);
    const window = fc.constantFrom(64, 90, 256, 4096);
    await fc.assert(fc.asyncProperty(bytes, window, expectAgreement), {
      numRuns: Number(process.env.PROTOMDL_KERNEL_RUNS ?? 300),
    });
  }, 600_000);

  it.each([
    [3000, 5000],
    [3000, 10],
    [3000, 1],
  ])('agrees on %d operations with a change in every %d-th', async (count, odd) => {
    const bytes = operations(count, odd);
    for (const windowSize of [64, 1000, 1 << 16]) await expectAgreement(bytes, windowSize);
  });

  it('skips nearly all clean records', async () => {
    const bytes = operations(20_000, 1000);
    const { kernel, passed: before } = usual;
    await scanLog(MODEL_PLAN, memorySource(bytes), kernel);
    expect(usual.passed - before).toBeGreaterThan(0.98 * bytes.length);
    const between = usual.passed;
    await scanLog(MODEL_PLAN, windowed(bytes), kernel, 1 << 16);
    expect(usual.passed - between).toBeGreaterThan(0.98 * bytes.length);
  });

  it('is not called for records that cannot begin a skipped stretch', async () => {
    // The scanner opens each operation, which begins with its only trigger.
    const plan = planOf(MDL, { announce: ['ProtoMDLContext.operations'] });
    const counted = countedKernel(kernelTables(plan)!);
    await scanLog(plan, memorySource(operations(100, 1)), counted.kernel);
    expect(counted.passed).toBeGreaterThan(1000);
    // The kernel skips neither the group nor its two contexts, because they contain faults.
    expect(counted.failed).toBe(3);
  });

  const folder = process.env.PROTOMDL_REAL_FILES;
  const files = folder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.hef'));
  it.runIf(files.length > 0).each(files)('agrees on %s', async (name) => {
    const file = new Uint8Array(readFileSync(join(folder as string, name)));
    const { frame } = detectFraming(file.subarray(0, DETECT_BYTES), 'framed', file.length);
    const { messageOffset, protoSize } = frame!;
    await expectAgreement(file.slice(messageOffset, messageOffset + protoSize), 4096);
  });
});
