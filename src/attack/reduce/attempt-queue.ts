import type { ReductionCandidate, Subject } from './subject.js';

/** A waiting attempt, with its number in the order of arrival. */
export interface Waiting {
  readonly attempt: Attempt;
  readonly order: number;
}

/** Queue of attempts, the heaviest first; attempts of equal weight in the order of arrival. */
export class AttemptQueue {
  readonly #heap: Waiting[] = [];
  #order = 0;

  get size(): number {
    return this.#heap.length;
  }

  add(attempts: Iterable<Attempt>): Waiting[] {
    const added: Waiting[] = [];
    for (const attempt of attempts) {
      const waiting = { attempt, order: this.#order++ };
      this.putBack(waiting);
      added.push(waiting);
    }
    return added;
  }

  /** Returns a removed attempt to its former position in the queue. */
  putBack(waiting: Waiting): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(waiting);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(waiting, heap[parent] as Waiting)) break;
      heap[at] = heap[parent] as Waiting;
      at = parent;
    }
    heap[at] = waiting;
  }

  drop(unwanted: ReadonlySet<Waiting>): void {
    if (unwanted.size === 0) return;
    const kept = this.#heap.filter((waiting) => !unwanted.has(waiting));
    this.#heap.length = 0;
    for (const waiting of kept) this.putBack(waiting);
  }

  take(): Waiting | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Waiting, heap[child] as Waiting)) child++;
      if (!isBefore(heap[child] as Waiting, last)) break;
      heap[at] = heap[child] as Waiting;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

function isBefore(a: Waiting, b: Waiting): boolean {
  const byWeight = b.attempt.weight - a.attempt.weight;
  return byWeight < 0 || (byWeight === 0 && a.order < b.order);
}

/** One way to make the file smaller or simpler, with the attempts that follow a success or a failure. */
export interface Attempt {
  /** Possible gain in bytes; the waiting attempt with the largest gain is tried next. */
  readonly weight: number;
  /** Returns the file after the change; undefined if the change is not applicable. */
  candidate(subject: Subject): Promise<ReductionCandidate | undefined> | ReductionCandidate | undefined;
  /** Attempts to add after a failure. They must depend only on the attempt and the current file. */
  readonly failed?: () => readonly Attempt[];
  /** Attempts to add after a success. */
  readonly worked?: () => readonly Attempt[];
}
