import { randomText } from '@services/kit/clock';
import Type from 'typebox';
import { can } from '../access/permissions.js';
import type { App } from '../app.js';
import type { WriteTx } from '../db/writer.js';
import { ApiError, badRequest } from '../http/errors.js';
import { historicText, id, integer, oneOf, optional } from '../http/parameters.js';
import { type AnyRoute, defineRoute } from '../http/route.js';
import { type Account, isGuest, ROLE } from '../users/account.js';
import { issueKey, revokeKeys } from '../users/credentials.js';
import { addAccount, administrators, deactivate, rename } from '../users/membership.js';
import { checkedName } from '../users/rules.js';
import { updateAccount } from '../users/store.js';
import { BOT, botPayload, botsFor } from './payload.js';
import { BOT_TYPE, botAddress, checkedPayloadUrl, requireManageable } from './rules.js';
import { insertService, servicesOf, setOwner, updatePayloadUrl } from './store.js';

const TOKEN_LENGTH = 32;
const pathParams = { bot_id: id() };
const NATIVE_INTERFACE = 1;

/** Returns the ids of the users who get events about a bot: its owner and the administrators. */
async function managers(tx: WriteTx, ownerId: number | null): Promise<number[]> {
  const ids = new Set(await administrators(tx));
  if (ownerId !== null) ids.add(ownerId);
  return [...ids];
}

async function tell(tx: WriteTx, op: string, bot: object, ownerId: number | null): Promise<void> {
  tx.emit({ type: 'realm_bot', op, bot }, { users: await managers(tx, ownerId) });
}

async function tellNewBot(app: App, tx: WriteTx, bot: Account, apiKey: string): Promise<void> {
  const [service] = await servicesOf(tx, [bot.id]);
  const payload = botPayload(app, bot, service);
  const owner = bot.bot_owner_id!;
  const others = (await managers(tx, owner)).filter((id) => id !== owner);
  tx.emit({ type: 'realm_bot', op: 'add', bot: { ...payload, api_key: apiKey } }, { users: [owner] });
  if (others.length > 0) tx.emit({ type: 'realm_bot', op: 'add', bot: payload }, { users: others });
}

