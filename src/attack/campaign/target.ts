import { ProtomdlError } from '../../base/diagnostics/error.js';
import { Debugger, isTelling } from '../process/debugger.js';
import { PersistentCommand } from '../process/persistent-command.js';
import { RepeatedCommand } from '../process/repeated-command.js';
import { findCommand, type ProcessResult } from '../process/run-command.js';
import { type Ending, type EndingRules, runEnding } from './ending.js';
import { keysOf } from './sanitizer.js';
import { isHarnessed, isInstrumented, type ScratchFile } from './scratch.js';
import { readStack } from './stack.js';

/** The loader under attack with its limits. */
interface Target {
  /** The program and its arguments; `{}` in an argument stands for the file's path. */
  readonly argv: readonly string[];
  /**
   * `stdin`: the program reads the file from standard input. `persistent`: it keeps running and reads one
   * file after the other, as fuzz/harness/persistent.c does. Default: `file` if there is a `{}`, otherwise
   * `persistent` for a program that is linked with the harness, and `stdin` for others.
   */
  readonly input?: TargetInput | undefined;
  /** Time limit of one run in milliseconds. */
  readonly timeoutMs: number;
  /** Memory limit of one run in bytes; undefined for no limit. */
  readonly memoryBytes?: number | undefined;
  readonly rules?: EndingRules | undefined;
  /** Repeats crashes under gdb, if it is installed, to find their positions (default true). */
  readonly findsPlaces?: boolean | undefined;
}

/** Way in which a loader receives files. */
type TargetInput = 'file' | 'stdin' | 'persistent';

/** Placeholder for the path of the file in a command. */
export const PLACEHOLDER = '{}';

/** Bytes kept of each output; sanitizer reports with three stacks have about 8 KiB. */
const MAX_OUTPUT = 64 * 1024;

/** Time for printing a stack in milliseconds: function names have to be looked up. */
const STACK_MS = 1500;

/** AddressSanitizer's message if its shadow does not fit into a limited address space. */
const NO_ROOM_FOR_SHADOW =
  /ReserveShadowMemoryRange failed|Shadow memory range interleaves|failed to (?:mmap|allocate) .*shadow/i;

function inputFor(argv: readonly string[], program: string): TargetInput {
  if (argv.some((part) => part.includes(PLACEHOLDER))) return 'file';
  return isHarnessed(program) ? 'persistent' : 'stdin';
}

/** Runs a target on files, one after the other or in parallel. */
export class TargetRunner {
  readonly input: TargetInput;
  /** Time limit of one run in milliseconds; can be changed after measuring runs. */
  timeoutMs: number;
  /** Environment variables in addition to this process's. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * True if the system limits the address space; instrumented programs reserve terabytes and limit their own
   * memory.
   */
  #boundsSpace: boolean;
  readonly #debugger: Debugger | undefined;
  /** Total time of all runs under gdb in milliseconds; the times of parallel runs are added. */
  placesMs = 0;

  /** @throws ProtomdlError `target-not-found` for a missing or non-executable program */
  constructor(readonly target: Target) {
    const { argv, memoryBytes } = target;
    this.timeoutMs = target.timeoutMs;
    const program = findCommand(argv[0] ?? '', process.env.PATH);
    if (program.path === undefined) throw new ProtomdlError('target-not-found', program.problem);
    this.input = target.input ?? inputFor(argv, program.path);
    this.env = instrumentOptions(memoryBytes, process.env);
    this.#debugger = target.findsPlaces === false ? undefined : Debugger.find();
    this.#boundsSpace = memoryBytes !== undefined && !isInstrumented(program.path);
  }

  /** Returns the command for one file; for a persistent program, the command to run it once. */
  argvFor(path: string): readonly string[] {
    if (this.input === 'persistent') return [...this.target.argv, path];
    return this.target.argv.map((part) => part.replaceAll(PLACEHOLDER, path));
  }

  /**
   * @param timeoutMs instead of the target's own
   * @returns undefined if `signal` ended the run
   * @throws ProtomdlError `target-not-started` if the system could not start it
   */
  async run(
    bytes: Uint8Array,
    file: ScratchFile,
    signal?: AbortSignal,
    timeoutMs = this.timeoutMs,
  ): Promise<Ending | undefined> {
    if (this.input === 'persistent') return this.#runPersistent(bytes, file, signal, timeoutMs);
    file.write(bytes);
    for (;;) {
      const bounded = this.#boundsSpace;
      const command = this.#commandFor(file, RepeatedCommand, () => this.#repeatedCommand(file));
      const result = await command.run(timeoutMs, signal, this.input === 'stdin' ? bytes : undefined);
      if (result.status === 'aborted') return undefined;
      requireStarted(result);
      const ending = await this.#placed(runEnding(result, this.target.rules), bytes, file, signal);
      if (ending === undefined) return undefined;
      if (!bounded || !NO_ROOM_FOR_SHADOW.test(ending.stderr)) return ending;
      // A script that starts an instrumented program is recognised only by its first run.
      this.#boundsSpace = false;
      command.close();
      file.commands.delete(this);
    }
  }

