import type { App } from '../../app.js';
import type { WriteTx } from '../../db/writer.js';
import { channelWildcardRefused, noSuchChannel, topicWildcardRefused } from '../../http/errors.js';
import { isMeMessage, type Rendered } from '../../markdown/context.js';
import { isSubscribed } from '../../subscriptions/store.js';
import { readTopic, topicKey } from '../../topics/topic.js';
import { claimableUploads } from '../../uploads/attachments.js';
import type { Account } from '../../users/account.js';
import { flagNames } from '../flags/bits.js';
import { searchVector } from '../narrow/search.js';
import type { WideMessage } from '../payload.js';
import { type MessageCompany, wideMessage } from '../wide.js';
import { followUp } from './consequences.js';
import {
  channelDestination,
  directDestination,
  isChannelType,
  type MessageType,
  type To,
} from './destination.js';
import { directRecipient } from './direct.js';
import { mentionedPeople } from './mentions.js';
import { adoptTopicPolicies } from './policies.js';
import { mayMention, readSendTopic, requireMaySend } from './rules.js';
import {
  countSubscribers,
  findPlace,
  insertChannelMessage,
  insertDirectMessage,
  type NewMessage,
  participantsOf,
  type Receivers,
  type SendPlace,
} from './store.js';

/** A message that is to be sent. The content is checked and rendered already. */
export interface Outgoing {
  sender: Account;
  type: MessageType;
  to: To;
  /** As it was given; undefined for direct messages. */
  topic?: string | undefined;
  content: string;
  rendered: Rendered;
  client: string;
  readBySender: boolean;
  /** Of a client that shows its message before the server has it. */
  echo?: { queueId: string; localId: string } | undefined;
  /** The service's own notices go where no rule of people would let them. */
  isNotice?: boolean;
}

export interface Sent {
  message: WideMessage;
  /** Flags by user id. */
  receivers: Receivers;
  /** Who else follows the topic. */
  followers: ReadonlySet<number>;
  /** Ids of the attachments that the message refers to. */
  attachments: number[];
  /** The sender's new visibility policy of the topic, if the send changed it. */
  policy?: number;
}

/** Sends a message in the transaction: rows, events and all that follows from them. */
export async function send(app: App, tx: WriteTx, outgoing: Outgoing): Promise<Sent> {
  const sent = await (isChannelType(outgoing.type) ? sendToChannel : sendToPeople)(app, tx, outgoing);
  await followUp(app, tx, outgoing, sent);
  return sent;
}

async function sendToChannel(app: App, tx: WriteTx, outgoing: Outgoing): Promise<Sent> {
  const { sender, rendered } = outgoing;
  const { settings } = await tx.directory.organization();
  const ref = channelDestination(outgoing.to);
  const given = outgoing.topic ?? '';
  const place = await findPlace(
    tx,
    sender,
    ref,
    topicKey(readTopic(given, settings.empty_topic_display_name)),
  );
  if (place === undefined) throw noSuchChannel(ref);
  if (!outgoing.isNotice) await requirePermission(tx, sender, place, ref);
  const topic = readSendTopic(given, outgoing.isNotice ? FREE : place, settings, app.config.maxTopicLength);
  const key = topicKey(topic);
  const participants = rendered.mentions.topicWildcard ? await participantsOf(tx, place.id, key) : [];
  if (!outgoing.isNotice) await requireMayMention(tx, sender, place, rendered, participants);
  const attachments = await claimableUploads(tx, sender, rendered.uploads);
  const row: NewMessage & { channel_id: number } = {
    ...newMessage(tx, outgoing, topic, settings.default_language),
    hasAttachment: attachments.length > 0,
    recipient_id: place.recipient_id,
    channel_id: place.id,
  };
  const mentioned = await mentionedPeople(tx, rendered.mentions);
  const { receivers, followers } = await insertChannelMessage(tx, row, {
    readBySender: outgoing.readBySender,
    mentioned,
    channelWildcard: rendered.mentions.channelWildcard,
    topicMentioned: participants,
  });
  const message = await announce(app, tx, outgoing, row, receivers, {
    channelName: place.name,
    people: [],
    isPublic: !place.invite_only,
  });
  const policy = await adoptTopicPolicies(tx, outgoing, place, { topic, key }, receivers);
  return { message, receivers, followers, attachments, ...(policy === undefined ? {} : { policy }) };
}

/** Notices may go to an empty topic or a full one, whatever the channel wants of people. */
const FREE = { topics_policy: 'allow_empty_topic' } as const;

async function requirePermission(
  tx: WriteTx,
  sender: Account,
  place: SendPlace,
  ref: { id: number } | { name: string },
): Promise<void> {
  const owner = sender.bot_owner_id === null ? undefined : await tx.directory.account(sender.bot_owner_id);
  await requireMaySend(
    tx,
    sender,
    { channel: place, isSubscribed: place.is_subscribed, topicExists: place.topic_exists },
    ref,
    owner === undefined || place.is_subscribed
      ? undefined
      : { account: owner, isSubscribed: await isSubscribed(tx, owner.id, place.id) },
  );
}

async function requireMayMention(
  tx: WriteTx,
  sender: Account,
  place: SendPlace,
  { mentions }: Rendered,
  participants: readonly number[],
): Promise<void> {
  if (mentions.channelWildcard && !(await mayMention(tx, sender, await countSubscribers(tx, place.id))))
    throw channelWildcardRefused();
  if (mentions.topicWildcard && !(await mayMention(tx, sender, participants.length)))
    throw topicWildcardRefused();
}

async function sendToPeople(app: App, tx: WriteTx, outgoing: Outgoing): Promise<Sent> {
  const { settings } = await tx.directory.organization();
  const { recipientId, people } = await directRecipient(app, tx, outgoing, directDestination(outgoing.to));
  const attachments = await claimableUploads(tx, outgoing.sender, outgoing.rendered.uploads);
  const row: NewMessage = {
    ...newMessage(tx, outgoing, '', settings.default_language),
    hasAttachment: attachments.length > 0,
    recipient_id: recipientId,
    channel_id: null,
  };
  const { mentions } = outgoing.rendered;
  const { receivers, followers } = await insertDirectMessage(tx, row, {
    readBySender: outgoing.readBySender,
    mentioned: await mentionedPeople(tx, mentions),
    // In a direct conversation both wildcards mean all of its people.
    channelWildcard: mentions.channelWildcard || mentions.topicWildcard,
    topicMentioned: [],
  });
  const message = await announce(app, tx, outgoing, row, receivers, {
    channelName: null,
    people,
    isPublic: false,
  });
  return { message, receivers, followers, attachments };
}

function newMessage(
  tx: WriteTx,
  { sender, content, rendered, client }: Outgoing,
  topic: string,
  language: string,
) {
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
    search: searchVector(rendered.html, topic, language),
  };
}

async function announce(
  app: App,
  tx: WriteTx,
  outgoing: Outgoing,
  row: NewMessage,
  receivers: Receivers,
  place: Pick<MessageCompany, 'channelName' | 'people'> & { isPublic: boolean },
): Promise<WideMessage> {
  const source = { app, db: tx, directory: tx.directory };
  const message = await wideMessage(source, row, { ...place, reactions: [], edits: [] });
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
