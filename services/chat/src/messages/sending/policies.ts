import type { WriteTx } from '../../db/writer.js';
import { type Policy, policyAfter, policyAfterMention } from '../../topics/policy.js';
import { policiesFor } from '../../topics/store.js';
import { setPolicies } from '../../topics/user-topics.js';
import type { Outgoing } from './send.js';
import type { Receivers, SendPlace } from './store.js';

/** People raise topics that they write in or are mentioned in; programs follow nothing. Returns the sender's new policy. */
export async function adoptTopicPolicies(
  tx: WriteTx,
  { sender, rendered, isNotice }: Outgoing,
  place: SendPlace,
  { topic, key }: { topic: string; key: string },
  receivers: Receivers,
): Promise<Policy | undefined> {
  const changes = new Map<number, Policy>();
  if (!isNotice && !sender.is_bot && place.is_subscribed) {
    const act = place.topic_exists ? 'sent' : 'started';
    const policy = policyAfter(act, sender.settings, place.policy, place.is_muted);
    if (policy !== undefined) changes.set(sender.id, policy);
  }
  const mentioned = rendered.mentions.userIds.filter((id) => id !== sender.id && receivers.has(id));
  if (mentioned.length > 0) {
    const current = await policiesFor(tx, place.id, key, mentioned);
    for (const id of mentioned) {
      const account = await tx.directory.account(id);
      if (account === undefined || account.is_bot) continue;
      const policy = policyAfterMention(account.settings, current.get(id) ?? null);
      if (policy !== undefined) changes.set(id, policy);
    }
  }
  await setPolicies(tx, { channelId: place.id, key, name: topic }, changes);
  return changes.get(sender.id);
}
