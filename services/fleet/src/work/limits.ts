/** Limits of an object, beyond which its thread is ended. */
export interface Limits {
  readonly heapMiB: number;
  /** Memory of the whole process, in MiB. Memory outside of heaps has no separate limit. */
  readonly processMiB: number;
  /** Maximum time without progress of the thread. A response or the start of a try counts as progress. */
  readonly stallMs: number;
  /** Maximum total time for an object that is tried alone. */
  readonly aloneMs: number;
}

/** An unreadable object is queued again at most this number of times, which takes about an hour. */
export const MAX_ROUNDS = 10;

export const LIMITS: Limits = { heapMiB: 1_024, processMiB: 4_096, stallMs: 60_000, aloneMs: 300_000 };
