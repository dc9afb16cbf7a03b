/** The file that worker threads are given: as launch.ts, for what a worker does. */
import type worker from '../validate/worker.js';
import { startPacked } from './packed-start.js';

const { default: work } = startPacked(__dirname, 'worker.js', require) as { default: typeof worker };

export default work;
