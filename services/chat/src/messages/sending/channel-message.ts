import type { App } from '../../app.js';
import type { Outcome, WriteTx } from '../../db/writer.js';
import { ApiError, channelWildcardRefused, noSuchChannel, topicWildcardRefused } from '../../http/errors.js';
import type { Rendered } from '../../markdown/context.js';
import { isSubscribed } from '../../subscriptions/store.js';
import { requireOwnLooks } from '../../topics/store.js';
import { readTopic, topicKey } from '../../topics/topic.js';
import { claimableUploads } from '../../uploads/attachments.js';
import type { Account } from '../../users/account.js';
import { announce, newMessage } from './announce.js';
import { followUp } from './consequences.js';
import { channelDestination } from './destination.js';
import { type Insertion, insertChannelMessages, type NewChannelMessage } from './insert.js';
import { mentionedPeople } from './mentions.js';
import type { Outgoing, Sent } from './outgoing.js';
import { adoptTopicPolicies, senderPolicy } from './policies.js';
import { mayMention, readSendTopic, requireMaySend } from './rules.js';
import { countSubscribers, findPlaces, participantsOf, type SendPlace, type WantedPlace } from './store.js';

/** A channel message that has passed all checks, and is not yet written. */
interface Prepared extends Insertion<NewChannelMessage> {
  outgoing: Outgoing;
  place: SendPlace;
  attachments: number[];
}

/**
 * Returns true if the message can share a statement with other messages, because it does not depend on earlier
 * messages.
 */
export function isPlain({ rendered: { mentions, uploads } }: Pick<Outgoing, 'rendered'>): boolean {
  return (
    uploads.length === 0 &&
    !mentions.channelWildcard &&
    !mentions.topicWildcard &&
    mentions.userIds.length === 0 &&
    mentions.groupIds.length === 0
  );
}

/**
 * Sends the first messages of a list in one statement, up to and including the first message that changes data on
 * which the next one may depend. All messages except the first have to be plain. Returns an outcome for each of these
 * messages; a message that was already refused keeps its error.
 */
export async function sendToChannels(
  app: App,
  tx: WriteTx,
  wanted: readonly Outcome<Outgoing>[],
): Promise<Outcome<Sent>[]> {
  const places = (await placesOf(tx, wanted))[Symbol.iterator]();
  const prepared: Outcome<Prepared>[] = [];
  for (const message of wanted) {
    const next =
      'error' in message
        ? message
        : await refusable(() => prepare(app, tx, message.value, places.next().value));
    prepared.push(next);
    if ('value' in next && changesMore(next.value)) break;
  }
  const ready = prepared.flatMap((message) => ('value' in message ? [message.value] : []));
  const sent = await insert(app, tx, ready);
  await followUp(app, tx, sent);
  const inOrder = sent[Symbol.iterator]();
  return prepared.map((message) => ('error' in message ? message : { value: inOrder.next().value! }));
}

/**
 * Returns an ApiError as the outcome, because the service refuses a message before it writes the first row. Any other
 * error is thrown and undoes the transaction.
 */
export async function refusable<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (error instanceof ApiError) return { error };
    throw error;
  }
}

/**
 * Returns true if the message starts a topic, raises a policy, or writes many rows, which would delay the following
 * messages.
 */
function changesMore({ outgoing, place }: Prepared): boolean {
  return !place.topic_exists || place.is_large || senderPolicy(outgoing, place) !== undefined;
}

async function placesOf(
  tx: WriteTx,
  wanted: readonly Outcome<Outgoing>[],
): Promise<(SendPlace | undefined)[]> {
  const { settings } = await tx.directory.organization();
  const places = wanted.flatMap((message): WantedPlace[] => {
    if ('error' in message) return [];
    const { sender, to, topic } = message.value;
    return [
      {
        senderId: sender.id,
        channel: channelDestination(to),
        topicKey: topicKey(readTopic(topic ?? '', settings.empty_topic_display_name)),
      },
    ];
  });
  return places.length === 0 ? [] : findPlaces(tx, places);
}

/** Runs all checks that may refuse a message, without writing data. */
async function prepare(
  app: App,
  tx: WriteTx,
  outgoing: Outgoing,
  place: SendPlace | undefined,
): Promise<Prepared> {
  const { sender, rendered } = outgoing;
  const { settings } = await tx.directory.organization();
  const ref = channelDestination(outgoing.to);
  if (place === undefined) throw noSuchChannel(ref);
  if (!outgoing.isNotice) await requirePermission(tx, sender, place, ref);
  const topic = readSendTopic(
    outgoing.topic ?? '',
    outgoing.isNotice ? FREE : place,
    settings,
    app.config.maxTopicLength,
  );
  const key = topicKey(topic);
  if (!outgoing.isNotice && !place.topic_exists) await requireOwnLooks(tx, place.id, topic);
  const participants = rendered.mentions.topicWildcard ? await participantsOf(tx, place.id, key) : [];
  if (!outgoing.isNotice) await requireMayMention(tx, sender, place, rendered, participants);
  const attachments = await claimableUploads(tx, sender, rendered.uploads);
  return {
    outgoing,
    place,
    attachments,
    row: {
      ...newMessage(tx, outgoing, topic),
      hasAttachment: attachments.length > 0,
      recipient_id: place.recipient_id,
      channel_id: place.id,
    },
    attention: {
      readBySender: outgoing.readBySender,
      mentioned: await mentionedPeople(tx, rendered.mentions),
      channelWildcard: rendered.mentions.channelWildcard,
      topicMentioned: participants,
    },
  };
}

async function insert(app: App, tx: WriteTx, prepared: readonly Prepared[]): Promise<Sent[]> {
  if (prepared.length === 0) return [];
  const { settings } = await tx.directory.organization();
  const delivered = await insertChannelMessages(tx, prepared, settings.default_language);
  const sent: Sent[] = [];
  for (const [index, { outgoing, place, row, attachments }] of prepared.entries()) {
    const { receivers, followers } = delivered[index]!;
    const message = await announce(app, tx, outgoing, row, receivers, {
      channelName: place.name,
      people: [],
      isPublic: !place.invite_only,
    });
    const topic = { topic: row.topic, key: row.topicKey };
    const policy = await adoptTopicPolicies(tx, outgoing, place, topic, receivers);
    sent.push({
      ...{ outgoing, message, receivers, followers, attachments },
      ...(policy === undefined ? {} : { policy }),
    });
  }
  return sent;
}

/** Notices of the service may go to a topic with or without a name, whatever the channel requires of people. */
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
