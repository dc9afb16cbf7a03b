import { orderedId } from '@services/kit/clock';
import type { Queryable } from '@services/kit/db';
import type { App } from '../app.js';
import { iso } from '../http/answers.js';
import type { EventType, WebhookEvent } from './events.js';
import { insertDelivery, subscribedTo } from './store.js';

export const DELIVERY_JOB = 'webhook';

/**
 * Queues the event for each of the user's webhooks that subscribed to it. This happens in the transaction of the
 * change, so that both are stored or neither. `only` limits this to one webhook.
 */
export async function emit(
  app: Pick<App, 'clock' | 'random' | 'jobs'>,
  tx: Queryable,
  userId: number,
  type: EventType,
  data: Record<string, unknown>,
  only?: string,
): Promise<string[]> {
  const subscribed = type === 'webhook.test' ? [only!] : await subscribedTo(tx, userId, type);
  const receivers = only !== undefined && subscribed.includes(only) ? [only] : subscribed;
  const createdAt = app.clock.now();
  const ids: string[] = [];
  for (const webhookId of receivers) {
    const id = orderedId('evt_', app.clock, app.random);
    const event: WebhookEvent = { id, type, created_at: iso(createdAt), data };
    await insertDelivery(tx, { id, webhookId, type, body: JSON.stringify(event), createdAt });
    await app.jobs.enqueue(tx, DELIVERY_JOB, { deliveryId: id });
    ids.push(id);
  }
  return ids;
}
