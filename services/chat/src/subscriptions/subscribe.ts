import type { App } from '../app.js';
import type { Channel } from '../channels/channel.js';
import { channelPayload } from '../channels/payload.js';
import { knowersOf, subscribersOf } from '../channels/store.js';
import { trafficOf } from '../channels/traffic.js';
import type { WriteTx } from '../db/writer.js';
import type { Account } from '../users/account.js';
import { isGuest } from '../users/account.js';
import { nextColor } from './colors.js';
import { endSubscriptions, insertSubscriptions, subscriptionRows, usedColors } from './store.js';
import { subscriptionPayload } from './subscription.js';

/**
 * Result for each user: the channels that the user joined, and the channels to which the user was already subscribed.
 */
export interface Subscribed {
  added: Map<number, Channel[]>;
  already: Map<number, Channel[]>;
}

/**
 * Subscribes users to channels, and notifies them and everyone who may know of the channels. The caller has already
 * checked the permission. Users who could not know of a channel until now get the event `stream create` before all
 * other events.
 */
export async function subscribe(
  app: App,
  tx: WriteTx,
  channels: readonly Channel[],
  users: readonly Account[],
  options: { justCreated?: ReadonlySet<number> } = {},
): Promise<Subscribed> {
  const channelIds = channels.map((channel) => channel.id);
  const before = await subscriptionRows(
    tx,
    users.map((user) => user.id),
    channelIds,
  );
  const active = new Set(
    before.filter((row) => row.is_active).map((row) => `${row.channel_id}:${row.user_id}`),
  );
  const kept = new Set(before.map((row) => `${row.channel_id}:${row.user_id}`));
  const colors = await usedColors(
    tx,
    users.map((user) => user.id),
  );
  const result: Subscribed = { added: new Map(), already: new Map() };
  const rows: { userId: number; channelId: number; color: string }[] = [];
  for (const user of users) {
    const used = colors.get(user.id) ?? [];
    for (const channel of channels) {
      const key = `${channel.id}:${user.id}`;
      const list = active.has(key) ? result.already : result.added;
      list.set(user.id, [...(list.get(user.id) ?? []), channel]);
      if (active.has(key)) continue;
      const color = nextColor(used);
      if (!kept.has(key)) used.push(color);
      rows.push({ userId: user.id, channelId: channel.id, color });
    }
  }
  if (rows.length === 0) return result;
  const subscriptions = await insertSubscriptions(tx, rows, tx.now);
  const subscribers = await subscribersOf(tx, channelIds);
  const traffic = trafficOf(app);
  const payloads = new Map(
    await Promise.all(
      channels.map(async (channel) => {
        const ids = subscribers.get(channel.id) ?? [];
        const weeklyTraffic = await traffic.weekly(tx, channel);
        return [
          channel.id,
          channelPayload(channel, { nowMs: tx.now, weeklyTraffic, subscriberCount: ids.length }),
        ] as const;
      }),
    ),
  );
  const byId = new Map(users.map((user) => [user.id, user]));
  for (const channel of channels) {
    if (options.justCreated?.has(channel.id)) continue;
    // Administrators know of all channels, other members know of public channels, and guests know of their
    // subscriptions.
    const news = rows
      .filter((row) => row.channelId === channel.id)
      .map((row) => byId.get(row.userId)!)
      .filter((user) => isGuest(user) || (channel.invite_only && user.role > 200))
      .map((user) => user.id);
    if (news.length > 0)
      tx.emit({ type: 'stream', op: 'create', streams: [payloads.get(channel.id)!] }, { users: news });
  }
  for (const userId of result.added.keys()) {
    const own = subscriptions.filter((row) => row.user_id === userId);
    tx.emit(
      {
        type: 'subscription',
        op: 'add',
        subscriptions: own.map((row) =>
          subscriptionPayload(payloads.get(row.channel_id)!, row, {
            nullable: true,
            subscribers: subscribers.get(row.channel_id) ?? [],
          }),
        ),
      },
      { users: [userId] },
    );
  }
  for (const channel of channels) {
    const userIds = rows.filter((row) => row.channelId === channel.id).map((row) => row.userId);
    if (userIds.length > 0) await tellPeers(tx, channel, 'peer_add', userIds);
  }
  return result;
}

/**
 * Notifies users who may know of the channel that others joined or left it. The joining or leaving users get another
 * event.
 */
async function tellPeers(
  tx: WriteTx,
  channel: Channel,
  op: 'peer_add' | 'peer_remove',
  userIds: number[],
): Promise<void> {
  const concerned = new Set(userIds);
  const peers = (await knowersOf(tx, channel)).filter((id) => !concerned.has(id));
  if (peers.length === 0) return;
  tx.emit({ type: 'subscription', op, stream_ids: [channel.id], user_ids: userIds }, { users: peers });
}

/** Result for each user: the channels that the user left, and the channels to which the user was not subscribed. */
export interface Unsubscribed {
  removed: Map<number, Channel[]>;
  notRemoved: Map<number, Channel[]>;
}

export async function unsubscribe(
  tx: WriteTx,
  channels: readonly Channel[],
  users: readonly Account[],
): Promise<Unsubscribed> {
  const rows = await subscriptionRows(
    tx,
    users.map((user) => user.id),
    channels.map((channel) => channel.id),
  );
  const active = new Set(
    rows.filter((row) => row.is_active).map((row) => `${row.channel_id}:${row.user_id}`),
  );
  const result: Unsubscribed = { removed: new Map(), notRemoved: new Map() };
  for (const user of users)
    for (const channel of channels) {
      const list = active.has(`${channel.id}:${user.id}`) ? result.removed : result.notRemoved;
      list.set(user.id, [...(list.get(user.id) ?? []), channel]);
    }
  const gone = [...result.removed].flatMap(([userId, list]) =>
    list.map((channel) => ({ userId, channelId: channel.id })),
  );
  if (gone.length === 0) return result;
  await endSubscriptions(tx, gone);
  for (const [userId, list] of result.removed)
    tx.emit(
      {
        type: 'subscription',
        op: 'remove',
        subscriptions: list.map((channel) => ({ stream_id: channel.id, name: channel.name })),
      },
      { users: [userId] },
    );
  const byId = new Map(users.map((user) => [user.id, user]));
  for (const channel of channels) {
    const left = gone.filter((pair) => pair.channelId === channel.id).map((pair) => pair.userId);
    if (left.length === 0) continue;
    await tellPeers(tx, channel, 'peer_remove', left);
    const unknowing = left.filter((id) => {
      const user = byId.get(id)!;
      return isGuest(user) || (channel.invite_only && user.role > 200);
    });
    if (unknowing.length > 0) tx.emit(streamDeleted(channel), { users: unknowing });
  }
  return result;
}

/** Event for users who can no longer know of the channel. */
export function streamDeleted(channel: Channel) {
  const { id: stream_id, name } = channel;
  return { type: 'stream', op: 'delete', streams: [{ stream_id, name }], stream_ids: [stream_id] };
}
