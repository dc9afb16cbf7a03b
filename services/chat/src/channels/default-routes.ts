import Type from 'typebox';
import { id } from '../http/parameters.js';
import { type AnyRoute, defineRoute } from '../http/route.js';
import { changeChannel } from './change.js';

/** Adds a channel to the default channels, to which new users are subscribed, or removes it. */
const defaultChannelRoute = (method: 'POST' | 'DELETE', isDefault: boolean, summary: string): AnyRoute =>
  defineRoute({
    method,
    path: '/default_streams',
    auth: 'user',
    needs: 'administrator',
    summary,
    params: { stream_id: id() },
    returns: Type.Object({}),
    handler: ({ app, params, write }) =>
      write(async (tx, actor) => {
        await changeChannel(app, tx, actor, params.stream_id, { isDefault, groups: {} });
        return {};
      }),
  });

export const defaultChannelRoutes: AnyRoute[] = [
  defaultChannelRoute('POST', true, 'Makes a channel one that newcomers are subscribed to'),
  defaultChannelRoute('DELETE', false, 'Newcomers are no longer subscribed to a channel'),
];
