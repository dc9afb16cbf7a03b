import type { App } from '../../app.js';
import type { WriteTx } from '../../db/writer.js';
import { badRequest } from '../../http/errors.js';
import { topicLinks } from '../../linkifiers/match.js';
import { compiledLinkifiers } from '../../linkifiers/store.js';
import type { Attachment } from '../../uploads/attachments.js';
import type { Account } from '../../users/account.js';
import { type ActedMessage, audienceOf, requireMessage, requireWritable } from '../access.js';
import { flagNames, HISTORICAL_FLAGS } from '../flags/bits.js';
import { type ContentEdit, type ContentEdited, editContent } from './content.js';
import { type Moved, move, type PropagateMode } from './move.js';
import { tellOfMove } from './notices.js';
import { channelName, flagsByUser } from './store.js';

export interface EditRequest {
  content: ContentEdit | undefined;
  topic: string | undefined;
  channelId: number | undefined;
  mode: PropagateMode | undefined;
  noticeToOld: boolean;
  noticeToNew: boolean;
}

/**
 * Changes the content of a message, its conversation, or both, and notifies all users who see it. Returns the uploads
 * that the message no longer refers to.
 */
export async function editMessage(
  app: App,
  tx: WriteTx,
  actor: Account,
  messageId: number,
  request: EditRequest,
): Promise<Attachment[]> {
  const { content, topic, channelId } = request;
  const moves = topic !== undefined || channelId !== undefined;
  if (content === undefined && !moves) throw badRequest('Nothing to change');
  if (content !== undefined && channelId !== undefined)
    throw badRequest('Cannot change message content while changing channel');
  if (request.mode !== undefined && request.mode !== 'change_one' && !moves)
    throw badRequest('Invalid propagate_mode without topic edit');
  const message = await requireMessage(tx, actor, messageId);
  if (message.channel_id === null && moves) throw badRequest('Direct messages cannot be moved to channels.');
  await requireWritable(tx, message);
  const edited = content === undefined ? undefined : await editContent(app, tx, actor, message, content);
  const moved = moves
    ? await move(app, tx, actor, message as ActedMessage & { channel_id: number }, {
        topic,
        channelId,
        mode: request.mode ?? 'change_one',
      })
    : undefined;
  if (edited === undefined && moved === undefined) throw badRequest('Nothing to change');
  await tellOfUpdate(app, tx, actor, message, request.mode ?? 'change_one', edited, moved);
  if (moved !== undefined)
    await tellOfMove(app, tx, actor, moved, { toOld: request.noticeToOld, toNew: request.noticeToNew });
  return edited?.detached ?? [];
}

async function tellOfUpdate(
  app: App,
  tx: WriteTx,
  actor: Account,
  message: ActedMessage,
  mode: PropagateMode,
  edited: ContentEdited | undefined,
  moved: Moved | undefined,
): Promise<void> {
  const audience = await audienceOf(tx, message.id, actor.id);
  for (const id of moved?.audience ?? []) audience.add(id);
  for (const id of moved?.losers ?? []) audience.delete(id);
  const flags = edited?.flags ?? (await flagsByUser(tx, message.id));
  const perUser: Record<number, { flags: string[] }> = {};
  for (const id of audience) perUser[id] = { flags: flagNames(flags.get(id) ?? HISTORICAL_FLAGS) };
  const event = {
    type: 'update_message',
    user_id: actor.id,
    edit_timestamp: Math.floor(tx.now / 1000),
    message_id: message.id,
    message_ids: moved?.messageIds ?? [message.id],
    rendering_only: false,
    is_me_message: message.is_me_message,
    ...edited?.fields,
    ...(message.channel_id === null
      ? {}
      : {
          stream_id: message.channel_id,
          stream_name: moved?.from.channel.name ?? (await channelName(tx, message.channel_id)),
          ...(await placeFields(app, tx, message, mode, moved)),
        }),
  };
  tx.emit(event, { users: audience, perUser });
  if (moved !== undefined && moved.losers.length > 0)
    tx.emit(
      {
        type: 'delete_message',
        message_type: 'stream',
        message_ids: moved.messageIds,
        stream_id: moved.from.channel.id,
        topic: moved.from.topic,
      },
      { users: moved.losers },
    );
}

async function placeFields(
  app: App,
  tx: WriteTx,
  message: ActedMessage,
  mode: PropagateMode,
  moved: Moved | undefined,
): Promise<Record<string, unknown>> {
  if (moved === undefined) return {};
  const { from, to } = moved;
  const linkifiers = await compiledLinkifiers(app.directory, tx);
  return {
    propagate_mode: mode,
    orig_subject: message.topic,
    subject: to.topic,
    topic_links: topicLinks(to.topic, linkifiers),
    ...(to.channel.id === from.channel.id ? {} : { new_stream_id: to.channel.id }),
  };
}
