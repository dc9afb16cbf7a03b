/** The file that worker threads are given: as launch.ts, for what a worker does. */
import type worker from '../validate/worker.js';
import { startCached } from './code-pack.js';

const { default: work } = startCached(__dirname, 'worker.js', 'validate', require) as {
  default: typeof worker;
};

export default work;
