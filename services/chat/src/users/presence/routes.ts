import type { Queryable } from '@services/kit/db';
import Type from 'typebox';
import type { App, TellTx } from '../../app.js';
import { badRequest } from '../../http/errors.js';
import { boolean, integer, oneOf, optional } from '../../http/parameters.js';
import { defineRoute } from '../../http/route.js';
import type { Actor } from '../account.js';
import { apiEmail } from '../api-email.js';
import { findUser, userRef } from '../routes.js';
import {
  aggregatedPresence,
  DEFAULT_HISTORY_DAYS,
  slimPresence,
  statusAt,
  websitePresence,
} from './rules.js';
import { lastPresenceUpdate, type Presence, presenceOf, presences, savePresence } from './store.js';

const DAY_MS = 86_400_000;

type Shown = ReturnType<typeof slimPresence> | ReturnType<typeof aggregatedPresence>;

const AGGREGATED = Type.Object({ aggregated: Type.Unknown(), website: Type.Unknown() });
const PRESENCES = Type.Record(
  Type.String(),
  Type.Union([AGGREGATED, Type.Object({ active_timestamp: Type.Integer(), idle_timestamp: Type.Integer() })]),
);

/**
 * Returns the presence fields, which the response of `POST /users/me/presence` and the register snapshot have in
 * common.
 */
export async function presenceFields(
  app: App,
  db: Queryable,
  options: { slim: boolean; lastUpdateId: number; historyDays: number },
) {
  const now = app.clock.now();
  const rows = await presences(db, {
    updateId: options.lastUpdateId,
    since: now - options.historyDays * DAY_MS,
  });
  const entries = rows.map((row): [string, Shown] =>
    options.slim
      ? [String(row.user_id), slimPresence(row)]
      : [apiEmail({ id: row.user_id, ...row }, app.publicHost), aggregatedPresence(row)],
  );
  return {
    server_timestamp: now / 1000,
    presences: Object.fromEntries(entries),
    presence_last_update_id: Math.max(options.lastUpdateId, await lastPresenceUpdate(db)),
  };
}

/** Stores that the user is online; notifies others if the status that they see changes. */
async function report(
  app: App,
  tx: TellTx,
  actor: Actor,
  status: 'active' | 'idle',
  client: string,
): Promise<void> {
  const before = await presenceOf(tx, actor.id);
  const statusBefore = statusAt(before, tx.now);
  // The report of an idle client keeps the time at which another client was active, and the other way round.
  const row: Presence = {
    user_id: actor.id,
    active_at: status === 'active' ? tx.now : (before?.active_at ?? null),
    idle_at: status === 'idle' ? tx.now : (before?.idle_at ?? null),
    client,
  };
  const isNews = statusBefore !== statusAt(row, tx.now);
  await savePresence(tx, row);
  tx.emitEphemeral(
    {
      type: 'presence',
      user_id: actor.id,
      email: apiEmail(actor, app.publicHost),
      server_timestamp: tx.now / 1000,
      presence: { website: websitePresence(row) },
      presences: { [actor.id]: slimPresence(row) },
    },
    { users: isNews ? 'everyone' : [] },
  );
}

export const presenceRoutes = [
  defineRoute({
    method: 'POST',
    path: '/users/me/presence',
    auth: 'user',
    summary: 'Reports that the caller is there, and tells who else is',
    params: {
      status: oneOf(['active', 'idle']),
      ping_only: optional(boolean(), false),
      new_user_input: optional(boolean(), false),
      last_update_id: optional(integer({ min: -1 })),
      slim_presence: optional(boolean(), false),
      history_limit_days: optional(integer({ min: 0, max: 36_500 }), DEFAULT_HISTORY_DAYS),
    },
    returns: Type.Object({
      server_timestamp: Type.Optional(Type.Number()),
      presences: Type.Optional(PRESENCES),
      presence_last_update_id: Type.Optional(Type.Integer()),
    }),
    handler: async ({ app, user, params, clientName }) => {
      const organization = await app.directory.organization();
      if (
        user.settings.presence_enabled !== false &&
        !organization.settings.presence_disabled &&
        !user.is_bot
      )
        await app.tell((tx) => report(app, tx, user, params.status, clientName));
      if (params.ping_only) return {};
      return presenceFields(app, app.db, {
        slim: params.slim_presence || params.last_update_id !== undefined,
        lastUpdateId: params.last_update_id ?? -1,
        historyDays: params.history_limit_days,
      });
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/realm/presence',
    auth: 'user',
    summary: 'Who is there',
    params: {},
    returns: Type.Object({ server_timestamp: Type.Number(), presences: PRESENCES }),
    handler: async ({ app }) => {
      const { server_timestamp, presences } = await presenceFields(app, app.db, {
        slim: false,
        lastUpdateId: -1,
        historyDays: DEFAULT_HISTORY_DAYS,
      });
      return { server_timestamp, presences };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/users/:user_id/presence',
    auth: 'user',
    summary: 'Whether a user is there',
    pathParams: { user_id: userRef() },
    params: {},
    returns: Type.Object({ presence: AGGREGATED }),
    handler: async ({ app, path }) => {
      const account = await findUser(app, path.user_id);
      if (!account.is_active) throw badRequest('No such user');
      if (account.is_bot) throw badRequest('Presence is not supported for bot users.');
      const row = await presenceOf(app.db, account.id);
      if (row === undefined) throw badRequest(`No presence data for ${apiEmail(account, app.publicHost)}`);
      return { presence: aggregatedPresence(row) };
    },
  }),
];
