/** Limits of an object, beyond which its thread is ended. */
export interface Limits {
  /** Heap of the thread, in MiB. */
  readonly heapMiB: number;
  /** Memory of the whole process, in MiB: memory outside of heaps has no separate limit. */
  readonly processMiB: number;
  /** Time without progress: a response, or the start of a try. */
  readonly stallMs: number;
  /** Total time of an object that is tried alone. */
  readonly aloneMs: number;
}

/** Number of times that unreadable objects are queued again: about an hour in all. */
export const MAX_ROUNDS = 10;

export const LIMITS: Limits = { heapMiB: 1_024, processMiB: 4_096, stallMs: 60_000, aloneMs: 300_000 };
