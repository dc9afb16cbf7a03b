import type { Clock } from '@services/kit/clock';
import type { Database } from '@services/kit/db';
import { createLimiter, type LimitState } from '@services/kit/limiter';

export const TIERS = ['free', 'pro', 'enterprise'] as const;
export type Tier = (typeof TIERS)[number];

const HOUR_MS = 3_600_000;

/** Number that means "unlimited" in the headers: the largest integer of HTTP structured fields (RFC 9651). */
const UNLIMITED: LimitState = {
  allowed: true,
  limit: 999_999_999_999_999,
  remaining: 999_999_999_999_999,
  resetMs: 0,
};

/**
 * Longest wait that a response names. A batch that is larger than the whole limit would never be accepted, but gets
 * this wait, too.
 */
const LONGEST_WAIT_S = 2 * 3_600;

export function isTier(text: string): text is Tier {
  return (TIERS as readonly string[]).includes(text);
}

/** Counts the requests of each user in a sliding hour; the limit is that of the user's current tier. */
export interface TierLimits {
  take(user: { id: number; tier: Tier }, points: number): Promise<LimitState>;
  peek(user: { id: number; tier: Tier }): Promise<LimitState>;
}

/** Limiter of the counts: in memory, or in the database if several processes share it. */
export function createTierLimits(
  points: { free: number; pro: number },
  clock: Clock,
  db: Database | undefined,
): TierLimits {
  const limiter = (tier: 'free' | 'pro') =>
    createLimiter({ name: `tier-${tier}`, points: points[tier], durationMs: HOUR_MS, clock, db });
  const limiters = { free: limiter('free'), pro: limiter('pro') };
  return {
    take: async ({ id, tier }, count) =>
      tier === 'enterprise' ? UNLIMITED : limiters[tier].take(String(id), count),
    peek: async ({ id, tier }) => (tier === 'enterprise' ? UNLIMITED : limiters[tier].peek(String(id))),
  };
}

/** Returns the `ratelimit-…` headers of a response; the time until the limit is reset is in seconds. */
export function tierHeaders({ limit, remaining, resetMs }: LimitState): Record<string, string> {
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(seconds(resetMs)),
  };
}

/** Returns the seconds after which a refused request would be accepted. */
export function retryAfter(state: LimitState): number {
  return Math.max(1, seconds(state.resetMs));
}

function seconds(ms: number): number {
  return Math.min(LONGEST_WAIT_S, Math.ceil(ms / 1000));
}
