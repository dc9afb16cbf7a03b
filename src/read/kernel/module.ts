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
      compiled = new WebAssembly.Module(decoded(KERNEL));
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

/** @param base64 of bytes, for which nothing is native that both Node 20 and browsers have */
function decoded(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  // A function that is called for each byte takes a millisecond where it was never called before.
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
