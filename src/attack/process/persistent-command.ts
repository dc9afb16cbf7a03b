import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { NOT_STARTED, type ProcessOptions, type ProcessResult } from './run-command.js';

interface PersistentResult extends ProcessResult {
  /**
   * Edges of the program that ran, with their frequency. Each element is an index below 65,536, multiplied by
   * 8, plus a frequency class of 0 to 7.
   */
  readonly edges: Uint32Array;
}

interface PersistentCommandOptions extends Pick<ProcessOptions, 'env' | 'memoryBytes'> {
  /**
   * Maximum size of each output. Output of this size or more counts as truncated; the program truncates its
   * output itself (fuzz/harness/persistent.c).
   */
  readonly maxOutput: number;
}

/** The message that the program sends when it is ready. */
const READY = Buffer.from('PMD1');
const READY_MS = 5000;
/**
 * Size of an answer's header: how the run ended, the exit code or signal, and the sizes of standard output,
 * standard error and edges.
 */
const HEAD_BYTES = 17;
const ENDED = ['exited', 'exited', 'signalled', 'timed-out'] as const;
const RETURNED = 0;
/**
 * Time in milliseconds after a run's time limit until the program counts as stuck. A working program ends
 * hanging runs itself.
 */
const PATIENCE_MS = 10_000;

const SIGNAL_NAMES = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]));

/**
 * A program that processes one file after the other, linked with fuzz/harness/persistent.c, which describes
 * the protocol. One run at a time.
 */
export class PersistentCommand {
  #child: ChildProcess | undefined;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #needed = 0;
  /** Resolves the wait for an answer; called with true if the answer has arrived. */
  #answered: ((isThere: boolean) => void) | undefined;
  /** Reason why the program cannot be started. */
  #problem: string | undefined;

  constructor(
    private readonly argv: readonly string[],
    private readonly options: PersistentCommandOptions,
  ) {}

  /**
   * @returns the result as `runCommand` gives it, with the edges; `not-started` also if the program violates
   * the protocol
   */
  async run(file: Uint8Array, timeoutMs: number, signal?: AbortSignal): Promise<PersistentResult> {
    const started = performance.now();
    const result = (part: Partial<PersistentResult>): PersistentResult => ({
      ...NOTHING,
      ...part,
      ms: performance.now() - started,
    });
    if (signal?.aborted) return result({ status: 'aborted' });
    if (this.#problem !== undefined) return result({ reason: this.#problem });
    let isAborted = false;
    const abort = (): void => {
      isAborted = true;
      this.close();
    };
    signal?.addEventListener('abort', abort, { once: true });
    let timer: NodeJS.Timeout | undefined;
    try {
      if (this.#child === undefined) {
        this.#start();
        timer = setTimeout(this.close, READY_MS);
        const said = await this.#take(READY.length);
        clearTimeout(timer);
        if (isAborted) return result({ status: 'aborted' });
        if (said === undefined || !READY.equals(said)) {
          const failed = this.#silent();
          this.#problem = failed.reason;
          return result(failed);
        }
      }
      timer = setTimeout(this.close, timeoutMs + PATIENCE_MS);
      const request = Buffer.alloc(8);
      request.writeUInt32LE(Math.min(0x7fff_ffff, Math.ceil(timeoutMs)), 0);
      request.writeUInt32LE(file.length, 4);
      const { stdin } = this.#child as unknown as ChildProcess;
      (stdin as Writable).write(Buffer.concat([request, file]));
      const head = await this.#take(HEAD_BYTES);
      const sizes = [5, 9, 13].map((at) => head?.readUInt32LE(at) ?? 0) as [number, number, number];
      const body = head === undefined ? undefined : await this.#take(sizes[0] + sizes[1] + sizes[2]);
      const ended = ENDED[head?.[0] ?? ENDED.length];
      if (isAborted) return result({ status: 'aborted' });
      if (head === undefined || body === undefined || ended === undefined) return result(this.#silent());
      return result({
        ...endedWith(ended, head.readInt32LE(1), head[0] === RETURNED),
        stdout: body.subarray(0, sizes[0]),
        stderr: body.subarray(sizes[0], sizes[0] + sizes[1]),
        truncated: Math.max(sizes[0], sizes[1]) >= this.options.maxOutput,
        // The bytes are copied, because they may be unaligned.
        edges: new Uint32Array(new Uint8Array(body.subarray(sizes[0] + sizes[1])).buffer),
      });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Ends the program and its current run: the run's process ends with its parent. */
  close = (): void => {
    process.off('exit', this.close);
    const child = this.#child;
    this.#child = undefined;
    this.#chunks = [];
    this.#bytes = 0;
    this.#answered?.(false);
    for (const stream of child?.stdio ?? []) stream?.destroy();
    child?.kill('SIGKILL');
  };

  #silent(): Partial<PersistentResult> {
    this.close();
    const reason = `${this.argv[0]} does not answer as a program linked with fuzz/harness/persistent.c does`;
    return { status: 'not-started', reason: this.#problem ?? reason };
  }

  #start(): void {
    const [program, ...args] = this.argv as [string, ...string[]];
    const { memoryBytes } = this.options;
    const memory = memoryBytes === undefined ? {} : { PROTOMDL_HARNESS_MEMORY: String(memoryBytes) };
    const child = spawn(program, args, {
      env: { ...process.env, ...this.options.env, ...memory },
      // In a separate process group, the program does not get Ctrl-C from the terminal. This process gets it,
      // and ends the program.
      detached: true,
      // Output of the program between runs is dropped, because it is rarely useful.
      stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    });
    for (const stream of child.stdio) stream?.on('error', () => {});
    (child.stdio[3] as Readable).on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#bytes += chunk.length;
      if (this.#bytes >= this.#needed) this.#answered?.(true);
    });
    const gone = (): void => {
      if (this.#child === child) this.close();
    };
    child.on('error', ({ message }) => {
      this.#problem = message;
      gone();
    });
    // `close` is emitted after the last output.
    child.on('close', gone);
    process.on('exit', this.close);
    this.#child = child;
  }

  /** Returns the next bytes of the program's answer; undefined if the program has ended. */
  async #take(size: number): Promise<Buffer | undefined> {
    if (this.#bytes < size) {
      if (this.#child === undefined) return undefined;
      this.#needed = size;
      const isThere = await new Promise<boolean>((resolve) => {
        this.#answered = resolve;
      });
      this.#answered = undefined;
      if (!isThere) return undefined;
    }
    const all = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
    const rest = all.subarray(size);
    this.#chunks = rest.length === 0 ? [] : [rest];
    this.#bytes = rest.length;
    return all.subarray(0, size);
  }
}

const NOTHING: PersistentResult = { ...NOT_STARTED, edges: new Uint32Array(0) };

function endedWith(
  status: (typeof ENDED)[number],
  value: number,
  isReturned: boolean,
): Pick<ProcessResult, 'status' | 'code' | 'signal'> {
  if (status === 'timed-out') return { status, code: null, signal: null };
  if (status === 'signalled')
    return { status, code: null, signal: (SIGNAL_NAMES.get(value) ?? null) as NodeJS.Signals | null };
  // libFuzzer and AFL++ treat the result -1 specially. Here it means that the loader refused the file, like
  // any other result except 0.
  return { status, code: isReturned ? Number(value !== 0) : value, signal: null };
}
