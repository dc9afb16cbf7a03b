import Type from 'typebox';
import { id, integer, text } from '../../http/parameters.js';
import { type AnyRoute, defineRoute } from '../../http/route.js';
import { deleteMessage, deleteTopic } from './remove.js';

/** Number of messages that one change deletes. Other changes wait until this change has committed. */
const BATCH = 100;
/**
 * Clients stop waiting for a response after 15 s, so a long deletion is reported as incomplete earlier. After
 * `complete: false`, clients repeat the request.
 */
const PATIENCE_MS = 10_000;

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
  defineRoute({
    method: 'POST',
    path: '/streams/:stream_id/delete_topic',
    auth: 'user',
    summary: 'Deletes the messages of a topic',
    pathParams: { stream_id: id() },
    params: { topic_name: text() },
    returns: Type.Object({ complete: Type.Boolean() }),
    handler: async ({ path, params, write }) => {
      const until = performance.now() + PATIENCE_MS;
      for (;;) {
        const complete = await write((tx, actor) =>
          deleteTopic(tx, actor, path.stream_id, params.topic_name, BATCH),
        );
        if (complete || performance.now() > until) return { complete };
      }
    },
  }),
];
