/**
 * Whether something failed because a content security policy, or the lack of it, keeps WebAssembly from being used:
 * checksums are made by it.
 */
export function isWithoutWebAssembly(error: unknown): boolean {
  return typeof WebAssembly === 'undefined' || (error instanceof Error && error.name === 'CompileError');
}
