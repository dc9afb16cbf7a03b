/** A memory of WebAssembly that is not shared. */
export interface WasmMemory {
  /** Replaced when the memory grows. */
  readonly buffer: ArrayBuffer;
  /** @throws RangeError if there is no more memory */
  grow(pages: number): number;
}

/**
 * Compiles a module synchronously.
 * @param base64 the module
 * @returns null without WebAssembly or its SIMD, or if WebAssembly is not allowed (a content security policy
 * without `wasm-unsafe-eval`)
 */
export function compiledModule(base64: string): WebAssembly.Module | null {
  try {
    return new WebAssembly.Module(decoded(base64));
  } catch {
    return null;
  }
}

/**
 * Makes an instance of a module.
 * @returns the module's exports; undefined if there is no memory for them. V8 reserves 10 GB of address space
 * for each instance, used or not, which a process under `ulimit -v` may not have.
 */
export function instanceOf<Exports>(module: WebAssembly.Module): Exports | undefined {
  try {
    return new WebAssembly.Instance(module).exports as Exports;
  } catch {
    return undefined;
  }
}

/** @param base64 the module; decoded here, because Node 20 and browsers have no common native function */
function decoded(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  // A loop, because a function that is called for each byte takes a millisecond on its first use.
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
