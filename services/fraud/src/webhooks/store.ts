import { type Queryable, sql } from '@services/kit/db';
import type { DeliveryFailure } from '@services/kit/outgoing';
import type { Place } from '../http/route.js';
import { columns, olderThan, valuesOf } from '../rows.js';
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

const WEBHOOK = columns('id userId url events description sealedSecret enabled failingSince createdAt');
const DELIVERY = columns('id webhookId type body state attempts lastStatus lastError createdAt finishedAt');

export async function insertWebhook(
  db: Queryable,
  webhook: Omit<Webhook, 'enabled' | 'failingSince'>,
): Promise<void> {
  await db.run(sql`insert into webhooks ${valuesOf(webhook)}`);
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
  await db.run(sql`insert into webhook_deliveries ${valuesOf(delivery)}`);
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
  { cursor, limit }: Place,
): Promise<Delivery[]> {
  return db.rows<Delivery>(sql`
    select ${DELIVERY} from webhook_deliveries where webhook_id = ${webhookId} ${olderThan(cursor)}
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
