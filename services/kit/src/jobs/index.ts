export { Jobs, type JobsOptions } from './jobs.js';
export { GiveUp, type JobContext, type JobKind, RetryLater, triesAfter } from './kind.js';
export { type EnqueueOptions, type QueueState, queueState } from './store.js';
