import Type from 'typebox';
import { badRequest, rateLimited } from '../../http/errors.js';
import { integer, oneOf, text } from '../../http/parameters.js';
import { type AnyRoute, defineRoute } from '../../http/route.js';
import { audienceOf, requireMessage, requireWritable } from '../access.js';
import { insertSubmessage, widgetSubmessage } from './store.js';
import { participationProblem, type Widget } from './widget.js';

/** Maximum length of a submessage, in characters. */
const MAX_CONTENT = 5000;
/**
 * Maximum number of submessages of one message. The limit exists because a client that reads a message gets all its
 * submessages.
 */
const MAX_SUBMESSAGES = 5000;

export const submessageRoutes: AnyRoute[] = [
  defineRoute({
    method: 'POST',
    path: '/submessage',
    auth: 'user',
    creates: true,
    summary: 'Takes part in the poll or task list of a message',
    params: { message_id: integer(), msg_type: oneOf(['widget']), content: text({ max: MAX_CONTENT }) },
    returns: Type.Object({}),
    handler: async ({ app, user, params, write }) => {
      const limit = await app.limits.take(user.is_bot ? 'sendBot' : 'send', user.id);
      if (!limit.allowed) throw rateLimited(limit.resetMs);
      return write(async (tx, actor) => {
        const message = await requireMessage(tx, actor, params.message_id);
        await requireWritable(tx, message);
        const first = await widgetSubmessage(tx, message.id);
        if (first === undefined) throw badRequest('You cannot attach a submessage to this message.');
        if (first.count >= MAX_SUBMESSAGES)
          throw badRequest(`A message can have at most ${MAX_SUBMESSAGES} submessages.`);
        const { widget_type } = JSON.parse(first.content) as Widget;
        const problem = participationProblem(widget_type, params.content, actor.id === message.sender_id);
        if (problem !== undefined) throw badRequest(problem);
        const { id, ...submessage } = await insertSubmessage(tx, { ...params, sender_id: actor.id });
        tx.emit(
          { type: 'submessage', ...submessage, submessage_id: id },
          { users: await audienceOf(tx, message.id, actor.id) },
        );
        return {};
      });
    },
  }),
];
