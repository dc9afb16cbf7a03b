import type { Clock } from '../clock/index.js';
import type { Database } from '../db/index.js';
import { DatabaseCounters } from './database-counters.js';
import { MemoryCounters } from './memory-counters.js';
import { type Counts, countsAt, type Limit, used, waitMs } from './window.js';

export interface LimiterOptions extends Limit {
  /** Name of the limit; limiters with the same name in several processes share a database's counts. */
  name: string;
  clock: Clock;
  /** Database that keeps the counts instead of the memory, for several processes. */
  db?: Database | undefined;
}

export interface LimitState {
  allowed: boolean;
  /** Whole points left. */
  remaining: number;
  /** Refused: milliseconds until it would be allowed. Allowed: milliseconds until the whole limit is free again. */
  resetMs: number;
  limit: number;
}

/** Storage of counts. */
export interface Counters {
  read(key: string, now: number): Promise<Counts>;
  /** Adds the points when they fit, or always when `forced`. */
  add(key: string, now: number, points: number, forced: boolean): Promise<{ counts: Counts; taken: boolean }>;
  remove(key: string): Promise<void>;
}

/**
 * A limit over a sliding window: `points` within any `durationMs`. A refused take does not count. A library was
 * considered: rate-limiter-flexible has fixed windows, which allow twice the limit around their edge, and it reads the
 * clock itself.
 */
export interface Limiter {
  /** Uses points (1 by default) when they fit. */
  take(key: string, points?: number): Promise<LimitState>;
  /** Returns the state, with `allowed` true if one more point would fit. Uses no points. */
  peek(key: string): Promise<LimitState>;
  /** Uses points whether they fit or not, as for a failed log-in. */
  penalty(key: string, points?: number): Promise<LimitState>;
  /** Deletes the key's counts. */
  reset(key: string): Promise<void>;
}

export function createLimiter({ name, points: limitPoints, durationMs, clock, db }: LimiterOptions): Limiter {
  const limit: Limit = { points: limitPoints, durationMs };
  const counters: Counters =
    db === undefined ? new MemoryCounters(limit) : new DatabaseCounters(name, limit, db);

  const state = (counts: Counts, now: number, allowed: boolean, points: number): LimitState => {
    const remaining = Math.max(0, Math.floor(limitPoints - used(counts, limit, now) + EPSILON));
    const resetMs = allowed ? waitMs(counts, limit, now, limitPoints) : waitMs(counts, limit, now, points);
    return { allowed, remaining, resetMs, limit: limitPoints };
  };
  const add = async (key: string, points: number, forced: boolean) => {
    const now = clock.now();
    const { counts, taken } = await counters.add(key, now, points, forced);
    return state(counts, now, taken, points);
  };

  return {
    take: (key, points = 1) => add(key, points, false),
    penalty: (key, points = 1) => add(key, points, true),
    async peek(key) {
      const now = clock.now();
      const counts = countsAt(await counters.read(key, now), limit, now);
      return state(counts, now, used(counts, limit, now) + 1 <= limitPoints + EPSILON, 1);
    },
    reset: (key) => counters.remove(key),
  };
}

/** A wait that was rounded to milliseconds may fall short by a rounding error. */
export const EPSILON = 1e-6;
