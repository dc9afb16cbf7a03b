import { array, sql } from '@services/kit/db';
import { can } from '../../access/permissions.js';
import type { Channel } from '../../channels/channel.js';
import { channelGives } from '../../channels/rules.js';
import type { WriteTx } from '../../db/writer.js';
import { badRequest } from '../../http/errors.js';
import { recountChannel, recountTopic } from '../../topics/tally.js';
import { dropReferences } from '../../uploads/attachments.js';
import type { Account } from '../../users/account.js';
import { type ActedMessage, audienceOf, requireMessage, requireWritable } from '../access.js';
import { isPast } from '../edits/rules.js';

/** Deletes a message for good, with its reactions, flags and links to uploads. */
export async function deleteMessage(tx: WriteTx, actor: Account, messageId: number): Promise<void> {
  const message = await requireMessage(tx, actor, messageId);
  const channel = await requireWritable(tx, message);
  await requireMayDelete(tx, actor, message, channel);
  const audience = await audienceOf(tx, message.id, actor.id);
  await dropReferences(tx, [message.id]);
  await tx.run(sql`DELETE FROM message WHERE id = ANY(${array([message.id], 'int8')})`);
  if (channel !== undefined) {
    await recountTopic(tx, channel.id, message.topic_key);
    if (channel.first_message_id === message.id) await recountChannel(tx, channel.id);
  }
  tx.emit(
    {
      type: 'delete_message',
      message_ids: [message.id],
      ...(channel === undefined
        ? { message_type: 'private' }
        : { message_type: 'stream', stream_id: channel.id, topic: message.topic }),
    },
    { users: audience },
  );
}

async function requireMayDelete(
  tx: WriteTx,
  actor: Account,
  message: ActedMessage,
  channel: Channel | undefined,
): Promise<void> {
  if (await can(tx, 'can_delete_any_message_group', actor)) return;
  if (channel !== undefined && (await channelGives(tx, channel, 'can_delete_any_message_group', actor)))
    return;
  const own =
    message.sender_id === actor.id &&
    ((await can(tx, 'can_delete_own_message_group', actor)) ||
      (channel !== undefined && (await channelGives(tx, channel, 'can_delete_own_message_group', actor))));
  if (!own) throw badRequest("You don't have permission to delete this message");
  const { settings } = await tx.directory.organization();
  if (isPast(settings.message_content_delete_limit_seconds, message.sent_at, tx.now))
    throw badRequest('The time limit for deleting this message has passed');
}
