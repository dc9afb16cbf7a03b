import type { FastifyInstance } from 'fastify';
import type { App } from '../app.js';
import { defaultChannelGroups } from '../default-channel-groups/store.js';
import { ApiError } from '../http/errors.js';
import { escapeHtml, sendPage } from '../http/page.js';
import { ROLE } from '../users/account.js';
import { cookieHeader } from '../users/cookies.js';
import { openSession } from '../users/login.js';
import { findInvitation, join } from './join.js';
import type { Invitation } from './store.js';

const NOT_VALID = '<p>This invitation is not valid any more. Ask for a new one.</p>';

async function form({ config, db }: App, invitation: Invitation): Promise<string> {
  const address =
    invitation.email === null
      ? '<p><label>Email <input name="email" type="email" maxlength="254" required></label></p>'
      : `<p>Your address: ${escapeHtml(invitation.email)}</p>`;
  const groups = invitation.invited_as === ROLE.guest ? [] : await defaultChannelGroups(db);
  const choices = groups
    .map(
      ({ name, description }) =>
        `<p><label><input type="checkbox" name="default_stream_group" value="${escapeHtml(name)}">
${escapeHtml(name)}: ${escapeHtml(description)}</label></p>\n`,
    )
    .join('');
  return `<form method="post">
${address}
<p><label>Full name <input name="full_name" maxlength="100" required autocomplete="name"></label></p>
<p><label>Password <input name="password" type="password" minlength="${config.minPasswordLength}" maxlength="100" required autocomplete="new-password"></label></p>
${choices}<p><button class="main">Join</button></p></form>`;
}

/** Page that an invitation links to. The page is the same for used, revoked, expired and unknown links. */
export function joinPages(fastify: FastifyInstance, app: App): void {
  fastify.get('/join/:token', async (request, reply) => {
    const invitation = await findInvitation(app, (request.params as { token: string }).token);
    if (invitation === undefined) return sendPage(reply, 404, 'Invitation not valid', NOT_VALID);
    const { name } = await app.directory.organization();
    return sendPage(reply, 200, `Join ${name}`, await form(app, invitation));
  });
  fastify.post('/join/:token', async (request, reply) => {
    const limit = await app.limits.take('address', request.ip);
    if (!limit.allowed) return sendPage(reply, 429, 'Too many requests', '<p>Try again later.</p>');
    const { token } = request.params as { token: string };
    const fields = new URLSearchParams((request.body as { text?: string } | undefined)?.text ?? '');
    const { name } = await app.directory.organization();
    let newcomer: Awaited<ReturnType<typeof join>>;
    try {
      newcomer = await join(app, token, {
        fullName: fields.get('full_name') ?? '',
        password: fields.get('password') ?? '',
        email: fields.get('email') ?? undefined,
        channelGroups: fields.getAll('default_stream_group'),
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const invitation = await findInvitation(app, token);
      if (invitation === undefined) return sendPage(reply, 404, 'Invitation not valid', NOT_VALID);
      return sendPage(
        reply,
        error.status,
        `Join ${name}`,
        `<p role="alert" class="problem">${escapeHtml(error.message)}</p>${await form(app, invitation)}`,
      );
    }
    // A form on another site must not sign in a visitor of that site under a different person's account.
    const isOwn = [undefined, 'same-origin'].includes(
      request.headers['sec-fetch-site'] as string | undefined,
    );
    if (isOwn) {
      const account = (await app.directory.account(newcomer.user_id))!;
      const cookie = await openSession(app, account, request.headers['user-agent'] ?? '');
      reply.header('set-cookie', cookieHeader(cookie.value, app.publicUrl.startsWith('https:')));
    }
    return sendPage(
      reply,
      200,
      `Welcome to ${name}`,
      `<p>Your account is ready.</p>\n<p><a href="/">Open the chat</a></p>`,
    );
  });
}
