import { type ChildProcess, spawn } from 'node:child_process';
import { CappedOutput } from './capped-output.js';
import { findCommand } from './command-file.js';
import { limitedArguments, type ProcessLimits } from './limits.js';
import {
  endMark,
  killStrays,
  killStraysNowAndThen,
  MARK_VARIABLE,
  markedEnvironment,
  newMark,
} from './strays.js';

export interface RunOptions extends ProcessLimits {
  /** What it reads from standard input (default: nothing, the null device). */
  readonly stdin?: Uint8Array | undefined;
  /** Milliseconds it may take. Its group is then sent SIGTERM, and SIGKILL `graceMs` later. */
  readonly timeoutMs: number;
  /** Milliseconds between SIGTERM and SIGKILL (default: 200). */
  readonly graceMs?: number | undefined;
  /** Variables set on top of this process's environment; undefined takes one away. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** The folder it runs in (default: this process's). */
  readonly folder?: string | undefined;
  /** Bytes kept of each of its two outputs; the rest is read and dropped. */
  readonly maxOutput: number;
  /** Ends the run at once. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * How a run ended. `exited`: by itself, with `code`. `signalled`: by a signal that was not ours. `timed-out`:
 * its time was over. `aborted`: the caller's signal. `not-started`: see `reason`.
 */
export type RunStatus = 'exited' | 'signalled' | 'timed-out' | 'aborted' | 'not-started';

export interface RunResult {
  readonly status: RunStatus;
  /** The exit code, where it exited. */
  readonly code: number | null;
  /** The signal that ended it, from any sender. */
  readonly signal: NodeJS.Signals | null;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  /** Whether output was dropped: then each holds its beginning and its end. */
  readonly truncated: boolean;
  /** Milliseconds from start to end. */
  readonly ms: number;
  /** Why it was not started. */
  readonly reason: string | undefined;
}

/** What there is to say of a run that did not come about. */
export const NOT_STARTED: RunResult = {
  status: 'not-started',
  code: null,
  signal: null,
  stdout: new Uint8Array(0),
  stderr: new Uint8Array(0),
  truncated: false,
  ms: 0,
  reason: undefined,
};

/** How long outputs may stay open once the program has ended and its group is killed: pipes are emptied. */
const DRAIN_MS = 500;
const DEFAULT_GRACE_MS = 200;

/** Leaders of the process groups under way, for when this process ends before them. */
const groups = new Set<number>();
let guarded = false;

/**
 * Runs a command to its end, and ends what it started: its process group, and whatever left the group
 * (strays.ts). Never throws for what the command does, or for one that cannot be started.
 * @param argv the program, found in PATH unless it has a slash, and its arguments; no shell looks at them
 */
export async function runCommand(argv: readonly string[], options: RunOptions): Promise<RunResult> {
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
      // A process group of its own, so that all of it can be killed.
      detached: true,
      stdio: [options.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
  } catch (error) {
    endMark(mark);
    return notStarted((error as Error).message, started);
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
  options: RunOptions,
  started: number,
): Promise<RunResult> {
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
  // Timers take 31 bits of milliseconds.
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
    // What it left in its group has nothing more to do; what it left elsewhere may hold the pipes.
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
    // Also emitted when a signal cannot be sent; only one that was never started has no number.
    child.on('error', (error) => child.pid === undefined && resolve({ code: null, signal: null, error }));
  });
}

/** Waits until both outputs are at their end; false when they are not within `ms`. */
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
    // The group is empty.
  }
}

/** Groups under way end with this process, however it is told to end; it cannot see SIGKILL. */
function guard(leader: number): void {
  groups.add(leader);
  if (guarded) return;
  guarded = true;
  process.on('exit', () => {
    for (const group of groups) killGroup(group, 'SIGKILL');
    killStrays();
  });
}

function notStarted(reason: string, started: number): RunResult {
  return { ...NOT_STARTED, ms: performance.now() - started, reason };
}

function startProblem(error: NodeJS.ErrnoException): string {
  const { code, path = 'the command', message } = error;
  if (code === 'ENOENT') return `${path}: the program, its interpreter (#!) or its folder is not there`;
  if (code === 'EACCES') return `${path}: may not be executed`;
  // What the system answers for a file that is neither a program nor a script with a first line.
  if (code === 'ENOEXEC' || message.includes('ENOEXEC'))
    return `${path}: no program (a script needs a #! line)`;
  if (code === 'E2BIG') return `${path}: the arguments are too long`;
  if (code === 'EAGAIN' || code === 'ENOMEM') return `${path}: the system is out of processes or memory`;
  return `${path}: ${message}`;
}
