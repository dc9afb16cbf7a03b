import { listChannels } from '../channels/list.js';
import { defaultChannelIds } from '../channels/store.js';
import type { SnapshotContext, SnapshotPart } from '../events/snapshot.js';
import { subscriptionsOf } from './store.js';
import { subscriptionPayload } from './subscription.js';

/** Reads the channels that the reader may know of, in three lists: subscribed, unsubscribed, never subscribed. */
async function readSubscriptions({ db, app, user, options }: SnapshotContext) {
  const own = await subscriptionsOf(db, user.id);
  const lists = {
    subscriptions: [] as object[],
    unsubscribed: [] as object[],
    never_subscribed: [] as object[],
  };
  const showsArchived = options.capabilities.includes('archived_channels');
  for (const { channel, payload, subscribers } of await listChannels(app, db, user)) {
    if (channel.is_archived && !showsArchived) continue;
    const shown = options.includeSubscribers ? { subscribers } : {};
    const subscription = own.get(channel.id);
    if (subscription === undefined) {
      lists.never_subscribed.push({ ...payload, ...shown });
      continue;
    }
    const nullable = options.capabilities.includes('notification_settings_null');
    const list = subscription.is_active ? lists.subscriptions : lists.unsubscribed;
    list.push(subscriptionPayload(payload, subscription, { nullable, ...shown }));
  }
  return lists;
}

export const subscriptionSnapshot: readonly SnapshotPart[] = [
  { types: ['subscription'], read: readSubscriptions },
  {
    types: ['stream'],
    read: async ({ db, app, user, options }) => ({
      streams: (await listChannels(app, db, user))
        .filter(({ channel }) => !channel.is_archived || options.capabilities.includes('archived_channels'))
        .map(({ payload }) => payload),
    }),
  },
  {
    types: ['default_streams'],
    read: async ({ db }) => ({ realm_default_streams: await defaultChannelIds(db) }),
  },
];
