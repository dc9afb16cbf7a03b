import type { App } from '../../app.js';
import type { WriteTx } from '../../db/writer.js';
import { isMeMessage } from '../../markdown/context.js';
import { topicKey } from '../../topics/topic.js';
import { flagNames } from '../flags/bits.js';
import { searchableText } from '../narrow/search.js';
import type { WideMessage } from '../payload.js';
import { insertSubmessage } from '../submessages/store.js';
import { widgetOf } from '../submessages/widget.js';
import { type MessageCompany, wideMessage } from '../wide.js';
import type { NewMessage, Receivers } from './insert.js';
import type { Outgoing } from './outgoing.js';

/** Returns the columns of a new message, with a new id, but without its destination. */
export function newMessage(
  tx: WriteTx,
  { sender, content, rendered, client }: Outgoing,
  topic: string,
): Omit<NewMessage, 'recipient_id' | 'channel_id' | 'hasAttachment'> {
  return {
    id: tx.nextMessageId(),
    sender_id: sender.id,
    topic,
    topicKey: topicKey(topic),
    content,
    rendered_content: rendered.html,
    client,
    sent_at: tx.now,
    content_edited_at: null,
    moved_at: null,
    is_me_message: isMeMessage(content),
    hasLink: rendered.hasLink,
    hasImage: rendered.hasImage,
    words: searchableText(rendered.html, topic),
  };
}

/** Emits the event of the new message for all receivers, and returns its payload. */
export async function announce(
  app: App,
  tx: WriteTx,
  outgoing: Outgoing,
  row: NewMessage,
  receivers: Receivers,
  place: Pick<MessageCompany, 'channelName' | 'people'> & { isPublic: boolean },
): Promise<WideMessage> {
  const source = { app, db: tx, directory: tx.directory };
  const widget = widgetOf(outgoing.content);
  const submessages =
    widget === undefined
      ? []
      : [
          await insertSubmessage(tx, {
            message_id: row.id,
            sender_id: outgoing.sender.id,
            msg_type: 'widget',
            content: JSON.stringify(widget),
          }),
        ];
  const message = await wideMessage(source, row, { ...place, reactions: [], edits: [], submessages });
  const perUser: Record<number, { flags: string[] }> = {};
  for (const [id, bits] of receivers) if (bits !== 0) perUser[id] = { flags: flagNames(bits) };
  const { echo } = outgoing;
  tx.emit(
    { type: 'message', message },
    {
      users: receivers.keys(),
      perUser,
      publicChannel: place.isPublic,
      ...(echo === undefined
        ? {}
        : { perQueue: { [echo.queueId]: { local_message_id: echo.localId, local_id: echo.localId } } }),
    },
  );
  return message;
}
