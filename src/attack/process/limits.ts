import { findCommand } from './command-file.js';

/** Bounds that the system keeps for a process and its children, where util-linux' `prlimit` is there. */
export interface ProcessLimits {
  /**
   * Bytes of address space (RLIMIT_AS). Not for programs with AddressSanitizer, which reserve terabytes: those
   * take `ASAN_OPTIONS=hard_rss_limit_mb=…`.
   */
  readonly memoryBytes?: number | undefined;
  /** Bytes that a file may grow to by its writing (RLIMIT_FSIZE); past them it gets SIGXFSZ. */
  readonly fileBytes?: number | undefined;
}

/** The command with its bounds in front; as it is where there are none, or nothing to keep them. */
export function limitedArguments(argv: readonly string[], limits: ProcessLimits): readonly string[] {
  const { memoryBytes, fileBytes } = limits;
  const program = memoryBytes === undefined && fileBytes === undefined ? undefined : prlimit();
  if (program === undefined) return argv;
  // No core files either: a campaign has thousands of crashes.
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
