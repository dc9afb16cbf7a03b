import type { WriteTx } from '../db/writer.js';
import { badRequest, invalidVariable, noSuchChannel } from '../http/errors.js';
import type { Account } from '../users/account.js';
import { readColor } from './colors.js';
import { setProperty, subscriptionsOf } from './store.js';
import {
  NOTIFICATION_PROPERTIES,
  type NotificationProperty,
  type SubscriptionProperty,
} from './subscription.js';

export interface PropertyChange {
  stream_id: number;
  property: string;
  value: string | boolean | null;
}

/** Sets all properties or none, and notifies the user's clients. */
export async function setProperties(
  tx: WriteTx,
  actor: Account,
  changes: readonly PropertyChange[],
): Promise<void> {
  const own = await subscriptionsOf(tx, actor.id);
  for (const change of changes) {
    const { property, value } = readChange(change);
    if (!own.get(change.stream_id)?.is_active) throw noSuchChannel({ id: change.stream_id });
    await setProperty(tx, actor.id, change.stream_id, property, value);
    const event = { type: 'subscription', op: 'update', stream_id: change.stream_id };
    tx.emit({ ...event, property, value }, { users: [actor.id] });
    if (property === 'is_muted')
      tx.emit({ ...event, property: 'in_home_view', value: value === false }, { users: [actor.id] });
  }
}

function readChange({ property, value }: PropertyChange): {
  property: SubscriptionProperty;
  value: string | boolean | null;
} {
  if (property === 'color') {
    const color = typeof value === 'string' ? readColor(value) : undefined;
    if (color === undefined) throw invalidVariable('color', 'is not a valid hex color code');
    return { property, value: color };
  }
  if (property === 'in_home_view') return { property: 'is_muted', value: !readBoolean(property, value) };
  if (property === 'is_muted' || property === 'pin_to_top')
    return { property, value: readBoolean(property, value) };
  if (isNotification(property))
    return { property, value: value === null ? null : readBoolean(property, value) };
  throw badRequest(`Unknown subscription property: ${property}`);
}

const isNotification = (property: string): property is NotificationProperty =>
  (NOTIFICATION_PROPERTIES as readonly string[]).includes(property);

function readBoolean(property: string, value: string | boolean | null): boolean {
  if (typeof value === 'boolean') return value;
  throw invalidVariable(property, 'is not a boolean');
}
