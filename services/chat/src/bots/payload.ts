import type { Queryable } from '@services/kit/db';
import Type, { type Static } from 'typebox';
import type { App } from '../app.js';
import type { SnapshotPart } from '../events/snapshot.js';
import { type Account, ROLE } from '../users/account.js';
import { apiEmail } from '../users/api-email.js';
import { defaultAvatar, uploadedAvatar } from '../users/payload.js';
import { type BotService, botAccounts, servicesOf } from './store.js';

export const BOT = Type.Object({
  user_id: Type.Integer(),
  email: Type.String(),
  /** The bot's e-mail address, under the name that the oldest clients read. */
  username: Type.String(),
  full_name: Type.String(),
  bot_type: Type.Integer(),
  is_active: Type.Boolean(),
  owner_id: Type.Union([Type.Integer(), Type.Null()]),
  avatar_url: Type.String(),
  default_sending_stream: Type.Null(),
  default_events_register_stream: Type.Null(),
  default_all_public_streams: Type.Boolean(),
  services: Type.Array(
    Type.Object({ base_url: Type.String(), interface: Type.Integer(), token: Type.String() }),
  ),
});
export type BotPayload = Static<typeof BOT>;

/**
 * Returns a bot in the form that its owner and administrators get. The form has no key, because only hashes of keys
 * are stored.
 */
export function botPayload(
  app: Pick<App, 'publicHost'>,
  bot: Account,
  service: BotService | undefined,
): BotPayload {
  const email = apiEmail(bot, app.publicHost);
  return {
    user_id: bot.id,
    email,
    username: email,
    full_name: bot.full_name,
    bot_type: bot.bot_type ?? 1,
    is_active: bot.is_active,
    owner_id: bot.bot_owner_id,
    avatar_url: uploadedAvatar(bot) ?? defaultAvatar(bot.id),
    default_sending_stream: null,
    default_events_register_stream: null,
    default_all_public_streams: false,
    services:
      service === undefined
        ? []
        : [{ base_url: service.payload_url, interface: service.interface_type, token: service.token }],
  };
}

/** Returns the bots that the reader may manage: the reader's bots; for administrators, all bots. */
export async function botsFor(
  app: Pick<App, 'publicHost'>,
  db: Queryable,
  reader: Account,
): Promise<BotPayload[]> {
  const bots = await botAccounts(db, reader.role <= ROLE.administrator ? undefined : reader.id);
  const services = await servicesOf(
    db,
    bots.map((bot) => bot.id),
  );
  return bots.map((bot) =>
    botPayload(
      app,
      bot,
      services.find((service) => service.bot_id === bot.id),
    ),
  );
}

export const botSnapshot: SnapshotPart = {
  types: ['realm_bot'],
  read: async ({ app, db, user }) => ({ realm_bots: await botsFor(app, db, user) }),
};
