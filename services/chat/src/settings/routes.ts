import { hashPassword, verifyPassword } from '@services/kit/passwords';
import Type from 'typebox';
import type { App } from '../app.js';
import { badRequest, rateLimited } from '../http/errors.js';
import { historicText, optional, type Parameter, text } from '../http/parameters.js';
import { type AnyRoute, defineRoute } from '../http/route.js';
import type { Account } from '../users/account.js';
import { dropCookies } from '../users/cookies.js';
import { rename } from '../users/membership.js';
import { checkedName, checkedPassword } from '../users/rules.js';
import { updateAccount } from '../users/store.js';
import { changeSettings } from './change.js';
import { SETTING_NAMES, SETTINGS, type SettingName } from './definitions.js';
import { checkedEmailChange, requestEmailChange } from './email-change.js';
import { passwordHashOf } from './store.js';

/** Paths of the endpoint. Old clients use the second and third path. */
const PATHS = ['/settings', '/settings/display', '/settings/notifications'];

const settingParameters = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, optional(SETTINGS[name].parameter as Parameter)]),
) as Record<SettingName, Parameter<unknown>>;

export const settingRoutes: AnyRoute[] = PATHS.map((path) =>
  defineRoute({
    method: 'PATCH',
    path,
    auth: 'user',
    summary: 'Changes settings of the caller: all that are given, or none',
    params: {
      ...settingParameters,
      full_name: optional(historicText()),
      email: optional(text()),
      old_password: optional(text()),
      new_password: optional(text()),
    },
    returns: Type.Object({}),
    handler: async ({ app, user, params, write, cookie }) => {
      if (user.is_bot) throw badRequest('Bots have no settings.');
      const { full_name, email, old_password, new_password } = params;
      const changes = givenSettings(params);
      const fullName = full_name === undefined ? undefined : checkedName(full_name);
      const passwordHash =
        new_password === undefined ? undefined : await newPasswordHash(app, user, old_password, new_password);
      const newEmail = email === undefined ? undefined : await checkedEmailChange(app, user, email);
      return write(async (tx, actor) => {
        if (newEmail !== undefined) await requestEmailChange(app, tx, actor, newEmail);
        if (fullName !== undefined && fullName !== actor.full_name) await rename(tx, actor, fullName);
        if (passwordHash !== undefined) {
          await updateAccount(tx, actor.id, { password_hash: passwordHash });
          // A new password ends the sessions of other browsers; keys stay valid, and another endpoint revokes them.
          await dropCookies(tx, actor.id, cookie?.hash);
        }
        await changeSettings(app, tx, actor, changes);
        return {};
      });
    },
  }),
);

function givenSettings(params: Record<string, unknown>): Partial<Record<SettingName, unknown>> {
  const changes: Partial<Record<SettingName, unknown>> = {};
  for (const name of SETTING_NAMES) if (params[name] !== undefined) changes[name] = params[name];
  // The home view has two names in requests; the longer name is stored.
  if (changes.web_home_view === 'recent') changes.web_home_view = 'recent_topics';
  return changes;
}

async function newPasswordHash(
  app: App,
  user: Account,
  oldPassword: string | undefined,
  newPassword: string,
): Promise<string> {
  if (oldPassword === undefined) throw badRequest('Please enter your old password.');
  const rate = await app.limits.peek('login', `password:${user.id}`);
  if (!rate.allowed) throw rateLimited(rate.resetMs);
  if (!(await verifyPassword(oldPassword, await passwordHashOf(app.db, user.id)))) {
    await app.limits.take('login', `password:${user.id}`);
    throw badRequest('Wrong password!');
  }
  return hashPassword(checkedPassword(newPassword, app.config.minPasswordLength));
}
