import { existsSync } from 'node:fs';
import type { Policy } from '../base/diagnostics/policy.js';
import { openFile, openForOnce } from '../base/source/file.js';
import { openStandardInput } from '../base/source/node-stream.js';
import { interruptible } from '../base/source/yielder.js';
import { type FileReport, namedBy, unreadable, type ValidateOptions } from '../check/validate/file-report.js';
import { SHARDED_FROM } from '../check/validate/shards.js';
import { validateOpened } from '../check/validate/validate-file.js';
import { type FileOutcome, outcomeOf } from '../check/validate/worker-job.js';
import type { Host } from './host.js';
import type { CommandInput } from './input.js';

interface FileWishes {
  policyOf(input: CommandInput): Policy | undefined;
  /** Called with every outcome as soon as it is available, in any order. */
  onOutcome?(input: CommandInput, outcome: FileOutcome): void;
}

/** Number of files per thread above which optimising code sooner saves time (optimizer.ts). */
const MANY_FILES = 3_000;

/**
 * Validates the inputs in this thread and, if this saves time, in workers. Returns outcomes in the order of
 * the inputs.
 */
export async function* outcomesOf(
  inputs: readonly CommandInput[],
  options: ValidateOptions,
  jobs: number | undefined,
  host: Host,
  wishes: FileWishes = { policyOf: () => undefined },
): AsyncGenerator<FileOutcome> {
  const workers = workersFor(inputs, options.checksum ?? true, jobs ?? host.parallelism);
  const { workerFile } = host;
  if (inputs.length >= MANY_FILES * (workers + 1)) host.optimizeSooner?.();
  if (workers > 0 && workerFile !== undefined && existsSync(workerFile)) {
    const { validateInPool } = await import('../check/validate/pool.js');
    const files = inputs.map((input) => {
      const policy = wishes.policyOf(input);
      const here = () => validateHere(input, { ...options, policy });
      return { path: input.path, policy, here, onlyHere: input.kind !== 'file' };
    });
    const onOutcome = (index: number, outcome: FileOutcome) => wishes.onOutcome?.(inputs[index]!, outcome);
    yield* validateInPool(files, { workers, workerFile, validate: options, onOutcome });
    return;
  }
  const shardThreads = workerFile !== undefined && existsSync(workerFile) ? (jobs ?? host.parallelism) : 1;
  for (const input of inputs) {
    const wished = { ...options, policy: wishes.policyOf(input) };
    const outcome = await outcomeOf(async () =>
      input.kind === 'file' && shardThreads > 1 && input.size >= SHARDED_FROM
        ? validateInShards(input, wished, workerFile as string, shardThreads)
        : validateHere(input, wished),
    );
    wishes.onOutcome?.(input, outcome);
    yield outcome;
  }
}

/** Validates a file. The contexts of a large file are scanned in parallel. */
async function validateInShards(
  input: CommandInput,
  options: ValidateOptions,
  workerFile: string,
  threads: number,
): Promise<FileReport> {
  if (input.problem !== undefined) return unreadable(input.problem.code, input.problem.message);
  const { ShardPool } = await import('../check/validate/shard-pool.js');
  const shards = new ShardPool(input.path, workerFile, threads);
  try {
    return await validateOpened(async () => interruptible(await openFile(input.path)), {
      ...namedBy(input.path, options),
      shards,
    });
  } finally {
    shards.stop();
  }
}

async function validateHere(input: CommandInput, options: ValidateOptions): Promise<FileReport> {
  if (input.problem !== undefined) return unreadable(input.problem.code, input.problem.message);
  if (input.kind === 'stdin') return validateOpened(openStandardInput, options);
  const open = () => openForOnce(input.path, input.kind === 'file');
  return validateOpened(async () => interruptible(await open()), namedBy(input.path, options));
}

/**
 * Costs of files and of workers. Processor time was measured with Node 20 on two cores with other load:
 * framed models of 130 KB and of 4 MB, all rules, checksums verified.
 *
 * - A file takes 0.8 ms after the code is compiled, and 1.6 ms more for each megabyte that is hashed (MD5).
 * - Piscina takes 10 ms to load, once. A worker takes 45 ms to begin, and altogether 200 to 350 ms of
 *   processor time to load, compile and optimise code again; varied work takes more of this time.
 * - 250 files of 4 MB took 2.0 s (2.3 s of processor time) in one thread, and 1.4 s (2.6 s) in two threads.
 * - 40 files of 8 MB without checksums took 0.43 s (0.59 s of processor time) in one thread, and 0.41 s
 *   (0.73 s) in two threads. Workers therefore save time from about half a second of work on.
 */
const MS_PER_FILE = 0.8;
const MS_PER_CHECKED_MEGABYTE = 1.6;

/** Minimum amount of work in milliseconds for which starting a thread saves time. */
const MS_PER_THREAD = 250;

/**
 * Returns the number of workers for these inputs in addition to this thread, which also validates; 0 for a
 * single file or for little work.
 * @param jobs maximum number of threads
 */
export function workersFor(inputs: readonly CommandInput[], checksum: boolean, jobs: number): number {
  const files = inputs.filter(({ kind }) => kind === 'file');
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const work = files.length * MS_PER_FILE + (checksum ? (bytes / 1e6) * MS_PER_CHECKED_MEGABYTE : 0);
  const threads = Math.min(jobs, files.length, Math.floor(work / MS_PER_THREAD));
  return Math.max(0, threads - 1);
}
