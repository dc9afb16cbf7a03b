import { array, type Queryable, sql } from '@services/kit/db';
import type { Subscription, SubscriptionProperty } from './subscription.js';

const COLUMNS = sql.raw(`s.channel_id, s.user_id, s.is_active, s.color, s.is_muted, s.pin_to_top,
  s.desktop_notifications, s.audible_notifications, s.push_notifications, s.email_notifications,
  s.wildcard_mentions_notify`);

export async function isSubscribed(db: Queryable, userId: number, channelId: number): Promise<boolean> {
  const row = await db.one(sql`SELECT 1 AS subscribed FROM subscription
    WHERE channel_id = ${channelId}::bigint AND user_id = ${userId}::bigint AND is_active`);
  return row !== undefined;
}

/** Returns all subscriptions of a user by channel; ended subscriptions are included. */
export async function subscriptionsOf(db: Queryable, userId: number): Promise<Map<number, Subscription>> {
  const rows = await db.rows<Subscription>(
    sql`SELECT ${COLUMNS} FROM subscription s WHERE s.user_id = ${userId} ORDER BY s.channel_id`,
  );
  return new Map(rows.map((row) => [row.channel_id, row]));
}

/** Returns the subscriptions of the users to the channels; ended subscriptions are included. */
export function subscriptionRows(
  db: Queryable,
  userIds: readonly number[],
  channelIds: readonly number[],
): Promise<Subscription[]> {
  return db.rows<Subscription>(sql`SELECT ${COLUMNS} FROM subscription s
    WHERE s.user_id = ANY(${array(userIds, 'int4')}) AND s.channel_id = ANY(${array(channelIds, 'int4')})`);
}

/** Returns the colours that each user already has, so that a new channel gets another colour. */
export async function usedColors(db: Queryable, userIds: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await db.rows<{ user_id: number; colors: string[] }>(sql`
    SELECT user_id, array_agg(color) AS colors FROM subscription WHERE user_id = ANY(${array(userIds, 'int4')})
    GROUP BY user_id`);
  return new Map(rows.map((row) => [row.user_id, row.colors]));
}

/** Subscribes users; former subscribers get their old preferences back. */
export async function insertSubscriptions(
  db: Queryable,
  rows: readonly { userId: number; channelId: number; color: string }[],
  now: number,
): Promise<Subscription[]> {
  return db.rows<Subscription>(sql`
    INSERT INTO subscription AS s (channel_id, user_id, color, subscribed_at)
    SELECT n.channel_id, n.user_id, n.color, ${now}::bigint
    FROM unnest(${array(
      rows.map((row) => row.channelId),
      'int4',
    )}, ${array(
      rows.map((row) => row.userId),
      'int4',
    )},
      ${array(
        rows.map((row) => row.color),
        'text',
      )}) AS n(channel_id, user_id, color)
    ON CONFLICT (channel_id, user_id) DO UPDATE SET is_active = true, subscribed_at = excluded.subscribed_at
    RETURNING ${COLUMNS}`);
}

export async function endSubscriptions(
  db: Queryable,
  pairs: readonly { userId: number; channelId: number }[],
): Promise<void> {
  await db.run(sql`UPDATE subscription s SET is_active = false
    FROM unnest(${array(
      pairs.map((pair) => pair.channelId),
      'int4',
    )},
      ${array(
        pairs.map((pair) => pair.userId),
        'int4',
      )}) AS gone(channel_id, user_id)
    WHERE s.channel_id = gone.channel_id AND s.user_id = gone.user_id`);
}

export async function setProperty(
  db: Queryable,
  userId: number,
  channelId: number,
  property: SubscriptionProperty,
  value: string | boolean | null,
): Promise<void> {
  await db.run(sql`UPDATE subscription SET ${sql.identifier(property)} = ${value}
    WHERE channel_id = ${channelId} AND user_id = ${userId}`);
}
