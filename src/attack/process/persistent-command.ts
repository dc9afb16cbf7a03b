import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { NOT_STARTED, type ProcessOptions, type ProcessResult } from './run-command.js';

/** Result of one file in a persistent program. */
interface PersistentResult extends ProcessResult {
  /**
   * Edges of the program that ran, with their frequency: an index below 65,536, multiplied by 8, plus a class
   * of 0 to 7.
   */
  readonly edges: Uint32Array;
}

interface PersistentCommandOptions extends Pick<ProcessOptions, 'env' | 'memoryBytes'> {
  /**
   * Output of this size or more is reported as truncated; the program itself truncates it
   * (fuzz/harness/persistent.c).
   */
  readonly maxOutput: number;
}

/** The program's first message, when it is ready. */
const READY = Buffer.from('PMD1');
const READY_MS = 5000;
/**
 * Size of an answer's head: the ending, the code or signal, and the sizes of standard output, standard error
 * and edges.
 */
const HEAD_BYTES = 17;
const ENDED = ['exited', 'exited', 'signalled', 'timed-out'] as const;
const RETURNED = 0;
/**
 * Time beyond a run's limit, in milliseconds, after which the program itself counts as stuck: a working
 * program ends runs that hang.
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
  /** Ends the wait for an answer: called with true if the answer has arrived. */
  #answered: ((isThere: boolean) => void) | undefined;
  /** Reason that the program cannot be started. */
  #problem: string | undefined;

  /** @param argv the program and its arguments */
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
        // Copied, because the bytes need not be aligned.
        edges: new Uint32Array(new Uint8Array(body.subarray(sizes[0] + sizes[1])).buffer),
      });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Ends the program with the run inside it, whose process ends with its parent. */
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
      // A separate process group: Ctrl-C in a terminal reaches only this process, which then ends the
      // program.
      detached: true,
      // The program's own output, outside of runs, is rarely useful.
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
    // This event comes after the last output.
    child.on('close', gone);
    process.on('exit', this.close);
    this.#child = child;
  }

  /** Returns the next bytes of its answer; undefined if the program has ended. */
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
  // The result -1, which libFuzzer and AFL++ treat specially, is a refusal like any other number.
  return { status, code: isReturned ? Number(value !== 0) : value, signal: null };
}
