import Type from 'typebox';
import { badRequest } from '../http/errors.js';
import { json, optional, texts } from '../http/parameters.js';
import { type AnyRoute, defineRoute } from '../http/route.js';
import type { Account } from '../users/account.js';
import { deleteEntries, storedBytes, storedEntries, writeEntries } from './store.js';

const PATH = '/bot_storage';
/** Maximum total size of one bot's keys and values, in bytes. */
const MAX_BYTES = 10_000_000;
const MAX_KEY_BYTES = 1000;

function requireBot(actor: Account): void {
  if (!actor.is_bot) throw badRequest('This endpoint is for bots only.');
}

const missing = () => badRequest('Key does not exist.');
const keys = () => optional(texts({ maxItems: 10_000 }));

export const botStorageRoutes: AnyRoute[] = [
  defineRoute({
    method: 'PUT',
    path: PATH,
    auth: 'user',
    summary: 'Stores texts under keys for the bot that calls',
    params: { storage: json(Type.Record(Type.String(), Type.String()), 'is not an object of texts') },
    returns: Type.Object({}),
    handler: ({ params, write }) =>
      write(async (tx, actor) => {
        requireBot(actor);
        const entries = Object.entries(params.storage);
        if (entries.some(([key]) => Buffer.byteLength(key) > MAX_KEY_BYTES))
          throw badRequest(`A key is too long (limit: ${MAX_KEY_BYTES} bytes)`);
        const given = entries.reduce(
          (sum, pair) => sum + Buffer.byteLength(pair[0]) + Buffer.byteLength(pair[1]),
          0,
        );
        const others = await storedBytes(tx, actor.id, Object.keys(params.storage));
        if (given + others > MAX_BYTES)
          throw badRequest(`Request exceeds the storage of the bot (limit: ${MAX_BYTES} bytes)`);
        if (entries.length > 0) await writeEntries(tx, actor.id, params.storage);
        return {};
      }),
  }),
  defineRoute({
    method: 'GET',
    path: PATH,
    auth: 'user',
    summary: 'What the bot that calls has stored',
    params: { keys: keys() },
    returns: Type.Object({ storage: Type.Record(Type.String(), Type.String()) }),
    handler: async ({ app, user, params }) => {
      requireBot(user);
      const storage = await storedEntries(app.db, user.id, params.keys);
      if (params.keys?.some((key) => !Object.hasOwn(storage, key))) throw missing();
      return { storage };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: PATH,
    auth: 'user',
    summary: 'Removes entries of the bot that calls; all without keys',
    params: { keys: keys() },
    returns: Type.Object({}),
    handler: ({ params, write }) =>
      write(async (tx, actor) => {
        requireBot(actor);
        const storage = params.keys === undefined ? {} : await storedEntries(tx, actor.id, params.keys);
        if (params.keys?.some((key) => !Object.hasOwn(storage, key))) throw missing();
        await deleteEntries(tx, actor.id, params.keys);
        return {};
      }),
  }),
];
