import { compiledModule, instanceOf, type WasmMemory } from '../../base/wasm/load.js';
import { KERNEL } from './module.gen.js';

/** Exports of a kernel instance. Parameters and results are addresses in `memory`. */
export interface KernelExports {
  readonly memory: WasmMemory;
  pass(row: number, from: number, end: number, limit: number): number;
}

/** `null` once it is known that there is no kernel here. */
let compiled: WebAssembly.Module | null | undefined;

/**
 * Makes a new instance; the module is compiled once, at first use. Undefined if WebAssembly or memory is
 * missing.
 */
export function instantiate(): KernelExports | undefined {
  if (compiled === undefined) compiled = compiledModule(KERNEL);
  return compiled === null ? undefined : instanceOf<KernelExports>(compiled);
}
