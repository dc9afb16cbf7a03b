/** The process lacks memory or files, independent of the object: a retry in this process would fail, too. */
export class Shortage extends Error {
  override readonly name = 'Shortage';
}

/** Codes of Node and the system for exhausted resources of a process or a machine. */
const SHORTAGES: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'ERR_WORKER_INIT_FAILED']);

/** V8 reserves 10 GB of address space for a WebAssembly memory, which Node itself needs for HTTP. */
const NO_WASM_MEMORY = /WebAssembly\b.*memory/i;

/** Finds a shortage among an error and its causes. */
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
