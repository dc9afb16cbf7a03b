import { FileQueue, NOT_YET, NOTHING } from './file-queue.js';
import type { ValidateOptions } from './file-report.js';
import type { FileOutcome } from './outcome.js';
import type { FilesForWorker, WorkerAnswer } from './worker-job.js';

/** Takes files until there are none, and says what came of each. */
export async function validateFrom(
  { shared, thread, files, options }: FilesForWorker,
  validate: (path: string, options: ValidateOptions) => Promise<FileOutcome>,
  answer: (answer: WorkerAnswer) => void,
): Promise<void> {
  const queue = new FileQueue(shared);
  for (;;) {
    const index = queue.take(thread);
    if (index === NOTHING) return;
    if (index === NOT_YET) {
      queue.wait();
      continue;
    }
    const file = files[index];
    if (file) answer({ index, outcome: await validate(file.path, { ...options, policy: file.policy }) });
    queue.putBack(thread);
  }
}
