/** What an object may take before its thread is ended. */
export interface Limits {
  /** Of the thread's heap, in MiB. */
  readonly heapMiB: number;
  /** Of the whole process, in MiB: what is outside of heaps has no limit of its own. */
  readonly processMiB: number;
  /** Without any sign of life: a request answered, a try begun. */
  readonly stallMs: number;
  /** In all, once an object is tried alone. */
  readonly aloneMs: number;
}

/** How often objects that cannot be read come back to the queue: about an hour in all. */
export const MAX_ROUNDS = 10;

export const LIMITS: Limits = { heapMiB: 1_024, processMiB: 4_096, stallMs: 60_000, aloneMs: 300_000 };
