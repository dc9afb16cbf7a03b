import type { SQL } from '@services/kit/db';
import type { App } from '../../app.js';
import type { Channel } from '../../channels/channel.js';
import type { WriteTx } from '../../db/writer.js';
import { badRequest, moveLimitExceeded, noSuchChannel } from '../../http/errors.js';
import { requireOwnLooks } from '../../topics/store.js';
import { recountChannel, recountTopic } from '../../topics/tally.js';
import { onlyResolves, readTopic, topicKey } from '../../topics/topic.js';
import { moveTopicPolicies } from '../../topics/user-topics.js';
import type { Account } from '../../users/account.js';
import { type ActedMessage, audienceOf, channelById } from '../access.js';
import { searchableText, vectorOf } from '../narrow/search.js';
import { readSendTopic, requireMaySend } from '../sending/rules.js';
import { findPlaces } from '../sending/store.js';
import { isPast, type MoveKind, moveLimit, requireMayMove, requireMayResolve } from './rules.js';
import {
  dropRowsWithoutAccess,
  insertEdits,
  messagesOfTopic,
  moveMessages,
  type TopicMessage,
} from './store.js';

export const PROPAGATE_MODES = ['change_one', 'change_later', 'change_all'] as const;
export type PropagateMode = (typeof PROPAGATE_MODES)[number];

export interface MoveRequest {
  /** The new topic; undefined if the topic stays the same. */
  topic: string | undefined;
  channelId: number | undefined;
  mode: PropagateMode;
}

export interface Moved {
  messageIds: number[];
  from: { channel: Channel; topic: string };
  to: { channel: Channel; topic: string };
  /** True if no message is left in the old topic. */
  isWholeTopic: boolean;
  onlyResolved: boolean;
  /** Users who can no longer see the messages. */
  losers: number[];
  /** Users who could see the messages before the move. */
  audience: Set<number>;
}

/**
 * Moves a message, and other messages of its topic if requested. Returns undefined if the message is already in the
 * requested conversation.
 */
export async function move(
  app: App,
  tx: WriteTx,
  actor: Account,
  message: ActedMessage & { channel_id: number },
  request: MoveRequest,
): Promise<Moved | undefined> {
  const { settings } = await tx.directory.organization();
  const from = await channelById(tx, message.channel_id);
  const isOther = request.channelId !== undefined && request.channelId !== from.id;
  const given =
    request.topic === undefined ? message.topic : readTopic(request.topic, settings.empty_topic_display_name);
  if (!isOther && given === message.topic) return undefined;
  const to = isOther ? await requireTarget(tx, actor, request.channelId!, topicKey(given)) : from;
  // The topic is checked only if it changes, because an existing topic may have been created under other rules.
  const topic =
    request.topic === undefined && !isOther
      ? message.topic
      : readSendTopic(given, to, settings, app.config.maxTopicLength);
  if (topicKey(topic) !== message.topic_key) await requireOwnLooks(tx, to.id, topic);
  const onlyResolved = !isOther && onlyResolves(message.topic, topic);
  const kinds: MoveKind[] = [
    ...(isOther ? ['channel' as const] : []),
    ...(topic === message.topic ? [] : ['topic' as const]),
  ];
  if (onlyResolved) await requireMayResolve(tx, actor, from);
  else for (const kind of kinds) await requireMayMove(tx, actor, from, kind);
  const messages = await concerned(tx, actor, message, request.mode);
  if (!onlyResolved) await requireYoungEnough(tx, actor, message, messages, request.mode, kinds);

  const ids = messages.map((one) => one.id);
  const audience = await audienceOf(tx, message.id, actor.id);
  const key = topicKey(topic);
  await insertEdits(tx, ids, actor.id, tx.now, {
    ...(topic === message.topic ? {} : { prev_topic: message.topic, topic }),
    ...(isOther ? { prev_channel_id: from.id, channel_id: to.id } : {}),
  });
  await moveMessages(
    tx,
    messages.map((one) => ({ id: one.id, words: searchableText(one.rendered_content, topic) })),
    { channelId: to.id, recipientId: to.recipient_id, topic, topicKey: key },
    onlyResolved ? null : tx.now,
    (words: SQL) => vectorOf(words, settings.default_language),
  );
  const losers = isOther ? await dropRowsWithoutAccess(tx, ids, to) : [];
  await recountTopic(tx, from.id, message.topic_key);
  await recountTopic(tx, to.id, key);
  if (isOther) for (const channel of [from, to]) await recountChannel(tx, channel.id);
  const left = await messagesOfTopic(tx, actor, from.id, message.topic_key);
  const isWholeTopic = (from.id === to.id && key === message.topic_key) || left.length === 0;
  if (isWholeTopic)
    await moveTopicPolicies(
      tx,
      { channelId: from.id, key: message.topic_key, name: message.topic },
      { channelId: to.id, key, name: topic },
    );
  return {
    messageIds: ids,
    from: { channel: from, topic: message.topic },
    to: { channel: to, topic },
    isWholeTopic,
    onlyResolved,
    losers,
    audience,
  };
}

async function requireTarget(tx: WriteTx, actor: Account, channelId: number, key: string): Promise<Channel> {
  const [place] = await findPlaces(tx, [{ senderId: actor.id, channel: { id: channelId }, topicKey: key }]);
  if (place === undefined) throw noSuchChannel({ id: channelId });
  await requireMaySend(
    tx,
    actor,
    { channel: place, isSubscribed: place.is_subscribed, topicExists: place.topic_exists },
    { id: channelId },
    undefined,
  );
  return place;
}

async function concerned(
  tx: WriteTx,
  actor: Account,
  message: ActedMessage & { channel_id: number },
  mode: PropagateMode,
): Promise<TopicMessage[]> {
  if (mode === 'change_one')
    return [{ id: message.id, sent_at: message.sent_at, rendered_content: message.rendered_content }];
  const from = mode === 'change_later' ? message.id : 0;
  return messagesOfTopic(tx, actor, message.channel_id, message.topic_key, from);
}

async function requireYoungEnough(
  tx: WriteTx,
  actor: Account,
  message: ActedMessage,
  messages: readonly TopicMessage[],
  mode: PropagateMode,
  kinds: readonly MoveKind[],
): Promise<void> {
  const limit = await moveLimit(tx, actor, kinds);
  if (isPast(limit, message.sent_at, tx.now))
    throw badRequest(
      kinds.includes('channel')
        ? "The time limit for editing this message's channel has passed"
        : "The time limit for editing this message's topic has passed.",
    );
  if (mode !== 'change_all') return;
  const young = messages.filter((one) => !isPast(limit, one.sent_at, tx.now));
  if (young.length < messages.length) throw moveLimitExceeded(young[0]!.id, messages.length, young.length);
}
