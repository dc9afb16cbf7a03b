import type { WriteTx } from '../../db/writer.js';
import { type Policy, policyAfter, policyAfterMention } from '../../topics/policy.js';
import { policiesFor } from '../../topics/store.js';
import { setPolicies } from '../../topics/user-topics.js';
import type { Receivers } from './insert.js';
import type { Outgoing } from './outgoing.js';
import type { SendPlace } from './store.js';

/** Returns the policy that the sender has for the topic after the send; undefined if the send does not change it. */
export function senderPolicy(
  { sender, isNotice }: Pick<Outgoing, 'sender' | 'isNotice'>,
  place: SendPlace,
): Policy | undefined {
  if (isNotice || sender.is_bot || !place.is_subscribed) return undefined;
  return policyAfter(place.topic_exists ? 'sent' : 'started', sender.settings, place.policy, place.is_muted);
}

/**
 * Sets the policies that change because people write in the topic or are mentioned in it; bots keep theirs. Returns
 * the sender's new policy, if it changes.
 */
export async function adoptTopicPolicies(
  tx: WriteTx,
  outgoing: Outgoing,
  place: SendPlace,
  { topic, key }: { topic: string; key: string },
  receivers: Receivers,
): Promise<Policy | undefined> {
  const { sender, rendered } = outgoing;
  const changes = new Map<number, Policy>();
  const own = senderPolicy(outgoing, place);
  if (own !== undefined) changes.set(sender.id, own);
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
