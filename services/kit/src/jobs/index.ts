export { Jobs, type JobsOptions } from './jobs.js';
export { GiveUp, type JobContext, type JobKind, RetryLater, triesAfter } from './kind.js';
export {
  type DeadJob,
  deadJobs,
  type EnqueueOptions,
  type QueueState,
  queueState,
  retryDead,
} from './store.js';
