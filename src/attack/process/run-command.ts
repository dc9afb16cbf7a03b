import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { CappedOutput } from './capped-output.js';
import {
  endMark,
  killStrays,
  killStraysNowAndThen,
  MARK_VARIABLE,
  markedEnvironment,
  newMark,
} from './strays.js';

export interface ProcessOptions extends ProcessLimits {
  /** Standard input (default: the null device). */
  readonly stdin?: Uint8Array | undefined;
  /** Time limit in milliseconds. At the limit the process group gets SIGTERM, and `graceMs` later SIGKILL. */
  readonly timeoutMs: number;
  /** Time between SIGTERM and SIGKILL in milliseconds (default: 200). */
  readonly graceMs?: number | undefined;
  /** Variables set in addition to this process's environment; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Working directory (default: this process's). */
  readonly folder?: string | undefined;
  /** Maximum number of bytes to keep of each output; the rest is read and dropped. */
  readonly maxOutput: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Status of a run. `exited`: the program exited with `code`. `signalled`: a signal from elsewhere ended the
 * program. `timed-out`: the time limit was exceeded. `aborted`: the caller's signal ended the run.
 * `not-started`: see `reason`.
 */
export type RunStatus = 'exited' | 'signalled' | 'timed-out' | 'aborted' | 'not-started';

export interface ProcessResult {
  readonly status: RunStatus;
  /** The exit code, if the program exited. */
  readonly code: number | null;
  /** The signal that ended the program, from any sender. */
  readonly signal: NodeJS.Signals | null;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  /** True if output was dropped. Then the beginning and the end of each output are kept. */
  readonly truncated: boolean;
  readonly ms: number;
  readonly reason: string | undefined;
}

export const NOT_STARTED: ProcessResult = {
  status: 'not-started',
  code: null,
  signal: null,
  stdout: new Uint8Array(0),
  stderr: new Uint8Array(0),
  truncated: false,
  ms: 0,
  reason: undefined,
};

/**
 * Maximum time in milliseconds to read the remaining output after the program has ended and its group was
 * killed.
 */
const DRAIN_MS = 500;
const DEFAULT_GRACE_MS = 200;

/** Leaders of the current process groups, which are killed if this process ends first. */
const groups = new Set<number>();
let guarded = false;

/**
 * Runs a command to its end, and then ends all processes that it started: its process group, and processes
 * that left the group (strays.ts). Errors of the command do not throw, not even a failed start.
 * @param argv the program, searched in PATH unless it has a slash, and its arguments; no shell interprets
 * them
 */
export async function runCommand(argv: readonly string[], options: ProcessOptions): Promise<ProcessResult> {
  const started = performance.now();
  const environment = { ...process.env, ...options.env };
  const found = findCommand(argv[0] ?? '', environment.PATH, options.folder);
  if (found.path === undefined) return notStarted(found.problem, started);
  if (options.signal?.aborted) return { ...notStarted('', started), status: 'aborted', reason: undefined };
  const [program, ...args] = limitedArguments([found.path, ...argv.slice(1)], options) as [
    string,
    ...string[],
  ];
  const mark = newMark();
  let child: ChildProcess;
  try {
    child = spawn(program, args, {
      cwd: options.folder,
      env: { ...environment, ...markedEnvironment(mark, environment[MARK_VARIABLE]) },
      // In a separate process group, the program and its children can be killed together.
      detached: true,
      stdio: [options.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
  } catch (error) {
    endMark(mark);
    return notStarted(startProblem(error as NodeJS.ErrnoException), started);
  }
  try {
    return await watch(child, mark, options, started);
  } finally {
    if (child.pid !== undefined) groups.delete(child.pid);
    endMark(mark);
    killStraysNowAndThen();
  }
}

async function watch(
  child: ChildProcess,
  mark: string,
  options: ProcessOptions,
  started: number,
): Promise<ProcessResult> {
  const outputs = [new CappedOutput(options.maxOutput), new CappedOutput(options.maxOutput)] as const;
  child.stdout?.on('data', (chunk: Uint8Array) => outputs[0].push(chunk));
  child.stderr?.on('data', (chunk: Uint8Array) => outputs[1].push(chunk));
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on('error', () => {});
  if (options.stdin !== undefined) child.stdin?.end(options.stdin);
  if (child.pid !== undefined) guard(child.pid);

  let cut: 'timed-out' | 'aborted' | undefined;
  let grace: NodeJS.Timeout | undefined;
  const kill = (): void => {
    killGroup(child.pid, 'SIGKILL');
    killStrays(mark);
  };
  const end = (why: 'timed-out' | 'aborted'): void => {
    cut ??= why;
    killGroup(child.pid, 'SIGTERM');
    grace ??= setTimeout(kill, options.graceMs ?? DEFAULT_GRACE_MS);
  };
  // Longer limits are cut, because timers accept at most 31 bits of milliseconds.
  const timer = setTimeout(() => end('timed-out'), Math.min(options.timeoutMs, 2 ** 31 - 1));
  const abort = (): void => {
    cut ??= 'aborted';
    kill();
  };
  options.signal?.addEventListener('abort', abort, { once: true });
  try {
    const ended = await exitOf(child);
    if (ended.error !== undefined) return notStarted(startProblem(ended.error), started);
    const ms = performance.now() - started;
    // Remaining processes of the group are killed. Strays outside of the group are killed if they keep the
    // pipes open.
    killGroup(child.pid, 'SIGKILL');
    if (cut !== undefined) killStrays(mark);
    if (!(await closed(child, DRAIN_MS))) {
      killStrays(mark);
      await closed(child, DRAIN_MS);
    }
    return {
      status: cut ?? (ended.signal === null ? 'exited' : 'signalled'),
      code: ended.code,
      signal: ended.signal,
      stdout: outputs[0].bytes(),
      stderr: outputs[1].bytes(),
      truncated: outputs.some((output) => output.dropped > 0),
      ms,
      reason: undefined,
    };
  } finally {
    clearTimeout(timer);
    clearTimeout(grace);
    options.signal?.removeEventListener('abort', abort);
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
  }
}

interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly error?: NodeJS.ErrnoException;
}

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.on('exit', (code, signal) => resolve({ code, signal }));
    // `error` is also emitted if a signal cannot be sent. Only a process that was never started has no pid.
    child.on('error', (error) => child.pid === undefined && resolve({ code: null, signal: null, error }));
  });
}

