import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { CappedOutput } from './capped-output.js';
import { closed, killGroup, type ProcessOptions, type ProcessResult, runCommand } from './run-command.js';
import {
  endMark,
  killStrays,
  killStraysNowAndThen,
  MARK_VARIABLE,
  markedEnvironment,
  newMark,
} from './strays.js';

/** Options of a command that is run repeatedly; only the content of its files differs between runs. */
export interface RepeatedCommandOptions
  extends Pick<ProcessOptions, 'env' | 'memoryBytes' | 'maxOutput' | 'graceMs'> {
  /** The file to use as standard input (default: none). */
  readonly stdinFile?: string | undefined;
  /** Signal to send at the time limit (default: SIGTERM); on SIGABRT, some programs print their stack. */
  readonly endSignal?: NodeJS.Signals | undefined;
}

/**
 * Shell script that runs the command once for each line of its input, writes the exit status to descriptor 3,
 * and ends both outputs with a mark. The input line is the value of MARK_VARIABLE for the run. The mark after
 * the outputs is `end`, the same for every run of the shell.
 */
const SCRIPT = `end=$1; input=$2; space=$3; shift 3
ulimit -c 0
if [ "$space" -gt 0 ]; then ulimit -v "$space"; fi
while IFS= read -r ${MARK_VARIABLE}; do
  export ${MARK_VARIABLE}
  "$@" <"$input" 3>&-
  code=$?
  printf %s "$end"
  printf %s "$end" >&2
  echo "$code" >&3
done`;

const SHELL = '/bin/sh';
const DEFAULT_GRACE_MS = 200;
/**
 * From this exit code on, a signal or the shell itself may be the cause: a repetition of the run finds the
 * cause.
 */
const FIRST_UNCERTAIN = 126;

/**
 * Runs a command many times by a small shell. A small shell starts a process many times as fast as a large
 * process like this one: a run of a small loader takes 1.3 ms instead of 31 ms by `runCommand`. Only one run
 * at a time is permitted. If the shell cannot determine the result of a run, `runCommand` repeats the run.
 */
export class RepeatedCommand {
  #shell: Shell | undefined;

  /** @param argv the program and its arguments, as for `runCommand`; the same for every run */
  constructor(
    private readonly argv: readonly string[],
    private readonly options: RepeatedCommandOptions,
  ) {}

  /**
   * @param stdin content of `stdinFile`, for a repetition by `runCommand`
   * @returns the result as `runCommand` gives it
   */
  async run(timeoutMs: number, signal?: AbortSignal, stdin?: Uint8Array): Promise<ProcessResult> {
    const exactly = (): Promise<ProcessResult> =>
      runCommand(this.argv, { ...this.options, timeoutMs, signal, stdin });
    if (signal?.aborted || process.platform !== 'linux') return exactly();
    const mark = newMark();
    try {
      this.#shell ??= new Shell(this.argv, this.options);
      const result = await this.#shell.run(mark, timeoutMs, signal);
      if (!this.#shell.isAlive) this.#shell = undefined;
      if (result === undefined || (result.status === 'exited' && (result.code ?? 0) >= FIRST_UNCERTAIN)) {
        return await exactly();
      }
      return result;
    } finally {
      endMark(mark);
      killStraysNowAndThen();
    }
  }

  /** Ends the shell, and any run inside it. */
  close(): void {
    this.#shell?.kill();
    this.#shell = undefined;
  }
}

/** State of the current run. */
interface Waiting {
  readonly outputs: readonly [CappedOutput, CappedOutput];
  readonly seen: [boolean, boolean];
  code: number | undefined;
  done(): void;
}

class Shell {
  readonly #child: ChildProcess;
  readonly #end: Buffer;
  /** Last bytes of each output, held back because they may be the beginning of the mark. */
  readonly #held: [Buffer, Buffer] = [Buffer.alloc(0), Buffer.alloc(0)];
  readonly #limit: number;
  readonly #graceMs: number;
  readonly #endSignal: NodeJS.Signals;
  readonly #inherited: string | undefined;
  #waiting: Waiting | undefined;
  isAlive = true;

