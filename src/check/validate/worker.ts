import { openForOnce } from '../../base/source/file.js';
import { namedBy } from './named-by.js';
import { outcomeOf, runShard } from './outcome.js';
import type { ShardResult } from './shards.js';
import { validateOpened } from './validate-file.js';
import type { WorkerJob } from './worker-job.js';
import { validateFrom } from './worker-loop.js';

/** Runs the task of a worker thread: piscina calls the default export of this file. */
export default async function work(job: WorkerJob): Promise<ShardResult | undefined> {
  if ('contexts' in job) return runShard(job);
  await validateFrom(job, (path, options) =>
    outcomeOf(() => validateOpened(() => openForOnce(path, true), namedBy(path, options))),
  );
  return undefined;
}
