import { randomText } from '@services/kit/clock';
import type { FastifyInstance } from 'fastify';
import type { App } from '../app.js';
import type { WriteTx } from '../db/writer.js';
import { badRequest, rateLimited } from '../http/errors.js';
import { sendPage } from '../http/page.js';
import { enqueueLetter } from '../mail/delivery.js';
import { composeLetter } from '../mail/letter.js';
import type { Account } from '../users/account.js';
import { emailKey, sha256 } from '../users/credentials.js';
import { checkedEmail } from '../users/rules.js';
import { accountByEmail, updateAccount } from '../users/store.js';
import { tellAddress } from './change.js';
import { insertEmailChange, takeEmailChange } from './store.js';

const LINK_LIFE_MS = 24 * 3_600_000;
const TOKEN_LENGTH = 43;

/** Checks the address and the rate limits, before the change is written. */
export async function checkedEmailChange(
  app: App,
  actor: Account,
  given: string,
): Promise<string | undefined> {
  const email = checkedEmail(given);
  if (email === actor.email) return undefined;
  for (const name of ['emailChange', 'emailChangeDay'] as const) {
    const rate = await app.limits.take(name, actor.id);
    if (!rate.allowed) throw rateLimited(rate.resetMs);
  }
  return email;
}

/** Sends a link to the new address. The account keeps its old address until the user opens the link. */
export async function requestEmailChange(
  app: App,
  tx: WriteTx,
  actor: Account,
  email: string,
): Promise<void> {
  await requireFree(tx, actor.id, email);
  const token = randomText(app.random, TOKEN_LENGTH);
  await insertEmailChange(tx, {
    hash: sha256(token),
    userId: actor.id,
    newEmail: email,
    now: tx.now,
    expiresAt: tx.now + LINK_LIFE_MS,
  });
  const { name } = await tx.directory.organization();
  await enqueueLetter(
    app.jobs,
    tx,
    composeLetter(email, `Confirm your new address for ${name}`, [
      `To use this address for your account in ${name}, follow this link within 24 hours:`,
      `${app.publicUrl}/confirm_email/${token}`,
      'If you did not ask for this, ignore this mail.',
    ]),
  );
}

async function requireFree(tx: WriteTx, userId: number, email: string): Promise<void> {
  const other = await accountByEmail(tx, email);
  if (other !== undefined && other.id !== userId) throw badRequest(`Email '${email}' already in use`);
}

/** Serves the page that a confirmation link opens. */
export function emailChangePage(fastify: FastifyInstance, app: App): void {
  fastify.get('/confirm_email/:token', { exposeHeadRoute: false }, async (request, reply) => {
    const limit = await app.limits.take('address', request.ip);
    if (!limit.allowed) return sendPage(reply, 429, 'Too many requests', '<p>Try again later.</p>');
    const { token } = request.params as { token: string };
    const isChanged = await app.write((tx) => followEmailChange(app, tx, token));
    return isChanged
      ? sendPage(reply, 200, 'Address changed', '<p>Your account uses the new address from now on.</p>')
      : sendPage(reply, 404, 'Link not valid', '<p>This link is not valid any more.</p>');
  });
}

async function followEmailChange(app: App, tx: WriteTx, token: string): Promise<boolean> {
  const change = await takeEmailChange(tx, sha256(token), tx.now);
  if (change === undefined) return false;
  const account = await tx.directory.account(change.user_id);
  const email = change.data.new_email;
  const other = await accountByEmail(tx, email);
  if (account === undefined || !account.is_active || (other !== undefined && other.id !== account.id))
    return false;
  await updateAccount(tx, account.id, { email });
  tx.changed({ accounts: [account.id] });
  await tellAddress(app, tx, account, { ...account, email });
  if (emailKey(email) !== emailKey(account.email)) {
    const { name } = await tx.directory.organization();
    const notice = composeLetter(account.email, `Your address for ${name} was changed`, [
      `Your account in ${name} now uses another address, and mails no longer come here.`,
      'If this was not you, ask an administrator for help at once.',
    ]);
    await enqueueLetter(app.jobs, tx, notice);
  }
  return true;
}
