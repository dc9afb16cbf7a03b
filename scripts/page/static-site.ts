import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

/** Media types that any static hosting knows. Browsers do not run a module with another type. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** The site is in a subfolder, so that an absolute path in the page would lead outside. */
const PREFIX = '/some/where/';

export interface Asked {
  readonly method: string;
  /** URL with the query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly status: number;
}

export interface Site {
  /** URL of the page, ending with a slash. */
  readonly url: string;
  /** All requests to the server, in order. */
  readonly asked: Asked[];
  close(): Promise<void>;
}

/**
 * Serves a folder as plain static hosting does, in a subfolder.
 * @param headers further headers to send, in addition to the type
 */
export async function staticSite(
  folder: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Site> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    const path = new URL(url, 'http://site').pathname;
    const name = path === PREFIX ? 'index.html' : path.slice(PREFIX.length);
    let body: Buffer | undefined;
    if (method === 'GET' && path.startsWith(PREFIX)) {
      try {
        body = readFileSync(join(folder, decodeURIComponent(name)));
      } catch {
        // Not found.
      }
    }
    const status = body === undefined ? 404 : 200;
    asked.push({ method, url, headers: request.headers, status });
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    response.writeHead(status, body === undefined ? {} : { 'content-type': type, ...headers });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${PREFIX}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
