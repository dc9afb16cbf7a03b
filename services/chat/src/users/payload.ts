import Type, { type Static } from 'typebox';
import { type Account, ROLE } from './account.js';
import { apiEmail, deliveryEmail } from './api-email.js';

export const USER = Type.Object({
  user_id: Type.Integer(),
  full_name: Type.String(),
  email: Type.String(),
  delivery_email: Type.Union([Type.String(), Type.Null()]),
  avatar_url: Type.Union([Type.String(), Type.Null()]),
  avatar_version: Type.Integer(),
  date_joined: Type.String(),
  timezone: Type.String(),
  role: Type.Integer(),
  is_bot: Type.Boolean(),
  bot_type: Type.Union([Type.Integer(), Type.Null()]),
  bot_owner_id: Type.Union([Type.Integer(), Type.Null()]),
  is_owner: Type.Boolean(),
  is_admin: Type.Boolean(),
  is_guest: Type.Boolean(),
  is_active: Type.Boolean(),
  is_billing_admin: Type.Boolean(),
  is_system_bot: Type.Optional(Type.Boolean()),
  is_imported_stub: Type.Boolean(),
  profile_data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});
export type UserPayload = Static<typeof USER>;

export interface UserView {
  reader: Pick<Account, 'id' | 'role'>;
  publicHost: string;
  /** True if the client wants null as the URL of a missing picture, because it makes the URL itself. */
  clientGravatar: boolean;
}

/** Returns the URL of an account's picture; null without an upload. */
export const uploadedAvatar = (account: Pick<Account, 'avatar_path'>): string | null =>
  account.avatar_path === null ? null : `/user_avatars/${account.avatar_path}`;

/** Returns the URL of the drawn picture for an account without an uploaded one. */
export const defaultAvatar = (userId: number): string => `/avatar/${userId}`;

export function userPayload(
  account: Account,
  view: UserView,
  profile?: Record<string, unknown>,
): UserPayload {
  const avatar = uploadedAvatar(account) ?? (view.clientGravatar ? null : defaultAvatar(account.id));
  return {
    user_id: account.id,
    full_name: account.full_name,
    email: apiEmail(account, view.publicHost),
    delivery_email: deliveryEmail(account, view.reader),
    avatar_url: avatar,
    avatar_version: account.avatar_version,
    // Clients' parsers require a time without milliseconds, and with an offset instead of Z.
    date_joined: new Date(account.joined_at).toISOString().replace(/\.\d+Z$/, '+00:00'),
    timezone: String(account.settings.timezone ?? ''),
    role: account.role,
    is_bot: account.is_bot,
    bot_type: account.bot_type,
    bot_owner_id: account.bot_owner_id,
    is_owner: account.role === ROLE.owner,
    is_admin: account.role <= ROLE.administrator,
    is_guest: account.role === ROLE.guest,
    is_active: account.is_active,
    is_billing_admin: false,
    ...(account.is_system_bot ? { is_system_bot: true } : {}),
    is_imported_stub: false,
    ...(profile === undefined || account.is_bot ? {} : { profile_data: profile }),
  };
}