export const botRoutes: AnyRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/bots',
    auth: 'user',
    summary: 'The bots of the caller; all bots for administrators',
    params: {},
    returns: Type.Object({ bots: Type.Array(BOT) }),
    handler: async ({ app, user }) => ({ bots: await botsFor(app, app.db, user) }),
  }),
  defineRoute({
    method: 'POST',
    path: '/bots',
    auth: 'user',
    summary: 'Makes a bot',
    creates: true,
    params: {
      full_name: historicText(),
      short_name: historicText(),
      bot_type: optional(integer(), BOT_TYPE.generic),
      payload_url: optional(historicText()),
      interface_type: optional(integer(), NATIVE_INTERFACE),
    },
    returns: Type.Object({
      user_id: Type.Integer(),
      api_key: Type.String(),
      token: Type.Optional(Type.String()),
    }),
    handler: ({ app, write, params }) => {
      const fullName = checkedName(params.full_name);
      const email = botAddress(params.short_name, app.publicHost);
      const type = params.bot_type;
      if (!Object.values<number>(BOT_TYPE).includes(type)) throw badRequest('Invalid bot type');
      if (params.interface_type !== NATIVE_INTERFACE) throw badRequest('Invalid interface type');
      const isOutgoing = type === BOT_TYPE.outgoing;
      if (isOutgoing && params.payload_url === undefined) {
        throw badRequest('An outgoing webhook bot needs a payload URL.');
      }
      const payloadUrl = isOutgoing ? checkedPayloadUrl(params.payload_url!) : undefined;
      return write(async (tx, actor) => {
        if (actor.is_bot || isGuest(actor) || !(await can(tx, 'can_create_bots_group', actor))) {
          throw badRequest('Insufficient permission');
        }
        const bot = await addAccount(app, tx, {
          email,
          fullName,
          role: ROLE.member,
          passwordHash: null,
          bot: { type, ownerId: actor.id },
        });
        let token: string | undefined;
        if (payloadUrl !== undefined) {
          token = randomText(app.random, TOKEN_LENGTH);
          await insertService(tx, {
            bot_id: bot.id,
            payload_url: payloadUrl,
            interface_type: NATIVE_INTERFACE,
            token,
          });
        }
        const apiKey = await issueKey(tx, app.random, bot.id);
        await tellNewBot(app, tx, bot, apiKey);
        return { user_id: bot.id, api_key: apiKey, ...(token === undefined ? {} : { token }) };
      });
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: '/bots/:bot_id',
    auth: 'user',
    summary: 'Changes a bot',
    pathParams,
    params: {
      full_name: optional(historicText()),
      bot_owner_id: optional(id()),
      role: optional(oneOf([ROLE.administrator, ROLE.moderator, ROLE.member, ROLE.guest])),
      service_payload_url: optional(historicText()),
    },
    returns: Type.Object({}),
    handler: ({ write, params, path }) =>
      write(async (tx, actor) => {
        const bot = requireManageable(actor, await tx.directory.account(path.bot_id));
        if (!bot.is_active) throw badRequest('No such bot');
        const ownerId = params.bot_owner_id ?? bot.bot_owner_id;
        tx.changed({ accounts: [bot.id] });
        if (params.full_name !== undefined) {
          const full_name = checkedName(params.full_name);
          await rename(tx, bot, full_name);
          await tell(tx, 'update', { user_id: bot.id, full_name }, bot.bot_owner_id);
        }
        if (params.role !== undefined && params.role !== bot.role) {
          if (actor.role > ROLE.administrator || params.role < actor.role)
            throw badRequest('Insufficient permission');
          await updateAccount(tx, bot.id, { role: params.role });
          const person = { user_id: bot.id, role: params.role };
          tx.emit({ type: 'realm_user', op: 'update', person }, { users: 'everyone' });
        }
        if (params.service_payload_url !== undefined) {
          const changed = await updatePayloadUrl(tx, bot.id, checkedPayloadUrl(params.service_payload_url));
          if (!changed) throw badRequest('Only outgoing webhook bots have a payload URL.');
          const services = (await servicesOf(tx, [bot.id])).map(({ payload_url, interface_type, token }) => ({
            base_url: payload_url,
            interface: interface_type,
            token,
          }));
          await tell(tx, 'update', { user_id: bot.id, services }, bot.bot_owner_id);
        }
        if (params.bot_owner_id !== undefined && params.bot_owner_id !== bot.bot_owner_id) {
          const owner = await tx.directory.account(params.bot_owner_id);
          if (owner === undefined || owner.is_bot || !owner.is_active) {
            throw badRequest('Failed to change owner, no such user');
          }
          await setOwner(tx, bot.id, owner.id);
          // The bot's keys are revoked, because the old owner knows them.
          await revokeKeys(tx, bot.id);
          await tell(tx, 'update', { user_id: bot.id, owner_id: owner.id }, ownerId);
          if (bot.bot_owner_id !== null) {
            tx.emit(
              { type: 'realm_bot', op: 'delete', bot: { user_id: bot.id } },
              { users: [bot.bot_owner_id] },
            );
          }
          const person = { user_id: bot.id, bot_owner_id: owner.id };
          tx.emit({ type: 'realm_user', op: 'update', person }, { users: 'everyone' });
        }
        return {};
      }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/bots/:bot_id',
    auth: 'user',
    summary: 'Deactivates a bot',
    pathParams,
    params: {},
    returns: Type.Object({}),
    handler: ({ app, write, path }) =>
      write(async (tx, actor) => {
        const bot = requireManageable(actor, await tx.directory.account(path.bot_id));
        if (!bot.is_active) throw badRequest('No such bot');
        await deactivate(app, tx, bot);
        await tell(tx, 'remove', { user_id: bot.id, full_name: bot.full_name }, bot.bot_owner_id);
        return {};
      }),
  }),
  defineRoute({
    method: 'POST',
    path: '/bots/:bot_id/api_key/regenerate',
    auth: 'user',
    summary: 'Replaces all keys of a bot by a new one',
    pathParams,
    params: {},
    returns: Type.Object({ api_key: Type.String() }),
    handler: ({ app, write, path }) =>
      write(async (tx, actor) => {
        const bot = requireManageable(actor, await tx.directory.account(path.bot_id));
        if (bot.bot_owner_id !== actor.id) {
          throw new ApiError(400, 'UNAUTHORIZED_PRINCIPAL', 'Only the owner of a bot sees its key');
        }
        if (!bot.is_active) throw badRequest('No such bot');
        await revokeKeys(tx, bot.id);
        return { api_key: await issueKey(tx, app.random, bot.id) };
      }),
  }),
];
