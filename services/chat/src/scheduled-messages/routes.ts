import Type from 'typebox';
import { rateLimited } from '../http/errors.js';
import { alias, boolean, id, integer, oneOf, optional, text } from '../http/parameters.js';
import { type AnyRoute, defineRoute } from '../http/route.js';
import { destination } from '../messages/sending/parameters.js';
import { startsRead } from '../messages/sending/rules.js';
import { ownScheduled, reschedule, schedule } from './schedule.js';
import { deleteScheduled, scheduledMessagesOf, shownScheduled } from './store.js';

const pathParams = { scheduled_message_id: id() };
/** The last second that a Date can represent. */
const MAX_SECONDS = 8_640_000_000_000;

const type = () => oneOf(['direct', 'channel', 'stream', 'private']);
const time = () => integer({ min: 0, max: MAX_SECONDS });

export const scheduledMessageRoutes: AnyRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/scheduled_messages',
    auth: 'user',
    summary: 'The messages that the caller has scheduled; the next one comes first',
    params: {},
    returns: Type.Object({
      scheduled_messages: Type.Array(
        Type.Object({
          scheduled_message_id: Type.Integer(),
          type: Type.String(),
          to: Type.Union([Type.Integer(), Type.Array(Type.Integer())]),
          topic: Type.Optional(Type.String()),
          content: Type.String(),
          rendered_content: Type.String(),
          scheduled_delivery_timestamp: Type.Integer(),
          failed: Type.Boolean(),
        }),
      ),
    }),
    handler: async ({ app, user }) => ({
      scheduled_messages: (await scheduledMessagesOf(app.db, user.id)).map(shownScheduled),
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/scheduled_messages',
    auth: 'user',
    creates: true,
    summary: 'Schedules a message',
    params: {
      type: type(),
      to: destination(),
      content: text(),
      topic: optional(alias(text(), 'subject')),
      scheduled_delivery_timestamp: time(),
      read_by_sender: optional(boolean()),
    },
    returns: Type.Object({ scheduled_message_id: Type.Integer() }),
    handler: async ({ app, user, params, clientName, write }) => {
      const limit = await app.limits.take(user.is_bot ? 'sendBot' : 'send', user.id);
      if (!limit.allowed) throw rateLimited(limit.resetMs);
      const { scheduled_delivery_timestamp: deliverAt, read_by_sender, ...rest } = params;
      const options = { client: clientName, readBySender: startsRead(read_by_sender, clientName) };
      return write(async (tx, actor) => ({
        scheduled_message_id: await schedule(app, tx, actor, { ...rest, deliverAt }, options),
      }));
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: '/scheduled_messages/:scheduled_message_id',
    auth: 'user',
    summary: 'Changes a scheduled message',
    pathParams,
    params: {
      type: optional(type()),
      to: optional(destination()),
      content: optional(text()),
      topic: optional(alias(text(), 'subject')),
      scheduled_delivery_timestamp: optional(time()),
    },
    returns: Type.Object({}),
    handler: ({ app, params, path, write }) =>
      write(async (tx, actor) => {
        const { scheduled_delivery_timestamp: deliverAt, ...rest } = params;
        await reschedule(app, tx, actor, path.scheduled_message_id, { ...rest, deliverAt });
        return {};
      }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/scheduled_messages/:scheduled_message_id',
    auth: 'user',
    summary: 'Deletes a scheduled message before it is sent',
    pathParams,
    params: {},
    returns: Type.Object({}),
    handler: ({ path, write }) =>
      write(async (tx, actor) => {
        const { id } = await ownScheduled(tx, actor, path.scheduled_message_id);
        await deleteScheduled(tx, id);
        tx.emit(
          { type: 'scheduled_messages', op: 'remove', scheduled_message_id: id },
          { users: [actor.id] },
        );
        return {};
      }),
  }),
];
