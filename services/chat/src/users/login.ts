import { sql } from '@services/kit/db';
import { verifyPassword } from '@services/kit/passwords';
import type { App } from '../app.js';
import {
  accountDeactivated,
  authenticationFailed,
  organizationDeactivated,
  rateLimited,
} from '../http/errors.js';
import { enqueueLetter } from '../mail/delivery.js';
import type { Account } from './account.js';
import { issueCookie } from './cookies.js';
import { emailKey } from './credentials.js';
import { loginLetter } from './letters.js';
import { loginByEmail, updateAccount } from './store.js';

/**
 * Returns the account for a name and a password. For an unknown name, the time and the error are the same as for a
 * wrong password.
 */
export async function login(app: App, email: string, password: string): Promise<Account> {
  const name = emailKey(email.trim());
  const { allowed, resetMs } = await app.limits.peek('login', name);
  if (!allowed) throw rateLimited(resetMs);
  const account = await loginByEmail(app.db, name);
  const matches = await verifyPassword(password, account?.password_hash ?? undefined);
  if (account === undefined || !matches || account.is_bot) {
    await app.limits.take('login', name);
    throw authenticationFailed();
  }
  await app.limits.reset('login', name);
  if (!account.is_active) throw accountDeactivated();
  if (!(await app.directory.organization()).is_active) throw organizationDeactivated();
  return account;
}

/** Logs a browser in: creates a cookie, and sends a mail if the device is new. */
export async function openSession(
  app: App,
  account: Account,
  userAgent: string,
): Promise<{ value: string; csrf: string }> {
  return app.write(async (tx) => {
    const current = await tx.directory.account(account.id);
    if (current === undefined || !current.is_active) throw accountDeactivated();
    const known = await tx.one(sql`SELECT 1 FROM cookie
      WHERE user_id = ${account.id} AND user_agent = ${userAgent.slice(0, 500)} LIMIT 1`);
    const hadAny = await tx.one(sql`SELECT 1 FROM cookie WHERE user_id = ${account.id} LIMIT 1`);
    const cookie = await issueCookie(tx, app, account.id, userAgent);
    await updateAccount(tx, account.id, { last_login_at: tx.now });
    if (known === undefined && hadAny !== undefined && current.settings.enable_login_emails !== false) {
      const organization = await tx.directory.organization();
      await enqueueLetter(app.jobs, tx, loginLetter(current, organization, userAgent || 'unknown'));
    }
    return cookie;
  });
}
