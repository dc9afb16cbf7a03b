import Type from 'typebox';
import { findChannel } from '../../channels/store.js';
import { noSuchChannel } from '../../http/errors.js';
import { id, integers, oneOf, text } from '../../http/parameters.js';
import { type AnyRoute, defineRoute } from '../../http/route.js';
import { narrow } from '../narrow/parameter.js';
import { topicOperandKey } from '../narrow/resolve.js';
import { RANGE_PARAMETERS, readRange } from '../reading/anchor.js';
import { resolveTerms } from '../reading/list.js';
import { readPage } from '../reading/store.js';
import { markAllRead, readFlag, requireFlaggable, setFlag } from './change.js';
import { flaggable } from './store.js';

const OPERATIONS = ['add', 'remove'] as const;
const COMPLETE = Type.Object({ complete: Type.Boolean() });
const nullableId = Type.Union([Type.Integer(), Type.Null()]);

export const flagRoutes: AnyRoute[] = [
  defineRoute({
    method: 'POST',
    path: '/messages/flags',
    auth: 'user',
    summary: 'Sets or clears a flag of messages',
    params: { messages: integers({ min: 0, maxItems: 10_000 }), op: oneOf(OPERATIONS), flag: text() },
    returns: Type.Object({
      messages: Type.Array(Type.Integer()),
      ignored_because_not_subscribed_channels: Type.Array(Type.Integer()),
    }),
    handler: ({ params, write }) =>
      write(async (tx, actor) => {
        const flag = readFlag(params.flag);
        const messages = await requireFlaggable(tx, actor, params.messages);
        const outcome = await setFlag(tx, actor, flag, params.op, messages);
        return { messages: outcome.done, ignored_because_not_subscribed_channels: outcome.ignoredChannels };
      }),
  }),
  defineRoute({
    method: 'POST',
    path: '/messages/flags/narrow',
    auth: 'user',
    summary: 'Sets or clears a flag of the messages of a narrow',
    params: { ...RANGE_PARAMETERS, narrow: narrow(), op: oneOf(OPERATIONS), flag: text() },
    returns: Type.Object({
      processed_count: Type.Integer(),
      updated_count: Type.Integer(),
      first_processed_id: nullableId,
      last_processed_id: nullableId,
      found_oldest: Type.Boolean(),
      found_newest: Type.Boolean(),
      ignored_because_not_subscribed_channels: Type.Array(Type.Integer()),
    }),
    handler: ({ params, write }) =>
      write(async (tx, actor) => {
        const flag = readFlag(params.flag);
        const range = readRange(params);
        const terms = await resolveTerms(tx.directory, tx, actor, params.narrow);
        const { default_language: language } = (await tx.directory.organization()).settings;
        const page = await readPage(tx, actor, terms, range, language);
        const ids = page.hits.map((hit) => hit.id);
        const outcome = await setFlag(tx, actor, flag, params.op, await flaggable(tx, actor, ids));
        return {
          processed_count: ids.length,
          updated_count: outcome.changed.length,
          first_processed_id: ids[0] ?? null,
          last_processed_id: ids.at(-1) ?? null,
          found_oldest: page.foundOldest,
          found_newest: page.foundNewest,
          ignored_because_not_subscribed_channels: outcome.ignoredChannels,
        };
      }),
  }),
  defineRoute({
    method: 'POST',
    path: '/mark_all_as_read',
    auth: 'user',
    summary: 'Marks all messages as read',
    params: {},
    returns: COMPLETE,
    handler: ({ write }) =>
      write(async (tx, actor) => {
        await markAllRead(tx, actor, 'all');
        return { complete: true };
      }),
  }),
  defineRoute({
    method: 'POST',
    path: '/mark_stream_as_read',
    auth: 'user',
    summary: 'Marks the messages of a channel as read',
    params: { stream_id: id() },
    returns: COMPLETE,
    handler: ({ params, write }) =>
      write(async (tx, actor) => {
        const channel = await findChannel(tx, actor, { id: params.stream_id });
        if (channel === undefined) throw noSuchChannel({ id: params.stream_id });
        await markAllRead(tx, actor, { channelId: channel.id });
        return { complete: true };
      }),
  }),
  defineRoute({
    method: 'POST',
    path: '/mark_topic_as_read',
    auth: 'user',
    summary: 'Marks the messages of a topic as read',
    params: { stream_id: id(), topic_name: text() },
    returns: COMPLETE,
    handler: ({ params, write }) =>
      write(async (tx, actor) => {
        const channel = await findChannel(tx, actor, { id: params.stream_id });
        if (channel === undefined) throw noSuchChannel({ id: params.stream_id });
        const { empty_topic_display_name: empty } = (await tx.directory.organization()).settings;
        await markAllRead(tx, actor, {
          channelId: channel.id,
          topicKey: topicOperandKey(params.topic_name, empty),
        });
        return { complete: true };
      }),
  }),
];
