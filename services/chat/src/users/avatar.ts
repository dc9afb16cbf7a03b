import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.js';
import { notFound } from '../http/errors.js';
import { escapeHtml } from '../http/page.js';
import { uploadedAvatar } from './payload.js';

/** Background colours, which are dark enough for white letters (contrast above 4.5). */
const COLORS = ['#7a3b69', '#2f6690', '#1e7145', '#8a4b08', '#5b3fa0', '#a3274a', '#3d6b35', '#555f6b'];

/**
 * Serves the picture of an account: the uploaded picture, or the first letter of the name on a colour. A drawn picture
 * needs no request to a service such as Gravatar.
 */
export function avatarPages(fastify: FastifyInstance, app: App): void {
  const picture = async (request: FastifyRequest, reply: FastifyReply) => {
    const account = await app.directory.account(Number((request.params as { id: string }).id) || 0);
    if (account === undefined) throw notFound();
    const uploaded = uploadedAvatar(account);
    if (uploaded !== null) return reply.header('cache-control', 'no-cache').redirect(uploaded);
    const letter = escapeHtml([...account.full_name][0]!.toUpperCase());
    const color = COLORS[account.id % COLORS.length]!;
    return reply
      .header('content-type', 'image/svg+xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">
<rect width="100" height="100" fill="${color}"/>
<text x="50" y="69" font-family="sans-serif" font-size="56" text-anchor="middle" fill="#fff">${letter}</text></svg>`);
  };
  fastify.get('/avatar/:id', picture);
  fastify.get('/avatar/:id/medium', picture);
}
