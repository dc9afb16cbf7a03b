import { compiledModule, instanceOf, type WasmMemory } from '../../base/wasm/load.js';
import { KERNEL } from './module.gen.js';

/** Exports of a kernel instance. Parameters and results are addresses in `memory`. */
export interface KernelExports {
  readonly memory: WasmMemory;
  pass(row: number, from: number, end: number, limit: number): number;
}

/** `null` after compiling has failed. */
let compiled: WebAssembly.Module | null | undefined;

/**
 * Returns a new instance; undefined if WebAssembly or memory is missing. The module is compiled at first use.
 */
export function instantiate(): KernelExports | undefined {
  if (compiled === undefined) compiled = compiledModule(KERNEL);
  return compiled === null ? undefined : instanceOf<KernelExports>(compiled);
}
