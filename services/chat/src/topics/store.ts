import { array, type Queryable, sql } from '@services/kit/db';
import { badRequest } from '../http/errors.js';
import { needsComparison, topicLookAlike } from '../look-alikes.js';
import type { Policy } from './policy.js';

/** A row of `user_topic`; `updated_at` is in milliseconds. */
export interface UserTopic {
  channel_id: number;
  topic_key: string;
  topic: string;
  visibility_policy: Policy;
  updated_at: number;
}

/** Returns the policies that a user has set, except policies that the user has reset to none. */
export function userTopics(db: Queryable, userId: number): Promise<UserTopic[]> {
  return db.rows<UserTopic>(sql`
    SELECT channel_id, topic_key, topic, visibility_policy, updated_at FROM user_topic
    WHERE user_id = ${userId} AND visibility_policy <> 0 ORDER BY channel_id, topic_key`);
}

/** Returns policies of several users for one topic. */
export async function policiesFor(
  db: Queryable,
  channelId: number,
  topicKey: string,
  userIds: readonly number[],
): Promise<Map<number, Policy>> {
  const rows = await db.rows<{ user_id: number; visibility_policy: Policy }>(sql`
    SELECT user_id, visibility_policy FROM user_topic WHERE channel_id = ${channelId} AND topic_key = ${topicKey}
      AND user_id = ANY(${array(userIds, 'int4')})`);
  return new Map(rows.map((row) => [row.user_id, row.visibility_policy]));
}

/** Returns the policies of all users for one topic, except policies that were reset to none. */
export async function allPolicies(
  db: Queryable,
  channelId: number,
  topicKey: string,
): Promise<Map<number, Policy>> {
  const rows = await db.rows<{ user_id: number; visibility_policy: Policy }>(sql`
    SELECT user_id, visibility_policy FROM user_topic WHERE channel_id = ${channelId} AND topic_key = ${topicKey}
      AND visibility_policy <> 0 ORDER BY user_id`);
  return new Map(rows.map((row) => [row.user_id, row.visibility_policy]));
}

/** Throws if the new topic looks like an existing topic of the channel in another script. */
export async function requireOwnLooks(db: Queryable, channelId: number, topic: string): Promise<void> {
  if (!needsComparison(topic)) return;
  const topics = await db.rows<{ name: string }>(sql`SELECT name FROM topic WHERE channel_id = ${channelId}`);
  const names = topics.map(({ name }) => name);
  if (topicLookAlike(topic, names) !== undefined)
    throw badRequest(`Topic '${topic}' looks like another topic of this channel.`);
}

/** Stores a new spelling of a topic. */
export async function renameTopic(
  db: Queryable,
  topic: { channelId: number; key: string; name: string },
): Promise<void> {
  await db.run(sql`UPDATE user_topic SET topic = ${topic.name}
    WHERE channel_id = ${topic.channelId} AND topic_key = ${topic.key}`);
}

export async function writePolicies(
  db: Queryable,
  topic: { channelId: number; key: string; name: string },
  policies: ReadonlyMap<number, Policy>,
  now: number,
): Promise<void> {
  await db.run(sql`
    INSERT INTO user_topic (user_id, channel_id, topic_key, topic, visibility_policy, updated_at)
    SELECT p.user_id, ${topic.channelId}::int, ${topic.key}, ${topic.name}, p.policy, ${now}::bigint
    FROM unnest(${array([...policies.keys()], 'int4')}, ${array([...policies.values()], 'int4')}) AS p(user_id, policy)
    ON CONFLICT (user_id, channel_id, topic_key) DO UPDATE SET topic = excluded.topic,
      visibility_policy = excluded.visibility_policy, updated_at = excluded.updated_at`);
}

/** `[channel, topic, UNIX seconds]`: form of a muted topic for clients that do not know `user_topic`. */
export type MutedTopic = [channel: string, topic: string, time: number];

export async function mutedTopics(
  db: Queryable,
  userIds: readonly number[],
): Promise<Map<number, MutedTopic[]>> {
  const rows = await db.rows<{ user_id: number; name: string; topic: string; updated_at: number }>(sql`
    SELECT ut.user_id, c.name, ut.topic, ut.updated_at FROM user_topic ut JOIN channel c ON c.id = ut.channel_id
    WHERE ut.user_id = ANY(${array(userIds, 'int4')}) AND ut.visibility_policy = 1
    ORDER BY ut.user_id, ut.channel_id, ut.topic_key`);
  const lists = new Map<number, MutedTopic[]>(userIds.map((id) => [id, []]));
  for (const row of rows)
    lists.get(row.user_id)!.push([row.name, row.topic, Math.floor(row.updated_at / 1000)]);
  return lists;
}
