import Type from 'typebox';
import { text } from '../http/parameters.js';
import { type AnyRoute, defineRoute } from '../http/route.js';
import { renderText } from '../markdown/store.js';
import { readContent } from './sending/rules.js';

export const renderRoutes: AnyRoute[] = [
  defineRoute({
    method: 'POST',
    path: '/messages/render',
    auth: 'user',
    summary: 'The HTML that a content would have',
    params: { content: text() },
    returns: Type.Object({ rendered: Type.String() }),
    handler: async ({ app, user, params }) => {
      const content = readContent(params.content, app.config.maxMessageLength);
      return { rendered: (await renderText(app.directory, app.db, user, content)).html };
    },
  }),
];
