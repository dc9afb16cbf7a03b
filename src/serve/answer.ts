import { type ServerResponse, STATUS_CODES } from 'node:http';

/**
 * Responds with a status and its text, without any part of the request. Aborts the response if it has already
 * begun.
 */
export function refuse(response: ServerResponse, status: number): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  for (const name of ['Content-Encoding', 'Content-Range', 'ETag', 'Last-Modified', 'Accept-Ranges']) {
    if (name !== 'Content-Range' || status !== 416) response.removeHeader(name);
  }
  sendText(response, status, 'text/plain; charset=utf-8', `${STATUS_CODES[status] ?? status}\n`);
}

/** Responds with a text in memory. Node itself omits the text if only the headers were requested. */
export function sendText(response: ServerResponse, status: number, type: string, text: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}

/**
 * Permissions of the page: to run its own scripts (including WebAssembly), to show its own styles and images,
 * and to send requests to this server. Workers have the policy of their script's response, so every response
 * carries it.
 */
export const CONTENT_POLICY: string = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "worker-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': CONTENT_POLICY,
  'X-Content-Type-Options': 'nosniff',
  // The page sends no referrer, because its address contains the secret.
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  // No other site's page can load a file as an image or a script, even with the address.
  'Cross-Origin-Resource-Policy': 'same-origin',
  // No part of a user's files stays in a cache, and different versions of the page are never mixed.
  'Cache-Control': 'no-store',
};

/** Sets the headers of every response, including errors. */
export function secure(response: ServerResponse): void {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
}
