import { orderedId } from '@services/kit/clock';
import type { Queryable } from '@services/kit/db';
import type { App } from '../app.js';
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
  const ids: string[] = [];
  for (const webhookId of receivers) {
    const event: WebhookEvent = {
      id: orderedId('evt_', app.clock, app.random),
      type,
      created_at: new Date(app.clock.now()).toISOString(),
      data,
    };
    await insertDelivery(tx, {
      id: event.id,
      webhookId,
      type,
      body: JSON.stringify(event),
      createdAt: app.clock.now(),
    });
    await app.jobs.enqueue(tx, DELIVERY_JOB, { deliveryId: event.id });
    ids.push(event.id);
  }
  return ids;
}
