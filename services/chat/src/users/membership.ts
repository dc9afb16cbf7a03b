import { sql } from '@services/kit/db';
import { hashPassword } from '@services/kit/passwords';
import type { App } from '../app.js';
import type { WriteTx } from '../db/writer.js';
import { accountDeactivated, badRequest, lastUser } from '../http/errors.js';
import { subscribe } from '../subscriptions/subscribe.js';
import { type Account, ROLE } from './account.js';
import { dropCookies } from './cookies.js';
import { userPayload } from './payload.js';
import { checkedEmail, checkedName, checkedPassword, requireOwnLooks } from './rules.js';
import {
  accountByEmail,
  activeNames,
  activeOwners,
  defaultChannels,
  insertAccount,
  type NewAccount,
  updateAccount,
} from './store.js';

/**
 * Checks a new account and hashes its password. Call this function before the transaction, because hashing takes 50
 * ms.
 */
export async function checkedAccount(
  { config }: Pick<App, 'config'>,
  account: { email: string; fullName: string; password: string; role: NewAccount['role'] },
): Promise<NewAccount> {
  const email = checkedEmail(account.email);
  const fullName = checkedName(account.fullName);
  const passwordHash = await hashPassword(checkedPassword(account.password, config.minPasswordLength));
  return { email, fullName, role: account.role, passwordHash };
}

/**
 * Creates an account and notifies all users. Throws 400 for an address in use or a name that looks like another name.
 */
export async function addAccount(app: App, tx: WriteTx, account: NewAccount): Promise<Account> {
  if ((await accountByEmail(tx, account.email)) !== undefined)
    throw badRequest(`Email '${account.email}' already in use`);
  requireOwnLooks(account.fullName, await activeNames(tx));
  const added = await insertAccount(tx, tx.now, account);
  tx.changed({ accounts: [added.id] });
  emitPerson(app, tx, added);
  return added;
}

/** Subscribes a new person to the channels that the organization chose for newcomers. */
export async function joinDefaultChannels(app: App, tx: WriteTx, person: Account): Promise<void> {
  const channels = await defaultChannels(tx);
  if (channels.length > 0) await subscribe(app, tx, channels, [person]);
}

function emitPerson(app: App, tx: WriteTx, account: Account): void {
  const view = { reader: account, publicHost: app.publicHost, clientGravatar: true };
  const profile = account.is_bot ? undefined : {};
  const person = userPayload(account, view, profile);
  const everyone = { ...person, delivery_email: person.email === account.email ? account.email : null };
  tx.emit({ type: 'realm_user', op: 'add', person: everyone }, { users: 'everyone' });
}

/** Changes the name of an account and notifies all users. */
export async function rename(tx: WriteTx, account: Account, fullName: string): Promise<void> {
  requireOwnLooks(fullName, await activeNames(tx, account.id));
  await updateAccount(tx, account.id, { full_name: fullName });
  tx.changed({ accounts: [account.id] });
  const person = { user_id: account.id, full_name: fullName };
  tx.emit({ type: 'realm_user', op: 'update', person }, { users: 'everyone' });
}

/** Ends an account's cookies, queues, bots and invitations and disables its keys; its messages stay. */
export async function deactivate(app: App, tx: WriteTx, target: Account): Promise<void> {
  if (target.role === ROLE.owner && !target.is_bot && (await activeOwners(tx)) <= 1)
    throw badRequest('Cannot deactivate the only organization owner');
  await switchOff(app, tx, target);
  const bots = await tx.rows<{ id: number }>(
    sql`SELECT id FROM account WHERE bot_owner_id = ${target.id} AND is_active AND NOT is_system_bot`,
  );
  for (const { id } of bots) {
    const bot = await tx.directory.account(id);
    if (bot !== undefined) await switchOff(app, tx, bot);
  }
  const ended = await tx.run(sql`UPDATE invitation SET revoked_at = ${tx.now}
    WHERE invited_by = ${target.id} AND used_at IS NULL AND revoked_at IS NULL`);
  if (ended > 0) tx.emit({ type: 'invites_changed' }, { users: await administrators(tx) });
}

async function switchOff(app: App, tx: WriteTx, target: Account): Promise<void> {
  await updateAccount(tx, target.id, { is_active: false });
  tx.changed({ accounts: [target.id] });
  await dropCookies(tx, target.id);
  tx.emit(
    { type: 'realm_user', op: 'update', person: { user_id: target.id, is_active: false } },
    { users: 'everyone' },
  );
  tx.afterCommit(() => app.events.endQueuesOf(target.id, accountDeactivated()));
}

/**
 * Reactivates an account. Scripts with the account's old keys work again, because deactivation does not delete keys.
 */
export async function reactivate(tx: WriteTx, target: Account): Promise<void> {
  requireOwnLooks(target.full_name, await activeNames(tx, target.id));
  await updateAccount(tx, target.id, { is_active: true });
  tx.changed({ accounts: [target.id] });
  tx.emit(
    { type: 'realm_user', op: 'update', person: { user_id: target.id, is_active: true } },
    { users: 'everyone' },
  );
}

/** Handles `DELETE /users/me`. */
export async function leave(app: App, tx: WriteTx, actor: Account): Promise<void> {
  if (actor.role === ROLE.owner && (await activeOwners(tx)) <= 1) throw lastUser(true);
  await deactivate(app, tx, actor);
}

export async function administrators(tx: WriteTx): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    sql`SELECT id FROM account WHERE role <= ${ROLE.administrator} AND is_active ORDER BY id`,
  );
  return rows.map((row) => row.id);
}
