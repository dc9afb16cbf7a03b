import { subscribersOf } from '../channels/store.js';
import type { WriteTx } from '../db/writer.js';
import { POLICY, type Policy } from './policy.js';
import { allPolicies, mutedTopics, policiesFor, renameTopic, writePolicies } from './store.js';

export interface TopicPlace {
  channelId: number;
  key: string;
  /** The latest spelling of the topic. */
  name: string;
}

/** Sets users' policies for one topic, and sends each user the event; old clients get an event of their own. */
export async function setPolicies(
  tx: WriteTx,
  topic: TopicPlace,
  policies: ReadonlyMap<number, Policy>,
): Promise<void> {
  if (policies.size === 0) return;
  const before = await policiesFor(tx, topic.channelId, topic.key, [...policies.keys()]);
  await writePolicies(tx, topic, policies, tx.now);
  for (const [userId, policy] of policies)
    tx.emit(
      {
        type: 'user_topic',
        stream_id: topic.channelId,
        topic_name: topic.name,
        last_updated: Math.floor(tx.now / 1000),
        visibility_policy: policy,
      },
      { users: [userId] },
    );
  const isMuted = (policy: Policy | undefined) => policy === POLICY.muted;
  await tellMutedTopics(
    tx,
    [...policies].filter(([id, policy]) => isMuted(policy) !== isMuted(before.get(id))).map(([id]) => id),
  );
}

/** Sends the list of muted topics to clients without `user_topic`. */
export async function tellMutedTopics(tx: WriteTx, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  for (const [userId, muted] of await mutedTopics(tx, userIds))
    tx.emit({ type: 'muted_topics', muted_topics: muted }, { users: [userId] });
}

/**
 * Moves users' policies along with a topic that has moved as a whole. A user's existing policy for the new topic is
 * kept;
 */
export async function moveTopicPolicies(tx: WriteTx, from: TopicPlace, to: TopicPlace): Promise<void> {
  if (from.channelId === to.channelId && from.key === to.key) {
    await renameTopic(tx, to);
    return;
  }
  const old = await allPolicies(tx, from.channelId, from.key);
  if (old.size === 0) return;
  const kept = await allPolicies(tx, to.channelId, to.key);
  const subscribers =
    from.channelId === to.channelId
      ? undefined
      : new Set((await subscribersOf(tx, [to.channelId])).get(to.channelId));
  const moved = new Map([...old].filter(([id]) => !kept.has(id) && (subscribers?.has(id) ?? true)));
  await setPolicies(tx, from, new Map([...old.keys()].map((id) => [id, POLICY.none])));
  await setPolicies(tx, to, moved);
}
