import { type ServerResponse, STATUS_CODES } from 'node:http';

/**
 * Responds with a status and its text, without any part of the request. Aborts a response that has already
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

/** Responds with a text in memory. Node omits the text if only the headers were requested. */
export function sendText(response: ServerResponse, status: number, type: string, text: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', type);
  response.end(text);
}

/**
 * Content security policy of the page. The page may run scripts of this server (including WebAssembly), show
 * styles and images of this server, and send requests to this server. Every response has this policy, because
 * workers use the policy in the response with their script.
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
  // A page of another site cannot load a file as an image or a script, even with the correct address.
  'Cross-Origin-Resource-Policy': 'same-origin',
  // `no-store` prevents that parts of the user's files stay in a cache, and that different versions of the
  // page are mixed.
  'Cache-Control': 'no-store',
};

/** Sets the headers of every response, including errors. */
export function secure(response: ServerResponse): void {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
}
