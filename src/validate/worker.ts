/** What a worker thread runs. */
import { parentPort, workerData } from 'node:worker_threads';
import { outcomeOf, runShard } from './outcome.js';
import { validateFile } from './validate-file.js';
import type { WorkerJob } from './worker-job.js';
import { validateFrom } from './worker-loop.js';

async function work(port: NonNullable<typeof parentPort>, job: WorkerJob): Promise<void> {
  if ('contexts' in job) {
    port.postMessage(await runShard(job));
    return;
  }
  await validateFrom(
    job,
    (path, options) => outcomeOf(() => validateFile(path, options)),
    (answer) => port.postMessage(answer),
  );
}

// The build loads this file in no worker, for its code.
if (parentPort !== null) void work(parentPort, workerData as WorkerJob);
