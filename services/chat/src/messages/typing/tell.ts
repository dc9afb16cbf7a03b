import { array, type Queryable, sql } from '@services/kit/db';
import type { App, TellTx } from '../../app.js';
import { findChannel, subscribersOf } from '../../channels/store.js';
import { badRequest, noSuchChannel } from '../../http/errors.js';
import { readTopic } from '../../topics/topic.js';
import type { Account } from '../../users/account.js';
import { audienceOf, requireMessage } from '../access.js';
import { requireMayEditContent } from '../edits/rules.js';
import { displayPerson } from '../people.js';
import type { People } from '../sending/destination.js';
import { peopleNamed } from '../sending/direct.js';
import { requireMaySend } from '../sending/rules.js';

export type TypingOp = 'start' | 'stop';

/**
 * Maximum number of subscribers for typing events. In a larger channel someone is always typing, and all subscribers
 * would get the events.
 */
const MAX_SUBSCRIBERS = 100;

/** Returns those of the given users who want to receive typing events. */
async function wantTyping(db: Queryable, ids: Iterable<number>): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    SELECT id FROM account WHERE id = ANY(${array([...ids], 'int4')}) AND is_active
      AND coalesce((settings ->> 'receives_typing_notifications')::boolean, true) ORDER BY id`);
  return rows.map((row) => row.id);
}

export async function tellTypingToPeople(
  app: App,
  tx: TellTx,
  actor: Account,
  op: TypingOp,
  named: People,
): Promise<void> {
  if (actor.settings.send_private_typing_notifications === false)
    throw badRequest('User has disabled typing notifications for direct messages');
  if (named.length === 0) throw badRequest("Missing parameter: 'to' (recipient)");
  const others = await peopleNamed(app, tx, named);
  const ids = [...new Set([actor.id, ...others.map((account) => account.id)])].sort((a, b) => a - b);
  const people = await Promise.all(ids.map((id) => displayPerson({ app, directory: tx.directory }, id)));
  const shown = people.map(({ id, email }) => ({ user_id: id, email }));
  tx.emitEphemeral(
    {
      type: 'typing',
      op,
      message_type: 'direct',
      sender: shown.find(({ user_id }) => user_id === actor.id)!,
      recipients: shown,
    },
    { users: await wantTyping(tx, ids) },
  );
}

export async function tellTypingToChannel(
  app: App,
  tx: TellTx,
  actor: Account,
  op: TypingOp,
  channelId: number,
  topicText: string,
): Promise<void> {
  if (actor.settings.send_stream_typing_notifications === false)
    throw badRequest('User has disabled typing notifications for channel messages');
  const channel = await findChannel(tx, actor, { id: channelId });
  if (channel === undefined) throw noSuchChannel({ id: channelId });
  await requireMaySend(
    tx,
    actor,
    { channel, isSubscribed: channel.is_subscribed, topicExists: true },
    { id: channelId },
    undefined,
  );
  const { settings } = await tx.directory.organization();
  const subscribers = (await subscribersOf(tx, [channel.id])).get(channel.id) ?? [];
  if (subscribers.length > MAX_SUBSCRIBERS) return;
  const sender = await displayPerson({ app, directory: tx.directory }, actor.id);
  tx.emitEphemeral(
    {
      type: 'typing',
      op,
      message_type: 'stream',
      sender: { user_id: actor.id, email: sender.email },
      stream_id: channel.id,
      topic: readTopic(topicText, settings.empty_topic_display_name),
    },
    { users: await wantTyping(tx, subscribers) },
  );
}

/** Notifies users who can see a message that the actor is editing it. Throws unless the actor may edit the message. */
export async function tellEditing(
  tx: TellTx,
  actor: Account,
  op: TypingOp,
  messageId: number,
): Promise<void> {
  const message = await requireMessage(tx, actor, messageId);
  await requireMayEditContent(tx, actor, message);
  const readers = await audienceOf(tx, messageId);
  const isDirect = message.channel_id === null;
  const setting = isDirect ? 'send_private_typing_notifications' : 'send_stream_typing_notifications';
  if (actor.settings[setting] === false)
    throw badRequest(
      `User has disabled typing notifications for ${isDirect ? 'direct' : 'channel'} messages`,
    );
  if (!isDirect && readers.size > MAX_SUBSCRIBERS) return;
  readers.delete(actor.id);
  tx.emitEphemeral(
    {
      type: 'typing_edit_message',
      op,
      sender_id: actor.id,
      message_id: message.id,
      recipient: isDirect
        ? { type: 'direct', user_ids: [...readers, actor.id].sort((a, b) => a - b) }
        : { type: 'channel', channel_id: message.channel_id, topic: message.topic },
    },
    { users: await wantTyping(tx, readers) },
  );
}
