import { sql } from '@services/kit/db';
import { can } from '../../access/permissions.js';
import { visibleMessage } from '../../access/visibility.js';
import type { Channel } from '../../channels/channel.js';
import { channelGives } from '../../channels/rules.js';
import { findChannel } from '../../channels/store.js';
import type { WriteTx } from '../../db/writer.js';
import { badRequest, noSuchChannel } from '../../http/errors.js';
import { readTopic, topicKey } from '../../topics/topic.js';
import type { Account } from '../../users/account.js';
import { type ActedMessage, requireMessage, requireWritable } from '../access.js';
import { isPast } from '../edits/rules.js';
import { type ErasedMessage, eraseMessages } from './erase.js';

export async function deleteMessage(tx: WriteTx, actor: Account, messageId: number): Promise<void> {
  const message = await requireMessage(tx, actor, messageId);
  const channel = await requireWritable(tx, message);
  await requireMayDelete(tx, actor, message, channel);
  await eraseMessages(tx, [message], actor.id);
}

/**
 * Deletes at most `limit` messages of a topic that the actor can see, the newest first. Returns true if the topic has
 * no more messages that the actor can see.
 */
export async function deleteTopic(
  tx: WriteTx,
  actor: Account,
  channelId: number,
  topicName: string,
  limit: number,
): Promise<boolean> {
  const channel = await findChannel(tx, actor, { id: channelId });
  if (channel === undefined) throw noSuchChannel({ id: channelId });
  if (channel.is_archived) throw badRequest(`Channel '${channel.name}' is archived`);
  if (!(await mayDeleteAny(tx, actor, channel)))
    throw badRequest("You don't have permission to delete messages of this channel");
  const { settings } = await tx.directory.organization();
  const key = topicKey(readTopic(topicName, settings.empty_topic_display_name));
  const found = await tx.rows<ErasedMessage>(sql`
    SELECT m.id, m.channel_id, m.topic, m.topic_key FROM message m
    WHERE m.channel_id = ${channel.id} AND m.topic_key = ${key} AND ${visibleMessage(actor)}
    ORDER BY m.id DESC LIMIT ${limit}`);
  await eraseMessages(tx, found.reverse(), actor.id);
  return found.length < limit;
}

async function mayDeleteAny(tx: WriteTx, actor: Account, channel: Channel | undefined): Promise<boolean> {
  return (
    (await can(tx, 'can_delete_any_message_group', actor)) ||
    (channel !== undefined && (await channelGives(tx, channel, 'can_delete_any_message_group', actor)))
  );
}

async function requireMayDelete(
  tx: WriteTx,
  actor: Account,
  message: ActedMessage,
  channel: Channel | undefined,
): Promise<void> {
  if (await mayDeleteAny(tx, actor, channel)) return;
  const own =
    message.sender_id === actor.id &&
    ((await can(tx, 'can_delete_own_message_group', actor)) ||
      (channel !== undefined && (await channelGives(tx, channel, 'can_delete_own_message_group', actor))));
  if (!own) throw badRequest("You don't have permission to delete this message");
  const { settings } = await tx.directory.organization();
  if (isPast(settings.message_content_delete_limit_seconds, message.sent_at, tx.now))
    throw badRequest('The time limit for deleting this message has passed');
}
