import { GiveUp, type JobKind, triesAfter } from '@services/kit/jobs';
import { deliver, signedHeaders } from '@services/kit/outgoing';
import type { App } from '../app.js';
import { unseal } from '../vault/sealed.js';
import { DELIVERY_JOB } from './emit.js';
import { deliveryToSend, disableWebhook, finishFailed, recordFailure, recordSuccess } from './store.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delays after the first, second, … failed attempt. */
export const RETRY_MS = [5 * SECOND, MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR] as const;
/** If all deliveries to an address have failed for this time, the address is disabled. */
export const DISABLE_AFTER_MS = 5 * 24 * HOUR;

const ANSWER_MS = 10 * SECOND;
const CONNECT_MS = 5 * SECOND;
/**
 * Maximum number of bytes that are read of a response. The body is not used, but a hostile receiver must not fill the
 * memory.
 */
const ANSWER_BYTES = 65_536;
/** Status "Gone": the receiver does not want further deliveries (Standard Webhooks). */
const GONE = 410;

export function deliveryJob(app: App): JobKind<{ deliveryId: string }> {
  return {
    kind: DELIVERY_JOB,
    ...triesAfter(RETRY_MS),
    concurrency: 8,
    timeoutMs: 30 * SECOND,
    work: ({ deliveryId }) => attempt(app, deliveryId),
    gaveUp: ({ deliveryId }) => finishFailed(app.db, deliveryId, app.clock.now()),
  };
}

/** Makes one attempt. Throws an Error if a retry may succeed, and GiveUp if it cannot. */
async function attempt(app: App, deliveryId: string): Promise<void> {
  const found = await deliveryToSend(app.db, deliveryId);
  if (found?.delivery.state !== 'waiting') return;
  const { delivery, webhook } = found;
  if (!webhook.enabled && delivery.type !== 'webhook.test') throw new GiveUp('The webhook is disabled.');
  const secret = await unseal(app, 'webhook', webhook.userId, webhook.id, webhook.sealedSecret);
  const timestampS = Math.floor(app.clock.now() / 1000);
  const outcome = await deliver(app.outgoing, webhook.url, {
    headers: {
      'user-agent': 'fraud-service-webhooks/1',
      ...signedHeaders(secret, delivery.id, timestampS, delivery.body),
    },
    body: delivery.body,
    connectTimeoutMs: CONNECT_MS,
    timeoutMs: ANSWER_MS,
    maxBytes: ANSWER_BYTES,
  });
  const now = app.clock.now();
  if (outcome.ok) {
    await app.db.tx((tx) => recordSuccess(tx, delivery, outcome.status, now));
    app.metrics.delivered('ok');
    return;
  }
  app.metrics.delivered('failed');
  const failingSince = await app.db.tx((tx) => recordFailure(tx, delivery, outcome, now));
  if (outcome.status === GONE || now - failingSince >= DISABLE_AFTER_MS) {
    await disableWebhook(app.db, webhook.id);
    app.log.warn({ webhook: webhook.id, user: webhook.userId }, 'a webhook was disabled after its failures');
    throw new GiveUp(outcome.reason);
  }
  throw new Error(outcome.reason);
}
