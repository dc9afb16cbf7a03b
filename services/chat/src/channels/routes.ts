import Type from 'typebox';
import { channelHistory } from '../access/visibility.js';
import type { App } from '../app.js';
import { badRequest, noSuchChannel } from '../http/errors.js';
import { boolean, id, nullable, oneOf, optional, text } from '../http/parameters.js';
import { type AnyRoute, defineRoute } from '../http/route.js';
import { type GroupValueChange, groupSetting } from '../organization/group-value.js';
import { type Account, isGuest } from '../users/account.js';
import { type ChannelRequest, changeChannel } from './change.js';
import { CHANNEL_TOPICS_POLICIES } from './channel.js';
import { type ListedChannel, listChannels, withFigures } from './list.js';
import { CHANNEL_SETTING_NAMES, groupSettings, retentionDays } from './parameters.js';
import { CHANNEL } from './schema.js';
import { findChannel } from './store.js';

const pathParams = { stream_id: id() };

async function requireChannel(app: App, reader: Account, id: number): Promise<ListedChannel> {
  const channel = await findChannel(app.db, reader, { id });
  if (channel === undefined) throw noSuchChannel({ id });
  const [listed] = await withFigures(app, app.db, [channel]);
  return listed!;
}

export const channelRoutes: AnyRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/streams',
    auth: 'user',
    summary: 'Channels that the caller may know of',
    params: {
      include_public: optional(boolean(), true),
      include_subscribed: optional(boolean(), true),
      include_all: optional(boolean(), false),
      include_all_active: optional(boolean(), false),
      include_default: optional(boolean(), false),
      include_owner_subscribed: optional(boolean(), false),
      include_web_public: optional(boolean(), false),
      exclude_archived: optional(boolean(), true),
      include_can_access_content: optional(boolean(), false),
    },
    returns: Type.Object({ streams: Type.Array(CHANNEL) }),
    handler: async ({ app, user, params }) => {
      const owner =
        params.include_owner_subscribed && user.bot_owner_id !== null
          ? await app.directory.account(user.bot_owner_id)
          : undefined;
      const channels = await listChannels(app, app.db, user);
      const isWanted = ({ channel, subscribers }: ListedChannel): boolean => {
        if (channel.is_archived && params.exclude_archived) return false;
        if (params.include_all || params.include_all_active) return true;
        if (params.include_public && !channel.invite_only && !isGuest(user)) return true;
        if (params.include_subscribed && channel.is_subscribed) return true;
        if (owner !== undefined && subscribers.includes(owner.id)) return true;
        return (
          params.include_can_access_content && channelHistory(user, channel, channel.is_subscribed) !== 'none'
        );
      };
      return {
        streams: channels.filter(isWanted).map(({ channel, payload }) => ({
          ...payload,
          ...(params.include_default ? { is_default: channel.is_default } : {}),
        })),
      };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/streams/:stream_id',
    auth: 'user',
    summary: 'One channel',
    pathParams,
    params: {},
    returns: Type.Object({ stream: CHANNEL }),
    handler: async ({ app, user, path }) => ({
      stream: (await requireChannel(app, user, path.stream_id)).payload,
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/get_stream_id',
    auth: 'user',
    summary: 'The id of a channel by its name',
    params: { stream: text() },
    returns: Type.Object({ stream_id: Type.Integer() }),
    handler: async ({ app, user, params }) => {
      const channel = await findChannel(app.db, user, { name: params.stream });
      if (channel === undefined) throw badRequest(`Invalid channel name '${params.stream}'`);
      return { stream_id: channel.id };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/streams/:stream_id/members',
    auth: 'user',
    summary: 'Ids of the subscribers of a channel',
    pathParams,
    params: {},
    returns: Type.Object({ subscribers: Type.Array(Type.Integer()) }),
    handler: async ({ app, user, path }) => ({
      subscribers: (await requireChannel(app, user, path.stream_id)).subscribers,
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/streams/:stream_id/email_address',
    auth: 'user',
    summary: 'The address that mails for a channel go to; incoming mail is off',
    pathParams,
    params: { sender_id: optional(id()) },
    returns: Type.Object({ email: Type.String() }),
    handler: async ({ app, user, path }) => {
      await requireChannel(app, user, path.stream_id);
      throw badRequest('Incoming mail is not enabled on this server.');
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: '/streams/:stream_id',
    auth: 'user',
    summary: 'Changes a channel',
    pathParams,
    params: {
      description: optional(text()),
      new_name: optional(text()),
      is_private: optional(boolean()),
      is_web_public: optional(boolean()),
      history_public_to_subscribers: optional(boolean()),
      is_default_stream: optional(boolean()),
      message_retention_days: optional(retentionDays()),
      topics_policy: optional(oneOf(CHANNEL_TOPICS_POLICIES)),
      is_archived: optional(boolean()),
      folder_id: optional(nullable(id())),
      ...groupSettings(() => optional(groupSetting())),
    },
    returns: Type.Object({}),
    handler: ({ app, params, path, write }) => {
      if (params.is_web_public) throw badRequest('Web-public channels are not enabled.');
      const groups: ChannelRequest['groups'] = {};
      for (const name of CHANNEL_SETTING_NAMES) {
        const change = params[name] as GroupValueChange | undefined;
        if (change !== undefined) groups[name] = change;
      }
      return write(async (tx, actor) => {
        await changeChannel(app, tx, actor, path.stream_id, {
          name: params.new_name,
          description: params.description,
          isPrivate: params.is_private,
          historyPublic: params.history_public_to_subscribers,
          isDefault: params.is_default_stream,
          retentionDays: params.message_retention_days,
          topicsPolicy: params.topics_policy,
          folderId: params.folder_id,
          isArchived: params.is_archived,
          groups,
        });
        return {};
      });
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/streams/:stream_id',
    auth: 'user',
    summary: 'Archives a channel: it can be read, its name is free',
    pathParams,
    params: {},
    returns: Type.Object({}),
    handler: ({ app, path, write }) =>
      write(async (tx, actor) => {
        await changeChannel(app, tx, actor, path.stream_id, { isArchived: true, groups: {} });
        return {};
      }),
  }),
];
