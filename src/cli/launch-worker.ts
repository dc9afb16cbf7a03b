/** Module that worker threads run. It is like launch.ts, but starts the code of the worker. */
import { join } from 'node:path';
import type * as worker from '../check/validate/worker.js';
import { startCached } from './start-cached.js';

const loaded = startCached(join(__dirname, '..'), 'worker.js', 'validate', require) as Promise<typeof worker>;

const work: typeof worker.default = async (job) => (await loaded).default(job);

export default work;
