/**
 * The process lacks memory or files, independent of the object. A retry in the same process would fail as
 * well.
 */
export class Shortage extends Error {
  override readonly name = 'Shortage';
}

/** Codes of Node and the system for exhausted resources of a process or a machine. */
const SHORTAGES: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'ERR_WORKER_INIT_FAILED']);

/**
 * Matches the error for a lack of address space. V8 reserves 10 GB for a WebAssembly memory, which Node
 * itself needs for HTTP.
 */
const NO_WASM_MEMORY = /WebAssembly\b.*memory/i;

/** Returns the shortage if an error or one of its causes is a shortage. */
export function shortageOf(error: unknown): Shortage | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof Shortage) return at;
    const { code = '' } = at as NodeJS.ErrnoException;
    if (SHORTAGES.has(code) || NO_WASM_MEMORY.test(at.message)) {
      return new Shortage(`the process lacks resources: ${at.message}`, { cause: at });
    }
  }
  return undefined;
}
