import type { App } from '../app.js';
import type { Channel } from '../channels/channel.js';
import { channelKey, channelName } from '../channels/channel.js';
import { type ChannelOptions, createChannel, requireMayCreate } from '../channels/create.js';
import { mayAddOthers, mayKnow, mayRemoveOthers, maySubscribe } from '../channels/rules.js';
import { channelsCalled, findChannel, type KnownChannel, requireFreeName } from '../channels/store.js';
import type { WriteTx } from '../db/writer.js';
import { badRequest, noSuchChannel } from '../http/errors.js';
import type { People } from '../messages/sending/destination.js';
import { peopleNamed } from '../messages/sending/direct.js';
import { sendNotice, silentMention } from '../messages/sending/notices.js';
import { type Account, isGuest } from '../users/account.js';
import { type Subscribed, subscribe, type Unsubscribed, unsubscribe } from './subscribe.js';

/** A channel in a request to subscribe; it is created if it does not exist. */
export interface WantedChannel {
  name: string;
  description?: string | undefined;
}

export interface SubscribeRequest {
  wanted: readonly WantedChannel[];
  /** People to subscribe; undefined: the caller. */
  principals: People | undefined;
  /** True to refuse the request if the caller may not change one of the channels; false to report these channels. */
  fatal: boolean;
  sendNotices: boolean;
  /** True to announce new public channels to the organization. */
  announce: boolean;
  options: ChannelOptions;
}

/** If a request subscribes more users than this, the notification bot does not notify them individually. */
const MAX_NOTICES = 100;

export async function addSubscriptions(
  app: App,
  tx: WriteTx,
  actor: Account,
  request: SubscribeRequest,
): Promise<Subscribed & { unauthorized: string[] }> {
  if (isGuest(actor) && request.wanted.length > 0) throw badRequest('Insufficient permission');
  const users = await principals(app, tx, actor, request.principals);
  const others = users.filter((user) => user.id !== actor.id);
  const wanted = new Map(request.wanted.map((channel) => [channelKey(channel.name), channel]));
  const existing = new Map(
    (await channelsCalled(tx, actor, [...wanted.keys()])).map((channel) => [
      channelKey(channel.name),
      channel,
    ]),
  );
  const granted: Channel[] = [];
  const justCreated = new Set<number>();
  const unauthorized: string[] = [];
  for (const [key, channel] of existing) {
    const isAllowed = await maySubscribeAll(tx, actor, channel, users, others);
    if (isAllowed) granted.push(channel);
    else if (request.fatal) throw badRequest(`Unable to access channel (${wanted.get(key)!.name}).`);
    else unauthorized.push(wanted.get(key)!.name);
  }
  for (const [key, channel] of wanted) {
    if (existing.has(key)) continue;
    await requireMayCreate(tx, actor, request.options);
    const created = await createChannel(
      app,
      tx,
      actor,
      { name: channel.name, description: channel.description ?? '' },
      request.options,
      users.map((user) => user.id),
    );
    justCreated.add(created.id);
    granted.push(created);
  }
  const result = await subscribe(app, tx, granted, users, { justCreated });
  if (request.sendNotices && others.length <= MAX_NOTICES)
    for (const user of others) {
      const added = result.added.get(user.id) ?? [];
      if (added.length > 0 && !user.is_bot) await tellSubscribed(app, tx, actor, user, added);
    }
  if (request.announce && !request.options.inviteOnly)
    await announce(
      app,
      tx,
      actor,
      granted.filter((channel) => justCreated.has(channel.id)),
    );
  return { ...result, unauthorized };
}

export interface CreateRequest extends Pick<SubscribeRequest, 'sendNotices' | 'announce' | 'options'> {
  name: string;
  description: string;
  subscribers: readonly number[];
}

