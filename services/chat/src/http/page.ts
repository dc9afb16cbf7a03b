import type { FastifyReply } from 'fastify';
import { pageFiles } from '../page/files.js';

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** A whole page of plain HTML. `body` is HTML: pass text of users through `escapeHtml` first. */
export function htmlPage(title: string, body: string): string {
  const { stylesheet } = pageFiles();
  const style = stylesheet === undefined ? '' : `\n<link rel="stylesheet" href="${stylesheet}">`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>${style}</head>
<body><main><h1>${escapeHtml(title)}</h1>
${body}
</main></body></html>
`;
}

/** Sends a page. Its headers keep its URL from other sites and from caches, because URLs of pages contain tokens. */
export function sendPage(reply: FastifyReply, status: number, title: string, body: string): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .send(htmlPage(title, body));
}
