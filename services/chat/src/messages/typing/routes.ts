import Type from 'typebox';
import { badRequest, missingVariable } from '../../http/errors.js';
import { id, integer, oneOf, optional, text } from '../../http/parameters.js';
import { type AnyRoute, defineRoute } from '../../http/route.js';
import { channelDestination, directDestination, isChannelType } from '../sending/destination.js';
import { destination } from '../sending/parameters.js';
import { tellEditing, tellTypingToChannel, tellTypingToPeople } from './tell.js';

const OPERATIONS = ['start', 'stop'] as const;

export const typingRoutes: AnyRoute[] = [
  defineRoute({
    method: 'POST',
    path: '/typing',
    auth: 'user',
    summary: 'Tells others that the caller started or stopped typing',
    params: {
      op: oneOf(OPERATIONS),
      type: optional(oneOf(['direct', 'stream', 'channel']), 'direct'),
      to: optional(destination()),
      stream_id: optional(id()),
      topic: optional(text()),
    },
    returns: Type.Object({}),
    handler: ({ app, user: actor, params }) =>
      app.tell(async (tx) => {
        const { op, to } = params;
        if (!isChannelType(params.type as 'channel')) {
          if (to === undefined) throw missingVariable('to');
          await tellTypingToPeople(app, tx, actor, op, directDestination(to));
          return {};
        }
        // Before feature level 215, `to` held the channel.
        const channelId = params.stream_id ?? (to === undefined ? undefined : idOf(to));
        if (channelId === undefined) throw missingVariable('stream_id');
        if (params.topic === undefined) throw missingVariable('topic');
        await tellTypingToChannel(app, tx, actor, op, channelId, params.topic);
        return {};
      }),
  }),
  defineRoute({
    method: 'POST',
    path: '/messages/:message_id/typing',
    auth: 'user',
    summary: 'Tells others that the caller started or stopped editing a message',
    pathParams: { message_id: integer() },
    params: { op: oneOf(OPERATIONS) },
    returns: Type.Object({}),
    handler: ({ app, user: actor, params, path }) =>
      app.tell(async (tx) => {
        await tellEditing(tx, actor, params.op, path.message_id);
        return {};
      }),
  }),
];

function idOf(to: Parameters<typeof channelDestination>[0]): number {
  const ref = channelDestination(to);
  if ('id' in ref) return ref.id;
  throw badRequest('Expected exactly one channel');
}
