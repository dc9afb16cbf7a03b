import { array, json, type Queryable, sql } from '@services/kit/db';
import type { DeliveryFailure } from '@services/kit/outgoing';
import type { Sealed } from '../vault/envelope.js';

export interface Webhook {
  id: string;
  userId: number;
  url: string;
  events: string[];
  description: string;
  sealedSecret: Sealed;
  enabled: boolean;
  failingSince: number | null;
  createdAt: number;
}

export interface Delivery {
  id: string;
  webhookId: string;
  type: string;
  body: string;
  state: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
  createdAt: number;
  finishedAt: number | null;
}

const WEBHOOK = sql`id, user_id as "userId", url, events, description, sealed_secret as "sealedSecret", enabled,
  failing_since as "failingSince", created_at as "createdAt"`;
const DELIVERY = sql`id, webhook_id as "webhookId", type, body, state, attempts, last_status as "lastStatus",
  last_error as "lastError", created_at as "createdAt", finished_at as "finishedAt"`;

export async function insertWebhook(
  db: Queryable,
  webhook: Omit<Webhook, 'enabled' | 'failingSince'>,
): Promise<void> {
  await db.run(sql`
    insert into webhooks (id, user_id, url, events, description, sealed_secret, created_at)
    values (${webhook.id}, ${webhook.userId}, ${webhook.url}, ${array(webhook.events, 'text')},
      ${webhook.description}, ${json(webhook.sealedSecret)}, ${webhook.createdAt})`);
}

export async function listWebhooks(db: Queryable, userId: number): Promise<Webhook[]> {
  return db.rows<Webhook>(sql`select ${WEBHOOK} from webhooks where user_id = ${userId} order by id`);
}

export async function findWebhook(db: Queryable, userId: number, id: string): Promise<Webhook | undefined> {
  return db.one<Webhook>(sql`select ${WEBHOOK} from webhooks where id = ${id} and user_id = ${userId}`);
}

export async function deleteWebhook(db: Queryable, userId: number, id: string): Promise<boolean> {
  return (await db.run(sql`delete from webhooks where id = ${id} and user_id = ${userId}`)) > 0;
}

/** Returns the ids of the user's enabled webhooks that subscribed to the event. */
export async function subscribedTo(db: Queryable, userId: number, type: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from webhooks where user_id = ${userId} and enabled and ${type} = any(events) order by id`);
  return rows.map(({ id }) => id);
}

export async function insertDelivery(
  db: Queryable,
  delivery: Pick<Delivery, 'id' | 'webhookId' | 'type' | 'body' | 'createdAt'>,
): Promise<void> {
  await db.run(sql`
    insert into webhook_deliveries (id, webhook_id, type, body, created_at)
    values (${delivery.id}, ${delivery.webhookId}, ${delivery.type}, ${delivery.body}, ${delivery.createdAt})`);
}

/** Returns the delivery and its webhook; undefined if the webhook was deleted. */
export async function deliveryToSend(
  db: Queryable,
  id: string,
): Promise<{ delivery: Delivery; webhook: Webhook } | undefined> {
  const delivery = await db.one<Delivery>(sql`select ${DELIVERY} from webhook_deliveries where id = ${id}`);
  if (!delivery) return undefined;
  const webhook = await db.one<Webhook>(
    sql`select ${WEBHOOK} from webhooks where id = ${delivery.webhookId}`,
  );
  return webhook && { delivery, webhook };
}

/** Returns deliveries, newest first. */
export async function listDeliveries(
  db: Queryable,
  webhookId: string,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<Delivery[]> {
  const before = cursor ? sql`and id < ${cursor}` : sql``;
  return db.rows<Delivery>(sql`
    select ${DELIVERY} from webhook_deliveries where webhook_id = ${webhookId} ${before}
    order by id desc limit ${limit}`);
}

export async function recordSuccess(db: Queryable, delivery: Delivery, status: number, now: number) {
  await db.run(sql`
    update webhook_deliveries set state = 'delivered', attempts = attempts + 1, last_status = ${status},
      last_error = null, finished_at = ${now}
    where id = ${delivery.id}`);
  await db.run(sql`update webhooks set failing_since = null where id = ${delivery.webhookId}`);
}

/** Records a failure; returns the time since which all deliveries to this webhook have failed. */
export async function recordFailure(
  db: Queryable,
  delivery: Delivery,
  failure: DeliveryFailure,
  now: number,
): Promise<number> {
  await db.run(sql`
    update webhook_deliveries set attempts = attempts + 1, last_status = ${failure.status ?? null},
      last_error = ${failure.reason}
    where id = ${delivery.id}`);
  const row = await db.one<{ failing_since: number }>(sql`
    update webhooks set failing_since = coalesce(failing_since, ${now}) where id = ${delivery.webhookId}
    returning failing_since`);
  return row?.failing_since ?? now;
}

export async function finishFailed(db: Queryable, deliveryId: string, now: number): Promise<void> {
  await db.run(sql`
    update webhook_deliveries set state = 'failed', finished_at = ${now}
    where id = ${deliveryId} and state = 'waiting'`);
}

export async function disableWebhook(db: Queryable, id: string): Promise<void> {
  await db.run(sql`update webhooks set enabled = false where id = ${id}`);
}

export async function forgetDeliveries(db: Queryable, before: number): Promise<void> {
  await db.run(sql`delete from webhook_deliveries where created_at < ${before} and state <> 'waiting'`);
}
