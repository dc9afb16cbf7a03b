/** Errors of the system when a machine or a process has no more of something. */
const CODES = new Set(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'ERR_WORKER_INIT_FAILED']);

/**
 * What this machine lacks, where that is what an error comes of: memory for WebAssembly, handles of files. The object
 * that met it has no part in it.
 */
export function shortageIn(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code = '' } = at as NodeJS.ErrnoException;
    if (CODES.has(code)) return at.message;
    if (at instanceof RangeError && /\bWebAssembly\b.*\b(memory|allocate)/i.test(at.message)) return at.message;
    if (/^(Array buffer allocation failed|.*\bOut of memory\b.*)$/i.test(at.message)) return at.message;
  }
  return undefined;
}