/** Waits until both outputs have ended; returns false if that takes longer than `ms`. */
export function closed(child: ChildProcess, ms: number): Promise<boolean> {
  const open = [child.stdout, child.stderr].filter((stream) => stream !== null && !stream.readableEnded);
  if (open.every((stream) => stream?.destroyed)) return Promise.resolve(true);
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    let left = open.length;
    const done = (): void => {
      if (--left > 0) return;
      clearTimeout(timer);
      resolve(true);
    };
    for (const stream of open) {
      if (stream?.destroyed) done();
      else stream?.once('close', done);
    }
  });
}

export function killGroup(leader: number | undefined, signal: NodeJS.Signals): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, signal);
  } catch {
    // The group has no processes any more.
  }
}

/** Kills the current groups when this process ends for any reason except SIGKILL, which cannot be caught. */
function guard(leader: number): void {
  groups.add(leader);
  if (guarded) return;
  guarded = true;
  process.on('exit', () => {
    for (const group of groups) killGroup(group, 'SIGKILL');
    killStrays();
  });
}

function notStarted(reason: string, started: number): ProcessResult {
  return { ...NOT_STARTED, ms: performance.now() - started, reason };
}

function startProblem(error: NodeJS.ErrnoException): string {
  const { code, path = 'the command', message } = error;
  if (code === 'ENOENT') return `${path}: the program, its interpreter (#!) or its folder is not there`;
  if (code === 'EACCES') return `${path}: may not be executed`;
  // The system's error for a file that is neither a program nor a script with a `#!` line.
  if (code === 'ENOEXEC' || message.includes('ENOEXEC'))
    return `${path}: no program (a script needs a #! line)`;
  if (code === 'E2BIG') return `${path}: the arguments are too long`;
  if (code === 'EAGAIN' || code === 'ENOMEM') return `${path}: the system is out of processes or memory`;
  return `${path}: ${message}`;
}

/** Limits that the system enforces for a process and its children, if util-linux's `prlimit` is installed. */
interface ProcessLimits {
  /**
   * Limit for the address space in bytes (RLIMIT_AS). Programs with AddressSanitizer reserve terabytes and
   * cannot start under this limit: use `ASAN_OPTIONS=hard_rss_limit_mb=…` instead.
   */
  readonly memoryBytes?: number | undefined;
  /**
   * Maximum size in bytes of a file that the process writes (RLIMIT_FSIZE). On a larger file, the process
   * gets SIGXFSZ.
   */
  readonly fileBytes?: number | undefined;
}

/**
 * Returns the command with `prlimit` and the limits before it; the unchanged command without limits or
 * without `prlimit`.
 */
function limitedArguments(argv: readonly string[], limits: ProcessLimits): readonly string[] {
  const { memoryBytes, fileBytes } = limits;
  const program = memoryBytes === undefined && fileBytes === undefined ? undefined : prlimit();
  if (program === undefined) return argv;
  // Core files are disabled, because a campaign has thousands of crashes.
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

/** Path of a command's program, or the reason that it cannot be used. */
type CommandFile =
  | { readonly path: string; readonly problem?: undefined }
  | { readonly path?: undefined; readonly problem: string };

/**
 * Finds a program in the manner of `execvp`: a name with a slash is a path, and other names are searched in
 * PATH. The search before the start distinguishes a missing command from a command that exits with 127.
 */
export function findCommand(name: string, path: string | undefined, folder = process.cwd()): CommandFile {
  if (name === '') return { problem: 'no command is given' };
  if (name.includes('/')) return inspect(name.startsWith('/') ? name : join(folder, name));
  let denied: CommandFile | undefined;
  for (const place of (path ?? '/usr/local/bin:/usr/bin:/bin').split(delimiter)) {
    const found = inspect(join(place === '' ? folder : place, name));
    if (found.path !== undefined) return found;
    if (!found.problem.endsWith(MISSING)) denied ??= found;
  }
  return denied ?? { problem: `${name}: there is no such command in PATH` };
}

const MISSING = 'there is no such file';

function inspect(path: string): CommandFile {
  try {
    if (statSync(path).isDirectory()) return { problem: `${path}: is a directory, not a program` };
    accessSync(path, constants.X_OK);
    return { path };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { problem: `${path}: ${MISSING}` };
    if (code === 'EACCES') return { problem: `${path}: may not be executed (chmod +x?)` };
    return { problem: `${path}: ${(error as Error).message}` };
  }
}
