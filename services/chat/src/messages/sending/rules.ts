import { can, type PermissionSource } from '../../access/permissions.js';
import type { Channel, ChannelTopicsPolicy } from '../../channels/channel.js';
import { channelGives, mayKnow } from '../../channels/rules.js';
import { type ApiError, badRequest, noSuchChannel } from '../../http/errors.js';
import type { OrganizationSettings } from '../../organization/settings.js';
import { readTopic, topicProblem } from '../../topics/topic.js';
import { type Account, isGuest } from '../../users/account.js';

/** Wildcard mentions of more people than this need a permission. */
export const MANY = 15;

/** Names of clients in which people read: a message sent from one of them is marked as read for its sender. */
const INTERACTIVE_CLIENTS = new Set([
  'chatpage',
  'website',
  'zulipterminal',
  'zulipelectron',
  'zulipdesktop',
  'zulipmobile',
  'zulipflutter',
  'zulipandroid',
  'zulipios',
  'ios',
  'android',
]);

export function startsRead(given: boolean | undefined, clientName: string): boolean {
  return given ?? INTERACTIVE_CLIENTS.has(clientName.toLowerCase());
}

/**
 * Returns the content without trailing white space. Throws for empty content and for more than `maxLength` code
 * points.
 */
export function readContent(text: string, maxLength: number): string {
  const content = text.trimEnd();
  if (content.trim() === '') throw badRequest('Message must not be empty');
  if (content.length > maxLength && [...content].length > maxLength)
    throw badRequest(`Message is too long (limit: ${maxLength} characters)`);
  return content;
}

/** Returns the topic to send to. Throws for a topic that the channel does not allow. */
export function readSendTopic(
  text: string,
  channel: { topics_policy: ChannelTopicsPolicy },
  settings: OrganizationSettings,
  maxLength: number,
): string {
  const topic = readTopic(text, settings.empty_topic_display_name);
  const problem = topicProblem(topic, maxLength);
  if (problem === 'control') throw badRequest('Invalid character in topic');
  if (problem === 'long') throw badRequest(`Topic is too long (limit: ${maxLength} characters)`);
  const policy = channel.topics_policy === 'inherit' ? settings.topics_policy : channel.topics_policy;
  if (topic === '' && policy === 'disable_empty_topic')
    throw badRequest('Topics are required in this channel.');
  if (topic !== '' && policy === 'empty_topic_only')
    throw badRequest(`Only the "${settings.empty_topic_display_name}" topic is allowed in this channel.`);
  return topic;
}

/** The fields of a destination that the rules need. */
export interface SendingPlace {
  channel: Channel;
  isSubscribed: boolean;
  topicExists: boolean;
}

/**
 * Throws unless the account may send to the channel. A channel that the account may not know of gives the same error
 * as an unknown channel, with the name from the request. A bot may also send where its owner may send.
 */
export async function requireMaySend(
  source: PermissionSource,
  sender: Account,
  place: SendingPlace,
  asRequested: { name: string } | { id: number },
  owner: { account: Account; isSubscribed: boolean } | undefined,
): Promise<void> {
  const refusal = await refusalToSend(source, sender, place, asRequested);
  if (refusal === undefined) return;
  const ownerMay =
    owner !== undefined &&
    (await refusalToSend(
      source,
      owner.account,
      { ...place, isSubscribed: owner.isSubscribed },
      asRequested,
    )) === undefined;
  if (!ownerMay) throw refusal;
}

async function refusalToSend(
  source: PermissionSource,
  sender: Account,
  { channel, isSubscribed, topicExists }: SendingPlace,
  asRequested: { name: string } | { id: number },
): Promise<ApiError | undefined> {
  if (!mayKnow(channel, sender, isSubscribed)) return noSuchChannel(asRequested);
  const refused = badRequest(`Not authorized to send to channel '${channel.name}'`);
  if (channel.is_archived) return refused;
  if (!isSubscribed && (channel.invite_only || isGuest(sender))) return refused;
  if (!(await channelGives(source, channel, 'can_send_message_group', sender))) return refused;
  if (!topicExists && !(await channelGives(source, channel, 'can_create_topic_group', sender)))
    return badRequest('You do not have permission to create new topics in this channel.');
  return undefined;
}

/** True if the sender may use a wildcard mention of `people` people. */
export async function mayMention(
  source: PermissionSource,
  sender: Account,
  people: number,
): Promise<boolean> {
  return people <= MANY || (await can(source, 'can_mention_many_users_group', sender));
}

/** Throws unless the sender may write to these people, not counting the sender. Everyone may write to bots. */
export async function requireMayWriteTo(
  source: PermissionSource,
  sender: Account,
  others: readonly Account[],
  isFirst: boolean,
): Promise<void> {
  const gone = others.find((person) => !person.is_active);
  if (gone !== undefined) throw badRequest(`'${gone.full_name}' has a deactivated account`);
  if (others.every((person) => person.is_bot)) return;
  let permitted = false;
  for (const person of [sender, ...others])
    permitted ||= !person.is_bot && (await can(source, 'direct_message_permission_group', person));
  if (!permitted) throw badRequest('Direct messages are disabled in this organization.');
  if (isFirst && !(await can(source, 'direct_message_initiator_group', sender)))
    throw badRequest('You do not have permission to initiate direct message conversations.');
}
