import type { Queryable } from '@services/kit/db';
import type { App } from '../app.js';
import type { WriteTx } from '../db/writer.js';
import { ApiError } from '../http/errors.js';
import { renderText } from '../markdown/store.js';
import { sendNotice } from '../messages/sending/notices.js';
import type { Outgoing } from '../messages/sending/outgoing.js';
import { send } from '../messages/sending/send.js';
import type { Account } from '../users/account.js';
import {
  deleteScheduled,
  failOverdue,
  type ScheduledBody,
  type ScheduledMessage,
  scheduledMessage,
  shownScheduled,
  updateScheduled,
  waitingMessages,
} from './store.js';

const KIND = 'scheduled-message';

interface DeliveryJob {
  id: number;
  /** Time for which the job was made. If the message was rescheduled since, another job sends it. */
  deliverAt: number;
}

/** Returns the message in the form that a send takes; its mentions and links are rendered as they are resolved now. */
export async function outgoingOf(
  app: App,
  tx: WriteTx,
  sender: Account,
  body: Omit<ScheduledBody, 'rendered'>,
): Promise<Outgoing> {
  const toChannel = body.type === 'stream';
  return {
    sender,
    type: toChannel ? 'channel' : 'direct',
    to: body.to,
    topic: toChannel ? body.topic : undefined,
    content: body.content,
    rendered: await renderText(app.directory, tx, sender, body.content),
    client: body.client,
    readBySender: body.readBySender,
  };
}

export async function enqueueScheduled(app: App, tx: Queryable, message: ScheduledMessage): Promise<void> {
  const job: DeliveryJob = { id: message.id, deliverAt: message.deliver_at };
  await app.jobs.enqueue(tx, KIND, job, { runAt: message.deliver_at });
}

/**
 * Queues the delivery of imported messages. A message whose time has passed is not sent late, which would surprise
 * people: its sender has to set a new time. Returns the number of such messages.
 */
export async function resumeScheduled(app: App, tx: Queryable): Promise<number> {
  const overdue = await failOverdue(
    tx,
    app.clock.now(),
    'Its time had passed when the organization was imported.',
  );
  for (const message of await waitingMessages(tx)) await enqueueScheduled(app, tx, message);
  return overdue;
}

export function defineScheduledMessageJob(app: App): void {
  app.jobs.define<DeliveryJob>({
    kind: KIND,
    attempts: 10,
    backoffMs: (attempt) => attempt * 10_000,
    concurrency: 4,
    timeoutMs: 30_000,
    work: async (job) => {
      await app.write((tx) => deliver(app, tx, job));
    },
    gaveUp: async ({ id, deliverAt }, error) => {
      app.log.error({ err: error, scheduledMessage: id }, 'a scheduled message could not be sent');
      await app.write(async (tx) => {
        const message = await waiting(tx, { id, deliverAt });
        if (message !== undefined) await fail(app, tx, message, 'An internal error.');
      });
    },
  });
}

/** Returns the message; undefined if it was deleted, sent or rescheduled. */
async function waiting(tx: WriteTx, { id, deliverAt }: DeliveryJob): Promise<ScheduledMessage | undefined> {
  const message = await scheduledMessage(tx, id);
  return message?.deliver_at === deliverAt && message.failed === null ? message : undefined;
}

/** Sends and deletes the message in one transaction, so a job that runs twice finds nothing to send. */
async function deliver(app: App, tx: WriteTx, job: DeliveryJob): Promise<void> {
  const message = await waiting(tx, job);
  if (message === undefined) return;
  const sender = (await tx.directory.account(message.user_id))!;
  if (!sender.is_active) return fail(app, tx, message, 'Account is deactivated');
  try {
    await tx.savepoint(async () => send(app, tx, await outgoingOf(app, tx, sender, message.body)));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return fail(app, tx, message, error.message);
  }
  await deleteScheduled(tx, message.id);
  tx.emit(
    { type: 'scheduled_messages', op: 'remove', scheduled_message_id: message.id },
    { users: [message.user_id] },
  );
}

/** Stores the reason of the failure with the message and notifies its writer. */
async function fail(app: App, tx: WriteTx, message: ScheduledMessage, reason: string): Promise<void> {
  const failed = { ...message, failed: reason };
  await updateScheduled(tx, failed);
  const shown = shownScheduled(failed);
  tx.emit(
    { type: 'scheduled_messages', op: 'update', scheduled_message: shown },
    { users: [message.user_id] },
  );
  const writer = (await tx.directory.account(message.user_id))!;
  if (!writer.is_active || writer.is_bot) return;
  const time = new Date(message.deliver_at).toISOString();
  const content = `The message that you scheduled for <time:${time}> was not sent: ${reason}`;
  await sendNotice(app, tx, { people: [writer.id] }, content);
}
