import { open, rm } from 'node:fs/promises';
import { type Action, ExitError } from '@services/kit/cli';
import type { App } from '../app.js';
import { importArchive } from '../archive/import.js';
import { writeArchive } from '../archive/write.js';
import { fillDemo } from '../demo/fill.js';
import { ApiError } from '../http/errors.js';
import { type Account, ROLE, type Role } from '../users/account.js';
import { issueKey } from '../users/credentials.js';
import {
  addAccount,
  checkedAccount,
  deactivate,
  joinDefaultChannels,
  reactivate,
} from '../users/membership.js';
import { inviteWithoutPassword, setPassword } from '../users/password-reset.js';
import { accountByEmail, accounts, activeOwners, updateAccount } from '../users/store.js';

const ROLE_NAMES = Object.keys(ROLE) as (keyof typeof ROLE)[];

function roleNamed(name: string): Role {
  const role = ROLE[name as keyof typeof ROLE];
  if (role === undefined) throw new ExitError(2, `a role is one of ${ROLE_NAMES.join(', ')}`);
  return role;
}

async function named(app: App, email: string): Promise<Account> {
  const account = await accountByEmail(app.db, email);
  if (account === undefined) throw new ExitError(1, `there is no account with the address ${email}`);
  return account;
}

/** Converts errors of the service's rules, which are not bugs, to errors with exit code 1. */
async function findings<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof ApiError ? new ExitError(1, error.message) : error;
  }
}

/**
 * Actions that commands perform on a data directory, by the running server if there is one. Arguments are sent as
 * JSON.
 */
export const actions: Record<string, Action<App>> = {
  'user.list': async (app) =>
    (await accounts(app.db)).map(({ id, email, full_name, role, is_active, is_bot }) => ({
      id,
      email,
      full_name,
      role: ROLE_NAMES.find((name) => ROLE[name] === role),
      is_active,
      is_bot,
    })),
  async 'user.add'(app, args: { email: string; name: string; password: string; role: string }) {
    const role = roleNamed(args.role);
    const account = await findings(
      checkedAccount(app, { email: args.email, fullName: args.name, password: args.password, role }),
    );
    return findings(
      app.write(async (tx) => {
        const added = await addAccount(app, tx, account);
        await joinDefaultChannels(app, tx, added);
        return added.id;
      }),
    );
  },
  'user.invite-all': (app) => inviteWithoutPassword(app),
  'user.min-password-length': async (app) => app.config.minPasswordLength,
  async 'user.set-password'(app, args: { email: string; passwordHash: string }) {
    const { id } = await named(app, args.email);
    await app.write((tx) => setPassword(tx, id, args.passwordHash));
  },
  async 'user.set-role'(app, args: { email: string; role: string }) {
    const role = roleNamed(args.role);
    const account = await named(app, args.email);
    await findings(
      app.write(async (tx) => {
        const isOwner = account.role === ROLE.owner && account.is_active;
        if (isOwner && role !== ROLE.owner && (await activeOwners(tx)) <= 1)
          throw new ExitError(1, 'the owner role cannot be removed from the only owner');
        await updateAccount(tx, account.id, { role });
        tx.changed({ accounts: [account.id] });
        tx.emit(
          { type: 'realm_user', op: 'update', person: { user_id: account.id, role } },
          { users: 'everyone' },
        );
      }),
    );
  },
  async 'user.grant'(app, args: { permission: string; email: string; revoke: boolean }) {
    if (args.permission !== 'can_change_user_emails')
      throw new ExitError(2, 'the one permission to grant is can_change_user_emails');
    const { id } = await named(app, args.email);
    await app.write(async (tx) => {
      await updateAccount(tx, id, { can_change_user_emails: !args.revoke });
      tx.changed({ accounts: [id] });
    });
  },
  async 'user.set-active'(app, args: { email: string; active: boolean }) {
    const account = await named(app, args.email);
    if (account.is_active === args.active) return;
    await findings(app.write((tx) => (args.active ? reactivate(tx, account) : deactivate(app, tx, account))));
  },
  async 'user.zuliprc'(app, args: { email: string }) {
    const account = await named(app, args.email);
    if (!account.is_active) throw new ExitError(1, 'the account is deactivated');
    const key = await app.write((tx) => issueKey(tx, app.random, account.id));
    return `[api]\nemail=${account.email}\nkey=${key}\nsite=${app.publicUrl}\n`;
  },
  'organization.export': async (app, { file }: { file: string }) => {
    const handle = await open(file, 'wx', 0o600).catch((error: Error) => {
      throw new ExitError(3, error.message);
    });
    await handle.close();
    try {
      return await writeArchive(app, file, 'all');
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
  },
  'organization.import': (app, { file }: { file: string }) => findings(importArchive(app, file)),
  'demo.fill': (app) => findings(fillDemo(app)),
};