  constructor(
    argv: readonly string[],
    { env, memoryBytes, maxOutput, stdinFile, graceMs, endSignal }: RepeatedCommandOptions,
  ) {
    const end = randomBytes(18).toString('base64');
    this.#end = Buffer.from(end);
    this.#limit = maxOutput;
    this.#graceMs = graceMs ?? DEFAULT_GRACE_MS;
    this.#endSignal = endSignal ?? 'SIGTERM';
    const environment = { ...process.env, ...env };
    this.#inherited = environment[MARK_VARIABLE];
    const space = memoryBytes === undefined ? 0 : Math.max(1, Math.floor(memoryBytes / 1024));
    const args = ['-c', SCRIPT, 'protomdl', end, stdinFile ?? '/dev/null', String(space), ...argv];
    this.#child = spawn(SHELL, args, {
      env: environment,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    });
    const [stdin, stdout, stderr, control] = this.#child.stdio as unknown as [
      Writable,
      Readable,
      Readable,
      Readable,
    ];
    for (const stream of [stdin, stdout, stderr, control]) stream?.on('error', () => {});
    stdout.on('data', (chunk: Buffer) => this.#read(0, chunk));
    stderr.on('data', (chunk: Buffer) => this.#read(1, chunk));
    control.on('data', (chunk: Buffer) => this.#ended(chunk));
    const gone = (): void => {
      this.isAlive = false;
      this.#waiting?.done();
    };
    this.#child.on('exit', gone);
    this.#child.on('error', gone);
    process.on('exit', this.kill);
  }

  /** Runs the command once. Returns undefined if the shell died with the command. */
  async run(
    mark: string,
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<ProcessResult | undefined> {
    const started = performance.now();
    const outputs = [new CappedOutput(this.#limit), new CappedOutput(this.#limit)] as const;
    let cut: 'timed-out' | 'aborted' | undefined;
    let grace: NodeJS.Timeout | undefined;
    let timer: NodeJS.Timeout | undefined;
    let abort: (() => void) | undefined;
    await new Promise<void>((done) => {
      this.#waiting = { outputs, seen: [false, false], code: undefined, done };
      timer = setTimeout(() => {
        cut ??= 'timed-out';
        // The signal also ends the shell, which is in the same process group.
        killGroup(this.#child.pid, this.#endSignal);
        // A stuck shell is killed after twice the grace time.
        grace = setTimeout(this.kill, 2 * this.#graceMs);
      }, timeoutMs);
      abort = () => {
        cut ??= 'aborted';
        this.kill();
      };
      signal?.addEventListener('abort', abort, { once: true });
      const value = markedEnvironment(mark, this.#inherited)[MARK_VARIABLE] as string;
      (this.#child.stdin as Writable).write(`${value}\n`);
    });
    clearTimeout(timer);
    if (abort !== undefined) signal?.removeEventListener('abort', abort);
    const code = this.#waiting?.code;
    if (cut !== undefined) {
      // The program may print output on the signal, for at most the grace time.
      if (cut === 'timed-out') await closed(this.#child, this.#graceMs);
      clearTimeout(grace);
      this.kill();
      killStrays(mark);
      for (const which of [0, 1] as const) outputs[which].push(this.#held[which]);
      this.#waiting = undefined;
    } else if (code === undefined) {
      this.#waiting = undefined;
      this.kill();
      return undefined;
    }
    this.#waiting = undefined;
    return {
      status: cut ?? 'exited',
      code: cut === undefined ? (code ?? null) : null,
      signal: null,
      stdout: outputs[0].bytes(),
      stderr: outputs[1].bytes(),
      truncated: outputs.some((output) => output.dropped > 0),
      ms: performance.now() - started,
      reason: undefined,
    };
  }

  readonly kill = (): void => {
    process.off('exit', this.kill);
    this.isAlive = false;
    killGroup(this.#child.pid, 'SIGKILL');
    for (const stream of this.#child.stdio) stream?.destroy();
    this.#waiting?.done();
  };

  /** Forwards output up to the mark that ends the run's output. */
  #read(which: 0 | 1, chunk: Buffer): void {
    const waiting = this.#waiting;
    // Strays may print between two runs.
    if (waiting === undefined) return;
    const bytes = this.#held[which].length === 0 ? chunk : Buffer.concat([this.#held[which], chunk]);
    const at = bytes.indexOf(this.#end);
    if (at >= 0) {
      waiting.outputs[which].push(bytes.subarray(0, at));
      waiting.seen[which] = true;
      this.#held[which] = Buffer.alloc(0);
      this.#resolve(waiting);
      return;
    }
    const keep = Math.min(bytes.length, this.#end.length - 1);
    waiting.outputs[which].push(bytes.subarray(0, bytes.length - keep));
    this.#held[which] = Buffer.from(bytes.subarray(bytes.length - keep));
  }

  #ended(chunk: Buffer): void {
    if (this.#waiting === undefined) return;
    this.#waiting.code = Number.parseInt(chunk.toString('latin1'), 10);
    this.#resolve(this.#waiting);
  }

  #resolve({ code, seen, done }: Waiting): void {
    if (code !== undefined && seen[0] && seen[1]) done();
  }
}
