import type { App } from '../app.js';
import { findChannel } from '../channels/store.js';
import type { WriteTx } from '../db/writer.js';
import { badRequest, missingVariable, noSuchChannel } from '../http/errors.js';
import {
  channelDestination,
  directDestination,
  isChannelType,
  type MessageType,
  type To,
} from '../messages/sending/destination.js';
import { peopleNamed } from '../messages/sending/direct.js';
import { readContent } from '../messages/sending/rules.js';
import { send } from '../messages/sending/send.js';
import type { Account } from '../users/account.js';
import { enqueueScheduled, outgoingOf } from './delivery.js';
import {
  insertScheduled,
  type ScheduledBody,
  type ScheduledMessage,
  scheduledMessage,
  scheduledMessagesOf,
  shownScheduled,
  updateScheduled,
} from './store.js';

/** Scheduled messages of one user. */
const MAX_SCHEDULED = 500;

export interface ScheduleRequest {
  type: MessageType;
  to: To;
  topic?: string | undefined;
  content: string;
  /** Time of delivery in UNIX seconds. */
  deliverAt: number;
}

export type ScheduleChange = { [K in keyof ScheduleRequest]?: ScheduleRequest[K] | undefined };

export async function schedule(
  app: App,
  tx: WriteTx,
  actor: Account,
  request: ScheduleRequest,
  options: { client: string; readBySender: boolean },
): Promise<number> {
  if ((await scheduledMessagesOf(tx, actor.id)).length >= MAX_SCHEDULED)
    throw badRequest(`A user can have at most ${MAX_SCHEDULED} scheduled messages.`);
  const body = await checkedBody(app, tx, actor, {
    ...(await placeOf(app, tx, actor, request.type, request.to, request.topic)),
    content: readContent(request.content, app.config.maxMessageLength),
    ...options,
  });
  const message = await insertScheduled(tx, actor.id, body, checkedTime(tx, request.deliverAt));
  await enqueueScheduled(app, tx, message);
  const scheduled_messages = [shownScheduled(message)];
  tx.emit({ type: 'scheduled_messages', op: 'add', scheduled_messages }, { users: [actor.id] });
  return message.id;
}

/** Changes a message that is waiting or has failed. A failed message needs a new time. */
export async function reschedule(
  app: App,
  tx: WriteTx,
  actor: Account,
  id: number,
  request: ScheduleChange,
): Promise<void> {
  const before = await ownScheduled(tx, actor, id);
  const { type, to, topic, content, deliverAt } = request;
  if (Object.values(request).every((value) => value === undefined)) throw badRequest('Nothing to change');
  if (type !== undefined && isChannelType(type) !== (before.body.type === 'stream') && to === undefined)
    throw missingVariable('to');
  const kind = type ?? (before.body.type === 'stream' ? 'channel' : 'direct');
  const place = await placeOf(app, tx, actor, kind, to ?? before.body.to, topic ?? before.body.topic);
  const body = await checkedBody(app, tx, actor, {
    ...before.body,
    ...place,
    ...(content === undefined ? {} : { content: readContent(content, app.config.maxMessageLength) }),
  });
  const deliver_at =
    deliverAt === undefined && before.failed === null
      ? before.deliver_at
      : checkedTime(tx, deliverAt ?? before.deliver_at / 1000);
  const after: ScheduledMessage = { ...before, body, deliver_at, failed: null };
  await updateScheduled(tx, after);
  if (deliver_at !== before.deliver_at || before.failed !== null) await enqueueScheduled(app, tx, after);
  tx.emit(
    { type: 'scheduled_messages', op: 'update', scheduled_message: shownScheduled(after) },
    { users: [actor.id] },
  );
}

/** Returns the message if it belongs to the actor. */
export async function ownScheduled(tx: WriteTx, actor: Account, id: number): Promise<ScheduledMessage> {
  const message = await scheduledMessage(tx, id);
  if (message?.user_id !== actor.id) throw badRequest('Scheduled message does not exist');
  return message;
}

function checkedTime(tx: WriteTx, seconds: number): number {
  if (seconds * 1000 <= tx.now) throw badRequest('Scheduled delivery time must be in the future.');
  return seconds * 1000;
}

/** Resolves the destination to ids now, because its names may belong to others when the message is sent. */
async function placeOf(
  app: App,
  tx: WriteTx,
  actor: Account,
  type: MessageType,
  to: To,
  topic: string | undefined,
): Promise<Pick<ScheduledBody, 'type' | 'to' | 'topic'>> {
  if (!isChannelType(type)) {
    const people = await peopleNamed(app, tx, directDestination(to));
    return { type: 'private', to: people.map((account) => account.id), topic: '' };
  }
  if (topic === undefined) throw missingVariable('topic');
  const ref = channelDestination(to);
  const channel = await findChannel(tx, actor, ref);
  if (channel === undefined) throw noSuchChannel(ref);
  return { type: 'stream', to: channel.id, topic };
}

/** Checks a message by sending it and rolling back: a message that cannot be sent now cannot be scheduled. */
async function checkedBody(
  app: App,
  tx: WriteTx,
  actor: Account,
  body: Omit<ScheduledBody, 'rendered'>,
): Promise<ScheduledBody> {
  const outgoing = await outgoingOf(app, tx, actor, body);
  const undone = new Error('undone');
  await tx
    .savepoint(async () => {
      await send(app, tx, outgoing);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return { ...body, rendered: outgoing.rendered.html };
}
