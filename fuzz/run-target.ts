import { Worker } from 'node:worker_threads';
import type { Progress } from './driver.js';
import type { Failure } from './failure.js';
import { writeCrash } from './seeds.js';
import { Watch } from './watch.js';
import type { Message, Task } from './worker.js';

export interface TargetResult {
  readonly state: Progress;
  readonly ms: number;
  /** Failures, each with the file that holds its input. */
  readonly failures: readonly (Failure & { readonly path: string })[];
  /** Reason why the target did not run. */
  readonly absent?: string;
  /** Number of seeds written. */
  readonly kept?: number;
}

export interface RunOptions extends Omit<Task, 'shared'> {
  /** Name of the target, for the names of files. */
  readonly name: string;
  /** Milliseconds that one run may take. */
  readonly limitMs: number;
  readonly progress?: (state: Progress) => void;
}

/** Limit for the heap: a target that needs more has unbounded memory. */
const HEAP_MB = 1500;
/** Limit for all memory, including buffers. */
const MAX_RSS = 3 * 1024 ** 3;
/** Time limit for opening a target, which may compile a program or build the package, in milliseconds. */
const OPEN_MS = 180_000;
const LOOK_MS = 200;

const NOTHING: Progress = { runs: 0, population: 0, reached: 0, traits: 0, failures: 0 };

/**
 * Fuzzes a target in a separate thread, which is ended when a run takes too long or needs too much memory.
 */
export async function runTarget(options: RunOptions): Promise<TargetResult> {
  const { name, limitMs, progress, ...task } = options;
  const watch = new Watch();
  const startedAt = performance.now();
  const failures: (Failure & { path: string })[] = [];
  let state = NOTHING;
  let result: Partial<TargetResult> = {};
  let isDone = false;
  const keep = (failure: Failure, read?: string): void => {
    // A failure before the first input is a failure of the target itself, and has no input to keep.
    const isOwn = watch.turn === 0;
    const path = isOwn ? '' : (read ?? options.inputs[0] ?? writeCrash(name, failure.key, failure.input));
    failures.push({ ...failure, path });
  };
  const worker = new Worker(new URL('start-worker.mjs', import.meta.url), {
    workerData: { ...task, shared: watch.shared } satisfies Task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  await new Promise<void>((resolve) => {
    const end = (key: string, text: string): void => {
      if (isDone) return;
      isDone = true;
      keep({ input: watch.input, key, text });
      void worker.terminate();
    };
    let turn = 0;
    let since = performance.now();
    const timer = setInterval(() => {
      if (watch.turn !== turn) {
        turn = watch.turn;
        since = performance.now();
      }
      const waited = performance.now() - since;
      const limit = turn === 0 ? OPEN_MS : limitMs;
      if (waited > limit) end('hang', `nothing came of it in ${Math.round(waited / 1000)} s`);
      const { rss } = process.memoryUsage();
      if (rss > MAX_RSS) end('out of memory', `the process has ${Math.round(rss / 1024 ** 2)} MB`);
    }, LOOK_MS);
    worker.on('message', (message: Message) => {
      if (message.kind === 'failure') keep(message.failure, message.path);
      else if (message.kind === 'absent') result = { absent: message.why };
      else {
        state = message.state;
        if (message.kind === 'progress') progress?.(state);
        else {
          result = { ms: message.ms, ...(message.kept !== undefined && { kept: message.kept }) };
          // After the last input there is no time limit.
          isDone = true;
        }
      }
    });
    worker.on('error', (error: Error & { code?: string }) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      end(isMemory ? 'out of memory' : `uncaught ${error.name}`, error.stack ?? error.message);
    });
    worker.on('exit', () => {
      clearInterval(timer);
      resolve();
    });
  });
  return { state, ms: performance.now() - startedAt, failures, ...result };
}
