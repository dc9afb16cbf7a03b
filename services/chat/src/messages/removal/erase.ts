import { array, sql } from '@services/kit/db';
import type { WriteTx } from '../../db/writer.js';
import { recountChannel, recountTopic } from '../../topics/tally.js';
import { dropReferences } from '../../uploads/attachments.js';
import { audienceOf } from '../access.js';

export interface ErasedMessage {
  id: number;
  channel_id: number | null;
  topic: string;
  topic_key: string;
}

/**
 * Permanently deletes messages with their reactions, flags and links to uploads, and notifies the users who can see
 * them. Messages of one conversation share an event if the same users can see them.
 */
export async function eraseMessages(
  tx: WriteTx,
  messages: readonly ErasedMessage[],
  actorId?: number,
): Promise<void> {
  if (messages.length === 0) return;
  const groups = new Map<string, { first: ErasedMessage; ids: number[]; users: Set<number> }>();
  for (const message of messages) {
    const users = await audienceOf(tx, message.id, actorId);
    const key = JSON.stringify([message.channel_id, message.topic, [...users]]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { first: message, ids: [message.id], users });
    else group.ids.push(message.id);
  }
  for (const { first, ids, users } of groups.values())
    tx.emit(
      {
        type: 'delete_message',
        message_ids: ids,
        ...(first.channel_id === null
          ? { message_type: 'private' }
          : { message_type: 'stream', stream_id: first.channel_id, topic: first.topic }),
      },
      { users },
    );
  const ids = messages.map(({ id }) => id);
  await dropReferences(tx, ids);
  await tx.run(sql`DELETE FROM message WHERE id = ANY(${array(ids, 'int8')})`);
  const inChannels = messages.filter(({ channel_id }) => channel_id !== null);
  const topics = new Map(
    inChannels.map((message) => [`${message.channel_id} ${message.topic_key}`, message]),
  );
  for (const { channel_id, topic_key } of topics.values()) await recountTopic(tx, channel_id!, topic_key);
  for (const channelId of new Set(inChannels.map(({ channel_id }) => channel_id!)))
    await recountChannel(tx, channelId);
}
