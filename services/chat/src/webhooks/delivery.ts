import { createHmac } from 'node:crypto';
import type { Queryable } from '@services/kit/db';
import { GiveUp, type Jobs, triesAfter } from '@services/kit/jobs';
import { type DeliveryFailure, deliver } from '@services/kit/outgoing';
import type { App } from '../app.js';
import { servicesOf } from '../bots/store.js';
import { type Answer, readAnswer } from './answer.js';
import { type ReplyPlace, reportFailure, sayAsBot } from './reply.js';
import { finishDelivery, insertDelivery, isFinished } from './store.js';

const KIND = 'webhook';
const SECOND = 1000;
/** Delays before the second, third and fourth try. */
const RETRIES_MS = [SECOND, 5 * SECOND, 30 * SECOND] as const;
const TIMEOUT_MS = 10 * SECOND;
const CONNECT_TIMEOUT_MS = 3 * SECOND;
const MAX_ANSWER_BYTES = 1024 * 1024;

/** A webhook call that waits to be made. It contains the message as the message was when it was sent. */
export interface Delivery {
  botId: number;
  messageId: number;
  trigger: string;
  place: ReplyPlace;
  body: Record<string, unknown>;
}

type QueuedDelivery = Delivery & { deliveryId: number };

/** Queues a call in the transaction of its message. Calls of one bot are made one at a time, in order. */
export async function enqueueDelivery(
  jobs: Jobs,
  tx: Queryable & { now: number },
  delivery: Delivery,
): Promise<void> {
  const deliveryId = await insertDelivery(tx, delivery, tx.now);
  await jobs.enqueue(tx, KIND, { ...delivery, deliveryId }, { lane: `bot:${delivery.botId}` });
}

export function defineWebhookJob(app: App): void {
  app.jobs.define<QueuedDelivery>({
    kind: KIND,
    ...triesAfter(RETRIES_MS),
    concurrency: 8,
    // A call takes at most ten seconds; the rest of the job's time is for storing the response.
    timeoutMs: TIMEOUT_MS + 20 * SECOND,
    work: (delivery, { attempt }) => callBot(app, delivery, attempt),
    gaveUp: (delivery, error) => fail(app, delivery, failureOf(error)),
  });
}

async function callBot(app: App, delivery: QueuedDelivery, attempt: number): Promise<void> {
  const bot = await app.directory.account(delivery.botId);
  const [service] = await servicesOf(app.db, [delivery.botId]);
  if (bot === undefined || !bot.is_active || service === undefined) {
    await app.write((tx) => finishDelivery(tx, delivery.deliveryId, attempt, 'bot deactivated'));
    return;
  }
  // After a crash, the job may run again although its call was already answered.
  if (await isFinished(app.db, delivery.deliveryId)) return;
  const answer = await call(app, service.payload_url, service.token, delivery.body);
  await app.write(async (tx) => {
    if (await isFinished(tx, delivery.deliveryId)) return;
    await finishDelivery(tx, delivery.deliveryId, attempt, 'answered');
    const current = await tx.directory.account(bot.id);
    if (answer.content !== undefined && current?.is_active)
      await sayAsBot(app, tx, current, delivery.place, answer.content);
  });
}

/** Makes the call. Throws `GiveUp` if a retry cannot succeed. */
async function call(app: App, url: string, token: string, payload: object): Promise<Answer> {
  const body = JSON.stringify({ ...payload, token });
  const timestamp = String(Math.floor(app.clock.now() / SECOND));
  const signature = createHmac('sha256', token).update(`${timestamp}.${body}`).digest('hex');
  const delivered = await deliver(app.outgoing, url, {
    headers: {
      accept: 'application/json',
      'user-agent': 'ChatService/1',
      'x-chat-timestamp': timestamp,
      'x-chat-signature': `v1=${signature}`,
    },
    body,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_ANSWER_BYTES,
  });
  if (!delivered.ok) throw delivered.isFinal ? hopeless(delivered) : new CallFailed(delivered);
  const answer = readAnswer(delivered.text);
  if (answer === undefined)
    throw hopeless({ ...delivered, reason: 'the answer is not a JSON object', isFinal: true });
  return answer;
}

/** The call failed, but a retry may succeed. */
class CallFailed extends Error {
  readonly failure: DeliveryFailure;
  constructor(failure: DeliveryFailure) {
    super(failure.reason);
    this.failure = failure;
  }
}

const hopeless = (failure: DeliveryFailure) => new GiveUp(failure.reason, { cause: failure });

function failureOf(error: unknown): DeliveryFailure {
  if (error instanceof CallFailed) return error.failure;
  if (error instanceof GiveUp) return error.cause as DeliveryFailure;
  return { reason: 'an internal error', isFinal: false };
}

async function fail(app: App, delivery: QueuedDelivery, failure: DeliveryFailure): Promise<void> {
  await app.write(async (tx) => {
    if (await isFinished(tx, delivery.deliveryId)) return;
    await finishDelivery(tx, delivery.deliveryId, RETRIES_MS.length + 1, failure.reason);
    const bot = await tx.directory.account(delivery.botId);
    if (bot?.is_active) await reportFailure(app, tx, bot, delivery, failure);
  });
}
