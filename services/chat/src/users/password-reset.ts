import { randomText } from '@services/kit/clock';
import { sql } from '@services/kit/db';
import { hashPassword } from '@services/kit/passwords';
import type { FastifyInstance } from 'fastify';
import type { App } from '../app.js';
import type { WriteTx } from '../db/writer.js';
import { badRequest } from '../http/errors.js';
import { sendPage } from '../http/page.js';
import { enqueueLetter } from '../mail/delivery.js';
import { dropCookies } from './cookies.js';
import { revokeKeys, sha256 } from './credentials.js';
import { firstPasswordLetter, passwordResetLetter } from './letters.js';
import { checkedPassword } from './rules.js';
import { accountByEmail, updateAccount } from './store.js';

const LINK_LIFE_MS = 3_600_000;
/** Life of an invitation link. */
const INVITATION_DAYS = 10;
const TOKEN_LENGTH = 43;

/**
 * Sends a link to the address if an active account has it. The response does not reveal whether an account has the
 * address.
 */
export async function requestReset(app: App, email: string): Promise<void> {
  await app.write(async (tx) => {
    const account = await accountByEmail(tx, email.trim());
    if (account === undefined || !account.is_active || account.is_bot) return;
    const link = await newLink(app, tx, account.id, LINK_LIFE_MS);
    await enqueueLetter(app.jobs, tx, passwordResetLetter(account, await tx.directory.organization(), link));
  });
}

/**
 * Sends a link to everyone who has no password yet, as after an import. Returns the number of people. A second call
 * replaces the links of the first call.
 */
export function inviteWithoutPassword(app: App): Promise<number> {
  return app.write(async (tx) => {
    const rows = await tx.rows<{ id: number }>(sql`SELECT id FROM account
      WHERE is_active AND NOT is_bot AND password_hash IS NULL ORDER BY id`);
    const organization = await tx.directory.organization();
    for (const { id } of rows) {
      const account = (await tx.directory.account(id))!;
      const link = await newLink(app, tx, id, INVITATION_DAYS * 86_400_000);
      await enqueueLetter(app.jobs, tx, firstPasswordLetter(account, organization, link, INVITATION_DAYS));
    }
    return rows.length;
  });
}

/** Makes a link. Each account has one link: after several requests, only the latest link works. */
async function newLink(app: App, tx: WriteTx, userId: number, lifeMs: number): Promise<string> {
  const token = randomText(app.random, TOKEN_LENGTH);
  await tx.run(sql`DELETE FROM confirmation WHERE user_id = ${userId} AND kind = 'password_reset'`);
  await tx.run(sql`INSERT INTO confirmation (hash, kind, user_id, created_at, expires_at)
    VALUES (${sha256(token)}, 'password_reset', ${userId}, ${tx.now}, ${tx.now + lifeMs})`);
  return `${app.publicUrl}/password_reset/${token}`;
}

/**
 * Sets the password of the account that the link belongs to; the link cannot be used again. Revokes every key and
 * cookie of the account, because a person who knows the old password may have got them.
 */
export async function resetPassword(app: App, token: string, password: string): Promise<void> {
  const hash = await hashPassword(checkedPassword(password, app.config.minPasswordLength));
  await app.write(async (tx) => {
    const link = await tx.one<{ user_id: number }>(sql`DELETE FROM confirmation
      WHERE hash = ${sha256(token)} AND kind = 'password_reset' AND expires_at > ${tx.now} RETURNING user_id`);
    if (link === undefined) throw badRequest('This link is not valid any more.');
    await setPassword(tx, link.user_id, hash);
  });
}

export async function setPassword(tx: WriteTx, userId: number, hash: string): Promise<void> {
  await updateAccount(tx, userId, { password_hash: hash });
  await revokeKeys(tx, userId);
  await dropCookies(tx, userId);
}

const form = ({ config }: App) => `<form id="reset" method="post">
<p><label>New password <input name="password" type="password" minlength="${config.minPasswordLength}" maxlength="100" required autocomplete="new-password"></label></p>
<p><button class="main">Set password</button></p></form>`;

export function passwordResetPages(fastify: FastifyInstance, app: App): void {
  fastify.get('/password_reset/:token', async (request, reply) => {
    const { token } = request.params as { token: string };
    const link = await app.db.one(sql`SELECT 1 FROM confirmation
      WHERE hash = ${sha256(token)} AND kind = 'password_reset' AND expires_at > ${app.clock.now()}`);
    if (link === undefined)
      return sendPage(reply, 404, 'Link not valid', '<p>This link is not valid any more.</p>');
    return sendPage(reply, 200, 'Choose a new password', form(app));
  });
  fastify.post('/password_reset/:token', async (request, reply) => {
    const { token } = request.params as { token: string };
    const limit = await app.limits.take('address', request.ip);
    if (!limit.allowed) return sendPage(reply, 429, 'Too many requests', '<p>Try again later.</p>');
    const body = request.body as { text?: string } | undefined;
    const password = new URLSearchParams(body?.text ?? '').get('password') ?? '';
    try {
      await resetPassword(app, token, password);
    } catch (error) {
      return sendPage(reply, 400, 'Choose a new password', `<p>${messageOf(error)}</p>${form(app)}`);
    }
    return sendPage(
      reply,
      200,
      'Password changed',
      '<p>You can sign in with your new password now.</p>\n<p><a href="/">Open the chat</a></p>',
    );
  });
}

/** Returns the text of an ApiError, which users may see; throws any other error again. */
function messageOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'BAD_REQUEST') return error.message;
  throw error;
}
