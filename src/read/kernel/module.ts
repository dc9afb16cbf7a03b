import { KERNEL } from './module.gen.js';

/** WebAssembly.Memory that is not shared. */
export interface KernelMemory {
  /** Replaced when the memory grows. */
  readonly buffer: ArrayBuffer;
  /** @throws RangeError when there is no more */
  grow(pages: number): number;
}

/** What an instance of the kernel offers. Its parameters and results are addresses in `memory`. */
export interface KernelExports {
  readonly memory: KernelMemory;
  pass(row: number, from: number, end: number, limit: number): number;
}

/** `null` once it is known that there is no kernel here. */
let compiled: WebAssembly.Module | null | undefined;

/**
 * A fresh instance; compiled once, at first use, without waiting.
 * @returns undefined where WebAssembly, its SIMD, or leave to use it (a content security policy without
 * `wasm-unsafe-eval`) is missing
 */
export function instantiate(): KernelExports | undefined {
  if (compiled === undefined) {
    try {
      compiled = new WebAssembly.Module(Uint8Array.from(atob(KERNEL), (char) => char.charCodeAt(0)));
    } catch {
      compiled = null;
    }
  }
  if (compiled === null) return undefined;
  try {
    return new WebAssembly.Instance(compiled).exports as unknown as KernelExports;
  } catch {
    // No memory for another one just now.
    return undefined;
  }
}
