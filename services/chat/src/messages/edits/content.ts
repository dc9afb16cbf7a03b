import { createHash } from 'node:crypto';
import type { App } from '../../app.js';
import type { WriteTx } from '../../db/writer.js';
import { badRequest, channelWildcardRefused, topicWildcardRefused } from '../../http/errors.js';
import { isMeMessage, type Rendered } from '../../markdown/context.js';
import { type Attachment, claimableUploads, setReferences } from '../../uploads/attachments.js';
import type { Account } from '../../users/account.js';
import type { ActedMessage } from '../access.js';
import { searchVector } from '../narrow/search.js';
import { mentionedPeople } from '../sending/mentions.js';
import { mayMention } from '../sending/rules.js';
import { countSubscribers, participantsOf } from '../sending/store.js';
import { requireMayEditContent } from './rules.js';
import { insertEdits, updateContent, updateMentions } from './store.js';

/** New content of a message, checked and rendered. */
export interface ContentEdit {
  content: string;
  rendered: Rendered;
  /**
   * SHA-256 (hex) of the content that the client has edited; if the stored content differs by now, the edit is
   * refused.
   */
  expected: string | undefined;
}

export interface ContentEdited {
  /** Fields of the update_message event that describe the content. */
  fields: Record<string, unknown>;
  flags: Map<number, number>;
  detached: Attachment[];
}

export async function editContent(
  _app: App,
  tx: WriteTx,
  actor: Account,
  message: ActedMessage,
  edit: ContentEdit,
): Promise<ContentEdited> {
  await requireMayEditContent(tx, actor, message);
  if (edit.expected !== undefined && edit.expected.toLowerCase() !== sha256(message.content))
    throw badRequest("'prev_content_sha256' value does not match the expected value.");
  const { rendered } = edit;
  const { mentions } = rendered;
  const isDirect = message.channel_id === null;
  const topicPeople =
    mentions.topicWildcard && message.channel_id !== null
      ? await participantsOf(tx, message.channel_id, message.topic_key)
      : [];
  if (message.channel_id !== null) {
    if (
      mentions.channelWildcard &&
      !(await mayMention(tx, actor, await countSubscribers(tx, message.channel_id)))
    )
      throw channelWildcardRefused();
    if (mentions.topicWildcard && !(await mayMention(tx, actor, topicPeople.length)))
      throw topicWildcardRefused();
  }
  const { settings } = await tx.directory.organization();
  const uploads = await claimableUploads(tx, actor, rendered.uploads);
  await insertEdits(tx, [message.id], actor.id, tx.now, {
    prev_content: message.content,
    prev_rendered_content: message.rendered_content,
  });
  const isMe = isMeMessage(edit.content);
  await updateContent(tx, message.id, tx.now, {
    content: edit.content,
    rendered: rendered.html,
    isMe,
    hasLink: rendered.hasLink,
    hasImage: rendered.hasImage,
    hasAttachment: uploads.length > 0,
    search: searchVector(rendered.html, message.topic, settings.default_language),
  });
  const flags = await updateMentions(tx, message.id, {
    people: await mentionedPeople(tx, mentions),
    channelWildcard: mentions.channelWildcard || (isDirect && mentions.topicWildcard),
    topicPeople,
  });
  return {
    fields: {
      orig_content: message.content,
      orig_rendered_content: message.rendered_content,
      content: edit.content,
      rendered_content: rendered.html,
      is_me_message: isMe,
    },
    flags,
    detached: await setReferences(tx, message.id, uploads),
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
