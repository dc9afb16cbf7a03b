/** A memory of WebAssembly that is not shared. */
export interface WasmMemory {
  /** Buffer with the content, which is replaced when the memory grows. */
  readonly buffer: ArrayBuffer;
  /** @throws RangeError if no memory is available */
  grow(pages: number): number;
}

/**
 * Compiles a module synchronously.
 * @param base64 code of the module in base64
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
 * @returns the exports of the module; undefined if the address space is not sufficient. V8 reserves 10 GB of
 * address space for each instance, which a process under `ulimit -v` may not have.
 */
export function instanceOf<Exports>(module: WebAssembly.Module): Exports | undefined {
  try {
    return new WebAssembly.Instance(module).exports as Exports;
  } catch {
    return undefined;
  }
}

/** Decodes base64. Node 20 and browsers have no common native function for this. */
function decoded(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  // A loop is used, because a function that is called for each byte takes a millisecond at its first use.
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
