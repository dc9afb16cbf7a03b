import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Queryable } from '@services/kit/db';
import type { FastifyInstance } from 'fastify';
import type { App } from '../app.js';
import { sendPage } from '../http/page.js';
import { changeSettings } from '../settings/change.js';
import { signingKey } from '../uploads/signature.js';

/** Returns the URL at which a mail's reader can turn notifications off without logging in. */
export async function unsubscribeLink(
  app: Pick<App, 'publicUrl'>,
  db: Queryable,
  userId: number,
): Promise<string> {
  return `${app.publicUrl}/unsubscribe/${userId}-${signature(await signingKey(db), userId)}`;
}

function signature(key: Uint8Array, userId: number): string {
  return createHmac('sha256', key).update(`unsubscribe\n${userId}`).digest('base64url');
}

async function userOf(app: App, token: string): Promise<number | undefined> {
  const [, id = '', given = ''] = /^([0-9]{1,9})-(.{43})$/.exec(token) ?? [];
  const expected = Buffer.from(signature(await signingKey(app.db), Number(id)));
  const actual = Buffer.from(given);
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? Number(id) : undefined;
}

/** The link opens a page with a button, because programs that scan mails also follow links. */
export function unsubscribePages(fastify: FastifyInstance, app: App): void {
  const notValid = '<p>This link is not valid.</p>';
  fastify.get('/unsubscribe/:token', async (request, reply) => {
    const userId = await userOf(app, (request.params as { token: string }).token);
    if (userId === undefined) return sendPage(reply, 404, 'Link not valid', notValid);
    const form = '<form method="post"><p><button>Send me no more mails about messages</button></p></form>';
    return sendPage(reply, 200, 'Mail notifications', form);
  });
  fastify.post('/unsubscribe/:token', async (request, reply) => {
    const limit = await app.limits.take('address', request.ip);
    if (!limit.allowed) return sendPage(reply, 429, 'Too many requests', '<p>Try again later.</p>');
    const userId = await userOf(app, (request.params as { token: string }).token);
    if (userId === undefined) return sendPage(reply, 404, 'Link not valid', notValid);
    await app.write(async (tx) => {
      const account = await tx.directory.account(userId);
      if (account?.is_active)
        await changeSettings(app, tx, account, { enable_offline_email_notifications: false });
    });
    return sendPage(reply, 200, 'Mail notifications', '<p>You get no more mails about messages.</p>');
  });
}