  async #runPersistent(
    bytes: Uint8Array,
    file: ScratchFile,
    signal: AbortSignal | undefined,
    timeoutMs: number,
  ): Promise<Ending | undefined> {
    const command = this.#commandFor(file, PersistentCommand, () => this.#persistentCommand());
    let result = await command.run(bytes, timeoutMs, signal);
    // In a long campaign, the persistent program may be killed from outside once.
    if (result.status === 'not-started') result = await command.run(bytes, timeoutMs, signal);
    if (result.status === 'aborted') return undefined;
    requireStarted(result);
    const ending = { ...runEnding(result, this.target.rules), edges: result.edges };
    return this.#placed(ending, bytes, file, signal);
  }

  /**
   * Adds the position of a crash that no sanitizer reported: otherwise all crashes with one signal would form
   * one group.
   * @returns undefined if `signal` ended the search: without its position, the crash would open a second group
   */
  async #placed(
    ending: Ending,
    bytes: Uint8Array,
    file: ScratchFile,
    signal: AbortSignal | undefined,
  ): Promise<Ending | undefined> {
    const isReported = ending.reports.some(({ isSurvivable }) => !isSurvivable);
    const isWanted = ending.kind === 'crashed' && isTelling(ending.signal) && !isReported;
    if (this.#debugger === undefined || !isWanted) return ending;
    if (this.input === 'persistent') file.write(bytes);
    const started = performance.now();
    const trace = await this.#debugger.trace(this.argvFor(file.path), {
      env: this.env,
      timeoutMs: this.timeoutMs,
      memoryBytes: this.#boundsSpace ? this.target.memoryBytes : undefined,
      stdinFile: this.input === 'stdin' ? file.path : undefined,
      signal,
    });
    this.placesMs += performance.now() - started;
    if (signal?.aborted) return undefined;
    if (trace === undefined) return ending;
    const stack = readStack(trace.stack, 0);
    const { frames } = keysOf(stack);
    return { ...ending, crash: { frames, caller: stack[1]?.place ?? '', address: trace.address } };
  }

  #commandFor<T extends RepeatedCommand | PersistentCommand>(
    file: ScratchFile,
    kind: new (...args: never[]) => T,
    make: () => T,
  ): T {
    const known = file.commands.get(this);
    if (known instanceof kind) return known;
    const command = make();
    file.commands.set(this, command);
    return command;
  }

  #persistentCommand(): PersistentCommand {
    return new PersistentCommand(this.target.argv, {
      env: this.env,
      maxOutput: MAX_OUTPUT,
      memoryBytes: this.#boundsSpace ? this.target.memoryBytes : undefined,
    });
  }

  #repeatedCommand(file: ScratchFile): RepeatedCommand {
    return new RepeatedCommand(this.argvFor(file.path), {
      env: this.env,
      maxOutput: MAX_OUTPUT,
      memoryBytes: this.#boundsSpace ? this.target.memoryBytes : undefined,
      stdinFile: this.input === 'stdin' ? file.path : undefined,
      // Instrumented programs print a stack on this signal, which shows where they hang.
      endSignal: 'SIGABRT',
      graceMs: STACK_MS,
    });
  }
}

function requireStarted({ status, reason }: ProcessResult): void {
  if (status !== 'not-started') return;
  throw new ProtomdlError('target-not-started', reason ?? 'the command could not be started');
}

/**
 * Returns options for sanitizers; the user's options come last and take precedence: stacks for aborts and
 * undefined behaviour, no leak detection, and a limit on resident memory, because their address space cannot
 * be limited.
 */
function instrumentOptions(
  memoryBytes: number | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const resident =
    memoryBytes === undefined ? [] : [`hard_rss_limit_mb=${Math.max(1, Math.ceil(memoryBytes / 2 ** 20))}`];
  const options: Record<string, readonly string[]> = {
    // Leak detection takes two thirds of a short run's time (measured: 37 ms with it, 17 without).
    ASAN_OPTIONS: ['handle_abort=1', 'abort_on_error=0', 'detect_leaks=0', ...resident],
    MSAN_OPTIONS: ['handle_abort=1', 'abort_on_error=0', ...resident],
    TSAN_OPTIONS: ['abort_on_error=0', ...resident],
    UBSAN_OPTIONS: ['print_stacktrace=1'],
  };
  return Object.fromEntries(
    Object.entries(options).map(([name, ours]) => {
      const theirs = env[name];
      return [name, [...ours, ...(theirs === undefined || theirs === '' ? [] : [theirs])].join(':')];
    }),
  );
}
