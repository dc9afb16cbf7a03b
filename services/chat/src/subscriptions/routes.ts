import Type from 'typebox';
import { listChannels } from '../channels/list.js';
import { CREATION_PARAMETERS, channelOptions } from '../channels/parameters.js';
import { SUBSCRIPTION } from '../channels/schema.js';
import { findChannel } from '../channels/store.js';
import { badRequest, noSuchChannel } from '../http/errors.js';
import { boolean, id, ids, json, optional, text, texts } from '../http/parameters.js';
import { type AnyRoute, defineRoute } from '../http/route.js';
import {
  addSubscriptions,
  createWithSubscribers,
  removeSubscriptions,
  type WantedChannel,
} from './change.js';
import { type PropertyChange, setProperties } from './properties.js';
import { isSubscribed, subscriptionsOf } from './store.js';
import type { Subscribed, Unsubscribed } from './subscribe.js';
import { subscriptionPayload } from './subscription.js';

const wantedChannels = () =>
  json(
    Type.Array(
      Type.Union([
        Type.String(),
        Type.Object({
          name: Type.String(),
          description: Type.Optional(Type.Union([Type.String(), Type.Null()])),
          color: Type.Optional(Type.Unknown()),
        }),
      ]),
      { maxItems: 1000 },
    ),
    'is not a list of channels with names',
  );

const principals = () =>
  json(
    Type.Union([
      Type.Array(Type.Integer(), { maxItems: 5000 }),
      Type.Array(Type.String(), { maxItems: 5000 }),
    ]),
    'is neither a list of user ids nor of addresses',
  );

const names = Type.Record(Type.String(), Type.Array(Type.String()));

function readWanted(
  given: readonly (string | { name: string; description?: string | null })[],
): WantedChannel[] {
  return given.map((channel) =>
    typeof channel === 'string'
      ? { name: channel }
      : { name: channel.name, description: channel.description ?? '' },
  );
}

/** Returns the names of each user's channels, by user id (as text). */
function byUser(lists: Subscribed['added']): Record<string, string[]> {
  return Object.fromEntries(
    [...lists].map(([id, channels]) => [String(id), channels.map((channel) => channel.name)]),
  );
}

/** Returns the names of the channels that at least one user left, without repeats. */
function channelNames(lists: Unsubscribed['removed']): string[] {
  return [...new Set([...lists.values()].flat().map((channel) => channel.name))];
}

const removed = (result: Unsubscribed) => ({
  removed: channelNames(result.removed),
  not_removed: channelNames(result.notRemoved),
});

const added = (result: Subscribed) => ({
  subscribed: byUser(result.added),
  already_subscribed: byUser(result.already),
});

