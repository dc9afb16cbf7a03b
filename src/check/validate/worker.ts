import { openForOnce } from '../../base/source/file.js';
import { FileQueue, NO_FILES, NOT_YET } from './file-queue.js';
import { namedBy, type ValidateOptions } from './file-report.js';
import type { ShardResult } from './shards.js';
import { validateOpened } from './validate-file.js';
import { type FileOutcome, type FilesForWorker, outcomeOf, runShard, type WorkerJob } from './worker-job.js';

/** Runs the task of a worker thread: piscina calls the default export of this file. */
export default async function work(job: WorkerJob): Promise<ShardResult | undefined> {
  if ('contexts' in job) return runShard(job);
  await validateFrom(job, (path, options) =>
    outcomeOf(() => validateOpened(() => openForOnce(path, true), namedBy(path, options))),
  );
  return undefined;
}

/** Takes files until no files are left, and posts the outcome of each file. */
export async function validateFrom(
  { shared, thread, files, options, answers }: FilesForWorker,
  validate: (path: string, options: ValidateOptions) => Promise<FileOutcome>,
): Promise<void> {
  const queue = new FileQueue(shared);
  for (;;) {
    const index = queue.take(thread);
    if (index === NO_FILES) return;
    if (index === NOT_YET) {
      queue.wait();
      continue;
    }
    const file = files[index];
    if (file) {
      const outcome = await validate(file.path, { ...options, policy: file.policy });
      answers.postMessage({ index, outcome });
    }
    queue.putBack(thread);
  }
}
