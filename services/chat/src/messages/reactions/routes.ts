import Type from 'typebox';
import { integer, optional, text } from '../../http/parameters.js';
import { type AnyRoute, defineRoute } from '../../http/route.js';
import { addReaction, removeReaction } from './change.js';

const pathParams = { message_id: integer() };

export const reactionRoutes: AnyRoute[] = [
  defineRoute({
    method: 'POST',
    path: '/messages/:message_id/reactions',
    auth: 'user',
    summary: 'Reacts to a message with an emoji',
    pathParams,
    params: { emoji_name: text(), emoji_code: optional(text()), reaction_type: optional(text()) },
    returns: Type.Object({}),
    handler: ({ app, params, path, write }) =>
      write(async (tx, actor) => {
        await addReaction(app, tx, actor, path.message_id, params);
        return {};
      }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/messages/:message_id/reactions',
    auth: 'user',
    summary: 'Takes a reaction back; the emoji is named or given by its code',
    pathParams,
    params: { emoji_name: optional(text()), emoji_code: optional(text()), reaction_type: optional(text()) },
    returns: Type.Object({}),
    handler: ({ app, params, path, write }) =>
      write(async (tx, actor) => {
        await removeReaction(app, tx, actor, path.message_id, params);
        return {};
      }),
  }),
];
