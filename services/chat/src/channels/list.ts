import type { Queryable } from '@services/kit/db';
import type { App } from '../app.js';
import type { Account } from '../users/account.js';
import { type ChannelPayload, channelPayload } from './payload.js';
import { type KnownChannel, knownChannels, subscribersOf } from './store.js';
import { trafficOf } from './traffic.js';

export interface ListedChannel {
  channel: KnownChannel;
  payload: ChannelPayload;
  subscribers: number[];
}

/** Returns all channels that the reader may know of, with their figures, in three queries. */
export async function listChannels(app: App, db: Queryable, reader: Account): Promise<ListedChannel[]> {
  return withFigures(app, db, await knownChannels(db, reader));
}

export async function withFigures(
  app: App,
  db: Queryable,
  channels: readonly KnownChannel[],
): Promise<ListedChannel[]> {
  const ids = channels.map((channel) => channel.id);
  const subscribers = await subscribersOf(db, ids);
  const traffic = trafficOf(app);
  const nowMs = app.clock.now();
  const listed: ListedChannel[] = [];
  for (const channel of channels) {
    const list = subscribers.get(channel.id) ?? [];
    const weeklyTraffic = await traffic.weekly(db, channel);
    listed.push({
      channel,
      payload: channelPayload(channel, { nowMs, weeklyTraffic, subscriberCount: list.length }),
      subscribers: list,
    });
  }
  return listed;
}
