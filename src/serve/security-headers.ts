import type { ServerResponse } from 'node:http';

/**
 * What a page may do: run its own scripts (WebAssembly among them), show its own styles and images, and ask this
 * server. Workers have the policy that their script came with, so it goes with every answer.
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
  // The address has the secret in it.
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  // No other site's page can take a file in, as an image or a script, even if it learnt the address.
  'Cross-Origin-Resource-Policy': 'same-origin',
  // Nothing of a user's files stays in a cache, and the next version of the page is never mixed with this one.
  'Cache-Control': 'no-store',
};

/** Sets the headers that every answer has, errors among them. */
export function secure(response: ServerResponse): void {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
}
