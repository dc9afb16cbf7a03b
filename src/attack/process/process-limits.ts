import { findCommand } from './command-file.js';

/** Limits that the system enforces for a process and its children, if util-linux's `prlimit` is installed. */
export interface ProcessLimits {
  /**
   * Limit for the address space in bytes (RLIMIT_AS). Not for programs with AddressSanitizer, which reserve
   * terabytes: use `ASAN_OPTIONS=hard_rss_limit_mb=…` for them.
   */
  readonly memoryBytes?: number | undefined;
  /**
   * Largest size in bytes of a file that the process writes (RLIMIT_FSIZE); beyond it, the process gets
   * SIGXFSZ.
   */
  readonly fileBytes?: number | undefined;
}

/** Returns the command with its limits; unchanged if there are none, or no `prlimit`. */
export function limitedArguments(argv: readonly string[], limits: ProcessLimits): readonly string[] {
  const { memoryBytes, fileBytes } = limits;
  const program = memoryBytes === undefined && fileBytes === undefined ? undefined : prlimit();
  if (program === undefined) return argv;
  // Core files are disabled too, because a campaign has thousands of crashes.
  const bounds = ['--core=0'];
  if (memoryBytes !== undefined) bounds.push(`--as=${Math.trunc(memoryBytes)}`);
  if (fileBytes !== undefined) bounds.push(`--fsize=${Math.trunc(fileBytes)}`);
  return [program, ...bounds, '--', ...argv];
}

let found: { readonly path: string | undefined } | undefined;

function prlimit(): string | undefined {
  found ??= {
    path: process.platform === 'linux' ? findCommand('prlimit', process.env.PATH).path : undefined,
  };
  return found.path;
}
