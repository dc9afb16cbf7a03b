import { FileQueue, NO_FILES, NOT_YET } from './file-queue.js';
import type { ValidateOptions } from './file-report.js';
import type { FileOutcome } from './outcome.js';
import type { FilesForWorker } from './worker-job.js';

/** Takes files until none are left, and posts the outcome of each. */
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
