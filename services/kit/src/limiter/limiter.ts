import type { Clock } from '../clock/index.js';
import type { Database } from '../db/index.js';
import { DatabaseCounters } from './database-counters.js';
import { MemoryCounters } from './memory-counters.js';
import { type Counts, countsAt, type Limit, used, waitMs } from './window.js';

export interface LimiterOptions extends Limit {
  /** Name of the limit. Limiters with the same name share their counts in the database. */
  name: string;
  clock: Clock;
  /** Database that keeps the counts, for several processes; without it, the counts are in memory. */
  db?: Database | undefined;
}

export interface LimitState {
  allowed: boolean;
  /** Number of remaining points, rounded down. */
  remaining: number;
  /**
   * If refused: milliseconds until the request would be allowed. If allowed: milliseconds until all points are
   * available again.
   */
  resetMs: number;
  limit: number;
}

export interface Counters {
  read(key: string, now: number): Promise<Counts>;
  /** Adds the points if they are within the limit; with `forced`, adds the points even above the limit. */
  add(key: string, now: number, points: number, forced: boolean): Promise<{ counts: Counts; taken: boolean }>;
  remove(key: string): Promise<void>;
}

/**
 * A limit over a sliding window: `points` within any `durationMs`. The library
 * rate-limiter-flexible is not used, because its fixed windows allow twice the limit around a boundary, and because it
 * reads the system clock.
 */
export interface Limiter {
  /** Uses points (1 by default) if they are within the limit. */
  take(key: string, points?: number): Promise<LimitState>;
  /** Returns the state, with `allowed` true if one more point is within the limit. Uses no points. */
  peek(key: string): Promise<LimitState>;
  /** Uses points even above the limit, as for a failed log-in. */
  penalty(key: string, points?: number): Promise<LimitState>;
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

/** Waiting for a rounded number of milliseconds may be too short by a rounding error, which `EPSILON` tolerates. */
export const EPSILON = 1e-6;