/** Creates one channel and subscribes the given users only. Returns its id. */
export async function createWithSubscribers(
  app: App,
  tx: WriteTx,
  actor: Account,
  { name, description, subscribers, ...request }: CreateRequest,
): Promise<number> {
  await requireMayCreate(tx, actor, request.options);
  await requireFreeName(tx, channelName(name));
  if (subscribers.length > 0) {
    const subscription = {
      ...request,
      wanted: [{ name, description }],
      principals: subscribers,
      fatal: true,
    };
    const { added } = await addSubscriptions(app, tx, actor, subscription);
    return [...added.values()][0]![0]!.id;
  }
  const channel = await createChannel(app, tx, actor, { name, description }, request.options, []);
  if (request.announce && !request.options.inviteOnly) await announce(app, tx, actor, [channel]);
  return channel.id;
}

/** Announces all new channels in one message, in the channel that the organization has set for this. */
async function announce(app: App, tx: WriteTx, actor: Account, made: readonly Channel[]): Promise<void> {
  const { settings } = await tx.directory.organization();
  const channelId = settings.new_stream_announcements_stream_id;
  const place = await findChannel(tx, actor, { id: channelId });
  if (made.length === 0 || place === undefined || place.is_archived) return;
  const names = made.map((channel) => `#**${channel.name}**`).join(', ');
  const content = `${silentMention(actor)} created the channel${made.length === 1 ? '' : 's'} ${names}.`;
  await sendNotice(app, tx, { channelId, topic: ANNOUNCEMENTS }, content);
}

const ANNOUNCEMENTS = 'new channels';

async function maySubscribeAll(
  tx: WriteTx,
  actor: Account,
  channel: KnownChannel,
  users: readonly Account[],
  others: readonly Account[],
): Promise<boolean> {
  if (channel.is_archived) return false;
  const forSelf = users.some((user) => user.id === actor.id) && !channel.is_subscribed;
  if (forSelf && !(await maySubscribe(tx, channel, actor))) return false;
  if (others.length === 0) return mayKnow(channel, actor, channel.is_subscribed) || forSelf;
  // A user who is not in a private channel can add others only if a setting of the channel permits it.
  if (channel.invite_only && !channel.is_subscribed && !(await maySubscribe(tx, channel, actor)))
    return false;
  return mayAddOthers(tx, channel, actor);
}

async function tellSubscribed(
  app: App,
  tx: WriteTx,
  actor: Account,
  user: Account,
  channels: readonly Channel[],
): Promise<void> {
  const [first, ...more] = channels;
  const content =
    more.length === 0
      ? `${silentMention(actor)} subscribed you to the channel #**${first!.name}**.`
      : `${silentMention(actor)} subscribed you to the following channels:\n\n${channels
          .map((channel) => `* #**${channel.name}**`)
          .join('\n')}`;
  await sendNotice(app, tx, { people: [user.id] }, content);
}

export async function removeSubscriptions(
  app: App,
  tx: WriteTx,
  actor: Account,
  names: readonly string[],
  named: People | undefined,
): Promise<Unsubscribed> {
  const users = await principals(app, tx, actor, named, { inactive: true });
  const others = users.filter((user) => user.id !== actor.id && user.bot_owner_id !== actor.id);
  const keys = [...new Set(names.map(channelKey))];
  const channels = new Map(
    (await channelsCalled(tx, actor, keys)).map((channel) => [channelKey(channel.name), channel]),
  );
  const concerned: Channel[] = [];
  for (const name of names) {
    const channel = channels.get(channelKey(name));
    if (channel === undefined || !mayKnow(channel, actor, channel.is_subscribed))
      throw noSuchChannel({ name: channelName(name) });
    if (others.length > 0 && !(await mayRemoveOthers(tx, channel, actor)))
      throw badRequest('Insufficient permission');
    if (!concerned.includes(channel)) concerned.push(channel);
  }
  return unsubscribe(tx, concerned, users);
}

async function principals(
  app: App,
  tx: WriteTx,
  actor: Account,
  named: People | undefined,
  options: { inactive?: boolean } = {},
): Promise<Account[]> {
  // The Python client sends an empty list when it means the caller.
  if (named === undefined || named.length === 0) return [actor];
  const users = await peopleNamed(app, tx, named);
  const gone = users.find((user) => !user.is_active);
  if (gone !== undefined && !options.inactive)
    throw badRequest(`'${gone.full_name}' has a deactivated account`);
  return users;
}
