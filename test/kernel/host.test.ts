/** The kernel's host: without a kernel, with several scans at a time, and with windows that grow. */
import { create, toBinary } from '@bufbuild/protobuf';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MDL } from '../../src/base/schema/mdl.gen.js';
import { memorySource } from '../../src/base/source/memory.js';
import type { Source } from '../../src/base/source/source.js';
import { type ProtoMDLMdl, ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { borrowKernel, returnKernel } from '../../src/read/kernel/kernel.js';
import { MAX_SETS } from '../../src/read/kernel/layout.js';
import { kernelTables } from '../../src/read/kernel/tables.js';
import { planOf } from '../../src/read/scan/unroll.js';
import { windowed } from '../source/windowed.js';
import { countedKernel } from './counted-passes.js';
import { MODEL_PLAN } from './model-plan.js';
import { scanLog } from './scan-log.js';

const model = {
  networkGroups: [
    {
      contexts: [
        {
          operations: Array.from({ length: 500 }, (_, uniqueId) => ({
            trigger: { uniqueId, trigger: { case: 'triggerNone', value: {} } },
            actions: [{ uniqueId, action: { case: 'enableLcu', value: { networkIndex: uniqueId % 4 } } }],
          })),
          // The kernel skips an edge layer as a whole; this edge layer is longer than most windows.
          metadata: { edgeLayers: [{ edge: { case: 'layerInfo', value: { name: 'x'.repeat(200_000) } } }] },
        },
      ],
    },
  ],
};
const bytes = toBinary(ProtoMDLMdlSchema, create(ProtoMDLMdlSchema, model as unknown as ProtoMDLMdl));
const expected = await scanLog(MODEL_PLAN, memorySource(bytes), undefined);

describe('without WebAssembly', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  /** Loads the module again, because it looks for the kernel only once. */
  async function freshBorrow(): Promise<typeof borrowKernel> {
    vi.resetModules();
    return (await import('../../src/read/kernel/index.js')).borrowKernel;
  }

  it('borrowKernel returns no kernel', async () => {
    vi.stubGlobal('WebAssembly', undefined);
    expect((await freshBorrow())(MODEL_PLAN)).toBeUndefined();
  });

  it('borrowKernel returns no kernel if a content security policy forbids WebAssembly, or SIMD is missing', async () => {
    class Module {
      constructor() {
        throw new Error('refused');
      }
    }
    vi.stubGlobal('WebAssembly', { Module });
    expect((await freshBorrow())(MODEL_PLAN)).toBeUndefined();
  });

  it('borrowKernel returns no kernel if memory is missing, but may return a kernel later', async () => {
    const borrow = await freshBorrow();
    const { Instance } = WebAssembly;
    vi.stubGlobal('WebAssembly', {
      Module: WebAssembly.Module,
      Instance: class {
        constructor() {
          throw new RangeError('out of memory');
        }
      },
    });
    expect(borrow(MODEL_PLAN)).toBeUndefined();
    vi.stubGlobal('WebAssembly', { Module: WebAssembly.Module, Instance });
    expect(borrow(MODEL_PLAN)).toBeDefined();
  });
});

describe('plans for which no kernel is used', () => {
  it('have no repeated messages', () => {
    const leaf = { ...MDL.messages[0]!, index: 0, fields: [], oneofs: [] };
    expect(borrowKernel(planOf({ messages: [leaf], enums: [] }))).toBeUndefined();
  });

  it('report every element', () => {
    expect(
      kernelTables(planOf(MDL, { leave: MDL.messages.map(({ typeName }) => typeName) })),
    ).toBeUndefined();
  });

  it('need more sets than the kernel has', () => {
    const fields = MDL.messages.flatMap(({ typeName, fields: all }) =>
      all.filter((field) => field.type === 13 && !field.repeated).map(({ name }) => `${typeName}.${name}`),
    );
    const sets = fields.slice(0, MAX_SETS + 1).map((field) => ({ field, set: field }));
    expect(sets).toHaveLength(MAX_SETS + 1);
    expect(kernelTables(planOf(MDL, { sets }))).toBeUndefined();
    expect(kernelTables(planOf(MDL, { sets: sets.slice(1) }))).toBeDefined();
  });
});

describe('scans with kernels', () => {
  it('do not disturb each other', async () => {
    const slow: Source = {
      ...windowed(bytes),
      read: async (offset, target) => {
        await new Promise((resolve) => setTimeout(resolve, 0));
        return windowed(bytes).read(offset, target);
      },
    };
    const scans = Array.from({ length: 6 }, async (_, i) => {
      const kernel = borrowKernel(MODEL_PLAN);
      const log = await scanLog(MODEL_PLAN, slow, kernel, 2000 + 500 * i);
      returnKernel(MODEL_PLAN, kernel);
      return log;
    });
    for (const log of await Promise.all(scans)) expect(log).toEqual(expected);
  });

  it('reuse a returned kernel', () => {
    const first = borrowKernel(MODEL_PLAN);
    const second = borrowKernel(MODEL_PLAN);
    expect(first).not.toBe(second);
    returnKernel(MODEL_PLAN, first);
    expect(borrowKernel(MODEL_PLAN)).toBe(first);
    returnKernel(MODEL_PLAN, first);
    returnKernel(MODEL_PLAN, second);
  });

  it('keep the bytes of a window that grows', async () => {
    const { kernel } = countedKernel(kernelTables(MODEL_PLAN)!);
    const before = kernel.window(100).fill(7);
    expect(before.buffer.byteLength).toBeGreaterThan(0);
    const grown = kernel.window(5_000_000);
    // The memory was replaced when it grew, so the old view is empty.
    expect(before.length).toBe(0);
    expect(grown.subarray(0, 100)).toEqual(new Uint8Array(100).fill(7));
    for (const windowSize of [64, 1000, 70_000]) {
      expect(await scanLog(MODEL_PLAN, windowed(bytes), kernel, windowSize)).toEqual(expected);
    }
  });

  it('may fail midway', async () => {
    const kernel = borrowKernel(MODEL_PLAN);
    const failing: Source = {
      ...windowed(bytes),
      read(offset, target) {
        if (offset > 3000) throw new Error('the disk is gone');
        return windowed(bytes).read(offset, target);
      },
    };
    await expect(scanLog(MODEL_PLAN, failing, kernel, 1000)).rejects.toThrow('the disk is gone');
    expect(await scanLog(MODEL_PLAN, memorySource(bytes), kernel)).toEqual(expected);
    returnKernel(MODEL_PLAN, kernel);
  });
});