export const subscriptionRoutes: AnyRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/users/me/subscriptions',
    auth: 'user',
    summary: 'The channels that the caller is subscribed to',
    params: { include_subscribers: optional(boolean(), false) },
    returns: Type.Object({ subscriptions: Type.Array(SUBSCRIPTION) }),
    handler: async ({ app, user, params }) => {
      const own = await subscriptionsOf(app.db, user.id);
      const channels = await listChannels(app, app.db, user);
      return {
        subscriptions: channels
          .filter(({ channel }) => channel.is_subscribed && !channel.is_archived)
          .map(({ channel, payload, subscribers }) =>
            subscriptionPayload(payload, own.get(channel.id)!, {
              nullable: true,
              ...(params.include_subscribers ? { subscribers } : {}),
            }),
          ),
      };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/users/me/subscriptions',
    auth: 'user',
    summary: 'Subscribes the caller or others to channels, which are made where they do not exist',
    creates: true,
    params: {
      subscriptions: wantedChannels(),
      principals: optional(principals()),
      authorization_errors_fatal: optional(boolean(), true),
      announce: optional(boolean(), false),
      send_new_subscription_messages: optional(boolean(), true),
      ...CREATION_PARAMETERS,
    },
    returns: Type.Object({
      subscribed: names,
      already_subscribed: names,
      unauthorized: Type.Optional(Type.Array(Type.String())),
    }),
    handler: ({ app, params, write }) =>
      write(async (tx, actor) => {
        refuseWebPublic(params.is_web_public);
        const result = await addSubscriptions(app, tx, actor, {
          wanted: readWanted(params.subscriptions),
          principals: params.principals,
          fatal: params.authorization_errors_fatal,
          sendNotices: params.send_new_subscription_messages,
          announce: params.announce,
          options: channelOptions(params),
        });
        return {
          ...added(result),
          ...(params.authorization_errors_fatal ? {} : { unauthorized: result.unauthorized }),
        };
      }),
  }),
  defineRoute({
    method: 'POST',
    path: '/channels/create',
    auth: 'user',
    summary: 'Makes a channel with the given subscribers',
    creates: true,
    params: {
      name: text(),
      description: optional(text(), ''),
      subscribers: ids({ maxItems: 5000 }),
      announce: optional(boolean(), false),
      send_new_subscription_messages: optional(boolean(), true),
      ...CREATION_PARAMETERS,
    },
    returns: Type.Object({ id: Type.Integer() }),
    handler: ({ app, params, write }) =>
      write(async (tx, actor) => {
        refuseWebPublic(params.is_web_public);
        const { name, description, subscribers, announce } = params;
        const sendNotices = params.send_new_subscription_messages;
        const options = channelOptions(params);
        return {
          id: await createWithSubscribers(app, tx, actor, {
            ...{ name, description, subscribers, announce, sendNotices, options },
          }),
        };
      }),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/users/me/subscriptions',
    auth: 'user',
    summary: 'Subscribes the caller to some channels and unsubscribes from others',
    params: { add: optional(wantedChannels(), []), delete: optional(texts(), []) },
    returns: Type.Object({
      subscribed: names,
      already_subscribed: names,
      removed: Type.Array(Type.String()),
      not_removed: Type.Array(Type.String()),
    }),
    handler: ({ app, params, write }) =>
      write(async (tx, actor) => {
        if (params.add.length === 0 && params.delete.length === 0)
          throw badRequest('Nothing to do. Specify at least one of "add" or "delete".');
        const result = await addSubscriptions(app, tx, actor, {
          wanted: readWanted(params.add),
          principals: undefined,
          fatal: true,
          sendNotices: false,
          announce: false,
          options: channelOptions({ topics_policy: 'inherit' }),
        });
        const gone = await removeSubscriptions(app, tx, actor, params.delete, undefined);
        return { ...added(result), ...removed(gone) };
      }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/users/me/subscriptions',
    auth: 'user',
    summary: 'Unsubscribes the caller or others from channels',
    params: { subscriptions: texts({ maxItems: 1000 }), principals: optional(principals()) },
    returns: Type.Object({ removed: Type.Array(Type.String()), not_removed: Type.Array(Type.String()) }),
    handler: ({ app, params, write }) =>
      write(async (tx, actor) =>
        removed(await removeSubscriptions(app, tx, actor, params.subscriptions, params.principals)),
      ),
  }),
  defineRoute({
    method: 'POST',
    path: '/users/me/subscriptions/properties',
    auth: 'user',
    summary: 'Sets properties of own subscriptions',
    params: {
      subscription_data: json(
        Type.Array(
          Type.Object({
            stream_id: Type.Integer(),
            property: Type.String(),
            value: Type.Union([Type.String(), Type.Boolean(), Type.Null()]),
          }),
          { maxItems: 1000 },
        ),
        'is not a list of stream_id, property and value',
      ),
    },
    returns: Type.Object({}),
    handler: ({ params, write }) =>
      write(async (tx, actor) => {
        await setProperties(tx, actor, params.subscription_data as PropertyChange[]);
        return {};
      }),
  }),
  defineRoute({
    method: 'GET',
    path: '/users/:user_id/subscriptions/:stream_id',
    auth: 'user',
    summary: 'Whether a user is subscribed to a channel',
    pathParams: { user_id: id(), stream_id: id() },
    params: {},
    returns: Type.Object({ is_subscribed: Type.Boolean() }),
    handler: async ({ app, user, path }) => {
      if ((await app.directory.account(path.user_id)) === undefined) throw badRequest('No such user');
      const channel = await findChannel(app.db, user, { id: path.stream_id });
      if (channel === undefined) throw noSuchChannel({ id: path.stream_id });
      return { is_subscribed: await isSubscribed(app.db, path.user_id, channel.id) };
    },
  }),
];

function refuseWebPublic(isWebPublic: boolean): void {
  if (isWebPublic) throw badRequest('Web-public channels are not enabled.');
}
