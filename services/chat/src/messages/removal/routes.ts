import Type from 'typebox';
import { integer } from '../../http/parameters.js';
import { type AnyRoute, defineRoute } from '../../http/route.js';
import { deleteMessage } from './remove.js';

export const removalRoutes: AnyRoute[] = [
  defineRoute({
    method: 'DELETE',
    path: '/messages/:message_id',
    auth: 'user',
    summary: 'Deletes a message for good',
    pathParams: { message_id: integer() },
    params: {},
    returns: Type.Object({}),
    handler: ({ path, write }) =>
      write(async (tx, actor) => {
        await deleteMessage(tx, actor, path.message_id);
        return {};
      }),
  }),
];
