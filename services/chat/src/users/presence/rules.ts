import type { Presence } from './store.js';

/**
 * Interval at which clients report presence, and time after which users count as offline. Both values are sent to
 * clients.
 */
export const PING_INTERVAL_SECONDS = 60;
export const OFFLINE_AFTER_SECONDS = 200;
/** Presence that is older than this is left out, unless the client requests a longer history. */
export const DEFAULT_HISTORY_DAYS = 14;

export type PresenceStatus = 'active' | 'idle' | 'offline';

const seconds = (ms: number | null): number => Math.floor((ms ?? 0) / 1000);

/** Returns the later of the active and the idle state; if both have the same time, the active state. */
function latest(row: Presence): { status: 'active' | 'idle'; timestamp: number } {
  const active = row.active_at ?? -1;
  const idle = row.idle_at ?? -1;
  return active >= idle
    ? { status: 'active', timestamp: seconds(active) }
    : { status: 'idle', timestamp: seconds(idle) };
}

export function statusAt(row: Presence | undefined, now: number): PresenceStatus {
  if (row === undefined) return 'offline';
  const { status, timestamp } = latest(row);
  return now / 1000 - timestamp > OFFLINE_AFTER_SECONDS ? 'offline' : status;
}

/** Returns the newer form of presence: both times in seconds. */
export const slimPresence = (row: Presence) => ({
  active_timestamp: seconds(row.active_at ?? row.idle_at),
  idle_timestamp: seconds(row.idle_at ?? row.active_at),
});

export const websitePresence = (row: Presence) => ({
  client: 'website',
  ...latest(row),
  pushable: false,
});

/** Returns the older form of presence, with one entry per client. */
export const aggregatedPresence = (row: Presence) => ({
  aggregated: { client: 'website', ...latest(row) },
  website: websitePresence(row),
});
