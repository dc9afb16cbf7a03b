import { Kernel } from '../../src/read/kernel/kernel.js';
import { instantiate } from '../../src/read/kernel/module.js';
import type { KernelTables } from '../../src/read/kernel/tables.js';

export interface CountedKernel {
  readonly kernel: Kernel;
  readonly passed: number;
  /** Number of calls in which the kernel skipped nothing. */
  readonly failed: number;
}

/**
 * Tests use it that would otherwise also pass with a kernel that skips nothing. The parameters are those of
 * Kernel.
 */
export function countedKernel(
  tables: KernelTables,
  learnEvery?: number,
  longestPause?: number,
): CountedKernel {
  const exports = instantiate();
  if (exports === undefined) throw new Error('there is no WebAssembly here');
  let passed = 0;
  let failed = 0;
  const pass = (row: number, from: number, end: number, limit: number): number => {
    const next = exports.pass(row, from, end, limit);
    passed += next - from;
    if (next === from) failed++;
    return next;
  };
  const kernel = new Kernel(tables, { memory: exports.memory, pass }, learnEvery, longestPause);
  return {
    kernel,
    get passed() {
      return passed;
    },
    get failed() {
      return failed;
    },
  };
}
