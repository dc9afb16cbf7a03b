import type { Clock } from '@services/kit/clock';
import { type Queryable, sql } from '@services/kit/db';
import type { App } from '../app.js';

const WEEK_MS = 7 * 86_400_000;

/** Counting messages reads all messages of a week, so the service counts for all channels at once, and rarely. */
const MAX_AGE_MS = 3_600_000;

/** Number of messages in the last week, by channel. The numbers are at most an hour old. */
export class Traffic {
  readonly #clock: Clock;
  #counted: { at: number; messages: ReadonlyMap<number, number> } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async messages(db: Queryable): Promise<ReadonlyMap<number, number>> {
    const now = this.#clock.now();
    if (this.#counted === undefined || Math.abs(now - this.#counted.at) > MAX_AGE_MS) {
      const rows = await db.rows<{ channel_id: number; messages: number }>(sql`
        SELECT channel_id, count(*) AS messages FROM message
        WHERE channel_id IS NOT NULL AND sent_at >= ${now - WEEK_MS}::bigint GROUP BY channel_id`);
      this.#counted = { at: now, messages: new Map(rows.map((row) => [row.channel_id, row.messages])) };
    }
    return this.#counted.messages;
  }

  /** Returns the number of messages a week; null if the channel is younger than a week. */
  async weekly(db: Queryable, channel: { id: number; created_at: number }): Promise<number | null> {
    if (this.#clock.now() - channel.created_at < WEEK_MS) return null;
    return (await this.messages(db)).get(channel.id) ?? 0;
  }
}

const figures = new WeakMap<App, Traffic>();

export function trafficOf(app: App): Traffic {
  let traffic = figures.get(app);
  if (traffic === undefined) {
    traffic = new Traffic(app.clock);
    figures.set(app, traffic);
  }
  return traffic;
}
