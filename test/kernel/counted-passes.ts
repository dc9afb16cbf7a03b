import { Kernel } from '../../src/kernel/kernel.js';
import { instantiate } from '../../src/kernel/module.js';
import type { KernelTables } from '../../src/kernel/tables.js';

/** A kernel, and how many bytes it has passed over. */
export interface CountedKernel {
  readonly kernel: Kernel;
  readonly passed: number;
}

/** For tests that would hold for a kernel that does nothing, too. Parameters as of Kernel. */
export function countedKernel(
  tables: KernelTables,
  learnEvery?: number,
  longestPause?: number,
): CountedKernel {
  const exports = instantiate();
  if (exports === undefined) throw new Error('there is no WebAssembly here');
  let passed = 0;
  const pass = (row: number, from: number, end: number, limit: number): number => {
    const next = exports.pass(row, from, end, limit);
    passed += next - from;
    return next;
  };
  const kernel = new Kernel(tables, { memory: exports.memory, pass }, learnEvery, longestPause);
  return {
    kernel,
    get passed() {
      return passed;
    },
  };
}
