import { sql } from '@services/kit/db';
import Type from 'typebox';
import type { App } from '../app.js';
import { badRequest } from '../http/errors.js';
import { boolean, custom, ids, optional, type Parameter } from '../http/parameters.js';
import { defineRoute } from '../http/route.js';
import type { Account, Actor } from './account.js';
import { leave } from './membership.js';
import { USER, userPayload } from './payload.js';
import { accountByEmail, accounts, profileData } from './store.js';

/** A user in a path: digits mean an id, any other text an e-mail address. */
export type UserRef = { id: number } | { email: string };

export function userRef(): Parameter<UserRef> {
  return custom<UserRef>({
    schema: Type.Union([Type.Integer(), Type.String()]),
    decode: (text) => text,
    check: (value) => (/^\d+$/.test(String(value)) ? { id: Number(value) } : { email: String(value) }),
  });
}

/** Returns the account, active or not; throws 400 for an unknown one. */
export async function findUser(app: App, ref: UserRef): Promise<Account> {
  const account = 'id' in ref ? await app.directory.account(ref.id) : await accountByEmail(app.db, ref.email);
  if (account === undefined) throw badRequest('No such user');
  return account;
}

const viewParameters = {
  client_gravatar: optional(boolean(), true),
  include_custom_profile_fields: optional(boolean(), false),
};

async function payloads(
  app: App,
  reader: Actor,
  found: Account[],
  options: { client_gravatar: boolean; include_custom_profile_fields: boolean },
) {
  const profiles = options.include_custom_profile_fields
    ? await profileData(
        app.db,
        found.map((account) => account.id),
      )
    : undefined;
  const view = { reader, publicHost: app.publicHost, clientGravatar: options.client_gravatar };
  return found.map((account) =>
    userPayload(account, view, profiles === undefined ? undefined : (profiles.get(account.id) ?? {})),
  );
}

const { role, ...rest } = USER.properties;

export const userRoutes = [
  defineRoute({
    method: 'GET',
    path: '/users',
    auth: 'user',
    summary: 'All users, or those of the given ids',
    params: { ...viewParameters, user_ids: optional(ids({ maxItems: 10_000 })) },
    returns: Type.Object({ members: Type.Array(USER) }),
    handler: async ({ app, user, params }) => {
      // Lists of people do not contain the service's own bot, but a client can request the bot by its id.
      const found = await accounts(
        app.db,
        params.user_ids === undefined ? { isSystemBot: false } : { ids: params.user_ids },
      );
      return { members: await payloads(app, user, found, params) };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/users/me',
    auth: 'user',
    summary: 'The caller',
    params: {},
    returns: Type.Object({ ...rest, role, max_message_id: Type.Integer() }),
    handler: async ({ app, user }) => {
      const profiles = await profileData(app.db, [user.id]);
      const view = { reader: user, publicHost: app.publicHost, clientGravatar: false };
      const newest = await app.db.one<{ id: number | null }>(
        sql`SELECT max(message_id) AS id FROM user_message WHERE user_id = ${user.id}`,
      );
      return {
        ...userPayload(user, view, profiles.get(user.id) ?? {}),
        max_message_id: newest?.id ?? -1,
      };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/users/me',
    auth: 'user',
    summary: 'Deactivates the account of the caller',
    params: {},
    returns: Type.Object({}),
    handler: async ({ app, write }) => {
      await write((tx, actor) => leave(app, tx, actor));
      return {};
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/users/:user_id',
    auth: 'user',
    summary: 'One user, by id or address',
    pathParams: { user_id: userRef() },
    params: viewParameters,
    returns: Type.Object({ user: USER }),
    handler: async ({ app, user, params, path }) => {
      const [payload] = await payloads(app, user, [await findUser(app, path.user_id)], params);
      return { user: payload! };
    },
  }),
];
