/**
 * True if an error is due to missing WebAssembly, which computes checksums: a content security policy may
 * forbid it.
 */
export function isWithoutWebAssembly(error: unknown): boolean {
  return typeof WebAssembly === 'undefined' || (error instanceof Error && error.name === 'CompileError');
}
