import { type Counters, EPSILON } from './limiter.js';
import { type Counts, countsAt, type Limit, used } from './window.js';

/** Maximum number of keys, above which the oldest key is dropped: 100,000 keys take some 20 MB. */
const MAX_KEYS = 100_000;

/** Expired keys are dropped after this number of additions. */
const SWEEP_EVERY = 10_000;

export class MemoryCounters implements Counters {
  readonly #limit: Limit;
  readonly #counts = new Map<string, Counts>();
  #additions = 0;

  constructor(limit: Limit) {
    this.#limit = limit;
  }

  async read(key: string, now: number): Promise<Counts> {
    return countsAt(this.#counts.get(key), this.#limit, now);
  }

  async add(key: string, now: number, points: number, forced: boolean) {
    this.#additions += 1;
    if (this.#additions % SWEEP_EVERY === 0) this.#sweep(now);
    const before = countsAt(this.#counts.get(key), this.#limit, now);
    const taken = forced || used(before, this.#limit, now) + points <= this.#limit.points + EPSILON;
    const counts = taken ? { ...before, current: before.current + points } : before;
    this.#counts.set(key, counts);
    if (this.#counts.size > MAX_KEYS) {
      for (const first of this.#counts.keys()) {
        this.#counts.delete(first);
        break;
      }
    }
    return { counts, taken };
  }

  async remove(key: string): Promise<void> {
    this.#counts.delete(key);
  }

  #sweep(now: number): void {
    for (const [key, counts] of this.#counts) {
      if (used(countsAt(counts, this.#limit, now), this.#limit, now) === 0) this.#counts.delete(key);
    }
  }
}
