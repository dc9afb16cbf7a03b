import { type Queryable, sql } from '@services/kit/db';
import Type from 'typebox';
import { channelHistory, visibleMessage } from '../access/visibility.js';
import { findChannel, type KnownChannel } from '../channels/store.js';
import { badRequest, noSuchChannel } from '../http/errors.js';
import { boolean, id, oneOf, optional, text } from '../http/parameters.js';
import { type AnyRoute, defineRoute } from '../http/route.js';
import type { Account } from '../users/account.js';
import { POLICY, type Policy } from './policy.js';
import { policiesFor } from './store.js';
import { readTopic, topicKey, topicProblem } from './topic.js';
import { setPolicies } from './user-topics.js';

interface ListedTopic {
  name: string;
  max_id: number;
}

/**
 * Topics of a channel, newest first. If the reader can see received messages only, only the topics of these messages
 * are listed.
 */
async function listTopics(db: Queryable, reader: Account, channel: KnownChannel): Promise<ListedTopic[]> {
  const history = channelHistory(reader, channel, channel.is_subscribed);
  if (history === 'none') return [];
  if (history === 'all')
    return db.rows<ListedTopic>(sql`SELECT name, max_message_id AS max_id FROM topic
      WHERE channel_id = ${channel.id} ORDER BY max_message_id DESC`);
  return db.rows<ListedTopic>(sql`
    SELECT (array_agg(m.topic ORDER BY m.id DESC))[1] AS name, max(m.id) AS max_id FROM message m
    WHERE m.channel_id = ${channel.id} AND ${visibleMessage(reader)} GROUP BY m.topic_key ORDER BY max_id DESC`);
}

async function channelOf(db: Queryable, reader: Account, id: number): Promise<KnownChannel> {
  const channel = await findChannel(db, reader, { id });
  if (channel === undefined) throw noSuchChannel({ id });
  return channel;
}

export const topicRoutes: AnyRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/users/me/:stream_id/topics',
    auth: 'user',
    summary: 'Topics of a channel, newest first',
    pathParams: { stream_id: id() },
    params: { allow_empty_topic_name: optional(boolean(), false) },
    returns: Type.Object({
      topics: Type.Array(Type.Object({ name: Type.String(), max_id: Type.Integer() })),
    }),
    handler: async ({ app, user, params, path }) => {
      const topics = await listTopics(app.db, user, await channelOf(app.db, user, path.stream_id));
      const { empty_topic_display_name: empty } = (await app.directory.organization()).settings;
      const shown = (name: string) => (name === '' && !params.allow_empty_topic_name ? empty : name);
      return { topics: topics.map(({ name, max_id }) => ({ name: shown(name), max_id })) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/user_topics',
    auth: 'user',
    summary: 'Mutes, unmutes or follows a topic',
    params: {
      stream_id: id(),
      topic: text(),
      visibility_policy: oneOf([POLICY.none, POLICY.muted, POLICY.unmuted, POLICY.followed]),
    },
    returns: Type.Object({}),
    handler: ({ app, params, write }) =>
      write(async (tx, actor) => {
        const channel = await channelOf(tx, actor, params.stream_id);
        const { empty_topic_display_name: empty } = (await tx.directory.organization()).settings;
        const topic = readTopic(params.topic, empty);
        if (topicProblem(topic, app.config.maxTopicLength) !== undefined) throw badRequest('Invalid topic');
        const place = { channelId: channel.id, key: topicKey(topic), name: topic };
        await setPolicies(tx, place, new Map([[actor.id, params.visibility_policy as Policy]]));
        return {};
      }),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/users/me/subscriptions/muted_topics',
    auth: 'user',
    summary: 'Mutes or unmutes a topic; older than /user_topics',
    params: {
      stream_id: optional(id()),
      stream: optional(text()),
      topic: text(),
      op: oneOf(['add', 'remove']),
    },
    returns: Type.Object({}),
    handler: ({ app, params, write }) =>
      write(async (tx, actor) => {
        const { stream, stream_id: id } = params;
        if ((stream === undefined) === (id === undefined))
          throw badRequest("Exactly one of 'stream' and 'stream_id' has to be given.");
        const ref = id === undefined ? { name: stream! } : { id };
        const channel = await findChannel(tx, actor, ref);
        if (channel === undefined) throw noSuchChannel(ref);
        const { empty_topic_display_name: empty } = (await tx.directory.organization()).settings;
        const topic = readTopic(params.topic, empty);
        if (topicProblem(topic, app.config.maxTopicLength) !== undefined) throw badRequest('Invalid topic');
        const key = topicKey(topic);
        const current = (await policiesFor(tx, channel.id, key, [actor.id])).get(actor.id) ?? POLICY.none;
        if (params.op === 'remove' && current !== POLICY.muted) throw badRequest('Topic is not muted');
        const policy = params.op === 'add' ? POLICY.muted : POLICY.none;
        await setPolicies(tx, { channelId: channel.id, key, name: topic }, new Map([[actor.id, policy]]));
        return {};
      }),
  }),
];
