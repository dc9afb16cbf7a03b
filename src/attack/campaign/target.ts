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
   * `stdin`: the program reads the file from standard input. `persistent`: the program keeps running and
   * reads one file after the other, as fuzz/harness/persistent.c does. Default: `file` if the command has a
   * `{}`; otherwise `persistent` for a program that is linked with the harness, and `stdin` for other
   * programs.
   */
  readonly input?: TargetInput | undefined;
  readonly timeoutMs: number;
  /** Memory limit of one run in bytes; undefined for no limit. */
  readonly memoryBytes?: number | undefined;
  readonly rules?: EndingRules | undefined;
  /** True to repeat crashes under gdb, if it is installed, to find their positions (default true). */
  readonly findsPlaces?: boolean | undefined;
}

type TargetInput = 'file' | 'stdin' | 'persistent';

/** Placeholder for the path of the file in a command. */
export const PLACEHOLDER = '{}';

/** Maximum number of bytes to keep of each output; sanitizer reports with three stacks have about 8 KiB. */
const MAX_OUTPUT = 64 * 1024;

/** Grace time in milliseconds for printing a stack, which requires a lookup of function names. */
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
  /** Variables that are set in addition to this process's environment. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * True if the system limits the address space. Instrumented programs are not limited by the system, because
   * they reserve terabytes; an option of their sanitizer limits their memory.
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

  /** Returns the command that runs the loader once on a file. */
  argvFor(path: string): readonly string[] {
    if (this.input === 'persistent') return [...this.target.argv, path];
    return this.target.argv.map((part) => part.replaceAll(PLACEHOLDER, path));
  }

  /**
   * @param timeoutMs time limit that overrides the target's
   * @returns undefined if `signal` aborted the run
   * @throws ProtomdlError `target-not-started` if the system could not start the program
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
      // For a script that starts an instrumented program, only the first run shows the instrumentation.
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
    // A persistent program that was killed from outside is started again once.
    if (result.status === 'not-started') result = await command.run(bytes, timeoutMs, signal);
    if (result.status === 'aborted') return undefined;
    requireStarted(result);
    const ending = { ...runEnding(result, this.target.rules), edges: result.edges };
    return this.#placed(ending, bytes, file, signal);
  }

  /**
   * Adds the position of a crash that no sanitizer reported. Without positions, all crashes with one signal
   * would form one group.
   * @returns undefined if `signal` ended the search, because a crash without its position would open a second
   * group
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
      // On this signal, a hanging instrumented program prints its stack.
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
 * Returns options for sanitizers: they print stacks for aborts and undefined behaviour, do not search for
 * leaks, and limit the resident memory, because the address space of an instrumented program cannot be
 * limited. The user's options come last and take precedence.
 */
function instrumentOptions(
  memoryBytes: number | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const resident =
    memoryBytes === undefined ? [] : [`hard_rss_limit_mb=${Math.max(1, Math.ceil(memoryBytes / 2 ** 20))}`];
  const options: Record<string, readonly string[]> = {
    // Leaks are not detected, because detection takes half of a short run's time (measured: 37 ms with it, 17
    // without).
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
