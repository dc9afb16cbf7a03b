import Type from 'typebox';
import type { WriteTx } from '../db/writer.js';
import { ApiError, badRequest, roleTooLow } from '../http/errors.js';
import { id, json, nullable, oneOf, optional, text } from '../http/parameters.js';
import { defineRoute } from '../http/route.js';
import { enqueueLetter } from '../mail/delivery.js';
import { PROFILE_VALUES } from '../profile-fields/routes.js';
import { setProfileValues } from '../profile-fields/values.js';
import { type Account, ROLE, ROLES } from './account.js';
import { deactivationLetter } from './letters.js';
import {
  addAccount,
  checkedAccount,
  deactivate,
  joinDefaultChannels,
  reactivate,
  rename,
} from './membership.js';
import { checkedEmail, checkedName, checkRoleChange, requireAuthorityOver } from './rules.js';
import { accountByEmail, activeOwners, updateAccount } from './store.js';

const MAX_DEACTIVATION_COMMENT = 2000;

const pathParams = { user_id: id() };

async function target(tx: WriteTx, id: number): Promise<Account> {
  const account = await tx.directory.account(id);
  if (account === undefined || account.is_system_bot) throw badRequest('No such user');
  return account;
}

export const userAdministrationRoutes = [
  defineRoute({
    method: 'POST',
    path: '/users',
    auth: 'user',
    needs: 'administrator',
    creates: true,
    summary: 'Makes an account',
    params: { email: text(), password: text(), full_name: text() },
    returns: Type.Object({ user_id: Type.Integer() }),
    handler: async ({ app, params, write }) => {
      const account = await checkedAccount(app, {
        email: params.email,
        fullName: params.full_name,
        password: params.password,
        role: ROLE.member,
      });
      return write(async (tx) => {
        const added = await addAccount(app, tx, account);
        await joinDefaultChannels(app, tx, added);
        return { user_id: added.id };
      });
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: '/users/:user_id',
    auth: 'user',
    needs: 'administrator',
    summary: 'Changes an account',
    pathParams,
    params: {
      full_name: optional(text()),
      role: optional(oneOf(ROLES)),
      profile_data: optional(json(PROFILE_VALUES, 'is not a list of ids with values')),
      new_email: optional(text()),
    },
    returns: Type.Object({}),
    handler: async ({ app, params, path, write }) => {
      await write(async (tx, actor) => {
        const account = await target(tx, path.user_id);
        requireAuthorityOver(actor, account);
        const person = { user_id: account.id };
        const tell = (change: object) =>
          tx.emit(
            { type: 'realm_user', op: 'update', person: { ...person, ...change } },
            { users: 'everyone' },
          );
        tx.changed({ accounts: [account.id] });
        if (params.role !== undefined && params.role !== account.role) {
          checkRoleChange(actor, account, params.role, await activeOwners(tx));
          await updateAccount(tx, account.id, { role: params.role });
          tell({ role: params.role });
        }
        if (params.full_name !== undefined) await rename(tx, account, checkedName(params.full_name));
        if (params.profile_data !== undefined)
          await setProfileValues(app, tx, actor, account, params.profile_data);
        if (params.new_email !== undefined) {
          if (actor.role !== ROLE.owner) throw roleTooLow('owner');
          if (!actor.can_change_user_emails)
            throw new ApiError(
              400,
              'UNAUTHORIZED_PRINCIPAL',
              'Changing addresses of users needs the permission can_change_user_emails',
            );
          await changeEmail(tx, account, params.new_email, tell);
        }
      });
      return {};
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/users/:user_id',
    auth: 'user',
    needs: 'administrator',
    summary: 'Deactivates an account',
    pathParams,
    params: {
      deactivation_notification_comment: optional(nullable(text({ max: MAX_DEACTIVATION_COMMENT }))),
    },
    returns: Type.Object({}),
    handler: async ({ app, params, path, write }) => {
      const comment = params.deactivation_notification_comment;
      await write(async (tx, actor) => {
        const account = await target(tx, path.user_id);
        if (account.is_bot) throw badRequest('No such user');
        if (!account.is_active) throw badRequest('User is deactivated');
        // If the user is the only owner, every caller gets the error of `deactivate`, even a caller without the right
        // to change owners.
        if (account.role !== ROLE.owner || (await activeOwners(tx)) > 1) requireAuthorityOver(actor, account);
        await deactivate(app, tx, account);
        if (comment === undefined || comment === null) return;
        const organization = await tx.directory.organization();
        await enqueueLetter(app.jobs, tx, deactivationLetter(account, organization, app.publicUrl, comment));
      });
      return {};
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/users/:user_id/reactivate',
    auth: 'user',
    needs: 'administrator',
    summary: 'Reactivates an account',
    pathParams,
    params: {},
    returns: Type.Object({}),
    handler: async ({ path, write }) => {
      await write(async (tx, actor) => {
        const account = await target(tx, path.user_id);
        requireAuthorityOver(actor, account);
        if (account.is_active) throw badRequest('User is already active');
        await reactivate(tx, account);
      });
      return {};
    },
  }),
];

async function changeEmail(
  tx: WriteTx,
  account: Account,
  given: string,
  tell: (change: object) => void,
): Promise<void> {
  const email = checkedEmail(given);
  const other = await accountByEmail(tx, email);
  if (other !== undefined && other.id !== account.id) throw badRequest(`Email '${email}' already in use`);
  await updateAccount(tx, account.id, { email });
  const visibility = Number(account.settings.email_address_visibility ?? 1);
  if (visibility === 1) {
    tell({ delivery_email: email });
    tell({ new_email: email });
  } else
    tx.emit(
      { type: 'realm_user', op: 'update', person: { user_id: account.id, delivery_email: email } },
      { users: [account.id] },
    );
}
