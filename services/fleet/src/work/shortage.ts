/** The process lacks memory or files, which is no object's fault: another try in this process would fail too. */
export class Shortage extends Error {
  override readonly name = 'Shortage';
}

/** Codes of Node and the system for what a process or a machine has run out of. */
const SHORTAGES: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'ERR_WORKER_INIT_FAILED']);

/** V8 takes 10 GB of address space for a memory of WebAssembly, which Node itself needs to speak HTTP. */
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
