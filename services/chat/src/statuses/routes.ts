import Type from 'typebox';
import { chooseEmoji } from '../emoji/choose.js';
import { customEmojiFor } from '../emoji/store.js';
import { badRequest } from '../http/errors.js';
import { boolean, id, optional, text, trimmed } from '../http/parameters.js';
import { type AnyRoute, defineRoute } from '../http/route.js';
import { shownStatus, statusOf, type UserStatus, writeStatus } from './store.js';

const MAX_STATUS = 60;

export const statusRoutes: AnyRoute[] = [
  defineRoute({
    method: 'POST',
    path: '/users/me/status',
    auth: 'user',
    summary: 'Sets the status of the caller; an empty text or emoji name removes that part',
    params: {
      status_text: optional(trimmed(text({ max: MAX_STATUS }))),
      away: optional(boolean()),
      emoji_name: optional(text()),
      emoji_code: optional(text()),
      reaction_type: optional(text()),
    },
    returns: Type.Object({}),
    handler: ({ params, write }) =>
      write(async (tx, actor) => {
        const change: Partial<UserStatus> = {};
        if (params.status_text !== undefined) change.status_text = params.status_text;
        if (params.away !== undefined) change.away = params.away;
        if (params.emoji_name === '')
          Object.assign(change, { emoji_name: '', emoji_code: '', reaction_type: '' });
        else if (params.emoji_name !== undefined || params.emoji_code !== undefined)
          Object.assign(change, chooseEmoji(params, await customEmojiFor(tx, params)));
        if (Object.keys(change).length === 0) throw badRequest('Client did not pass any new values.');
        await writeStatus(tx, actor.id, { ...(await statusOf(tx, actor.id)), ...change });
        tx.emit({ type: 'user_status', user_id: actor.id, ...change }, { users: 'everyone' });
        return {};
      }),
  }),
  defineRoute({
    method: 'GET',
    path: '/users/:user_id/status',
    auth: 'user',
    summary: 'The status of a user',
    pathParams: { user_id: id() },
    params: {},
    returns: Type.Object({
      status: Type.Object({
        status_text: Type.Optional(Type.String()),
        away: Type.Optional(Type.Boolean()),
        emoji_name: Type.Optional(Type.String()),
        emoji_code: Type.Optional(Type.String()),
        reaction_type: Type.Optional(Type.String()),
      }),
    }),
    handler: async ({ app, path }) => {
      if ((await app.directory.account(path.user_id)) === undefined) throw badRequest('No such user');
      return { status: shownStatus(await statusOf(app.db, path.user_id)) };
    },
  }),
];
