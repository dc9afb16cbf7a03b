import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { refuse, secure, sendText } from './answer.js';
import { Connections } from './connections.js';
import { NamedFile } from './file-identity.js';
import { readPageFolder, withFileList } from './page-folder.js';
import { sendFile, sendUnpacked, takesBrotli } from './send-file.js';

/** Options of the server. */
export interface PageOptions {
  /**
   * The folder of the built page. The folder is read once, so that files that are added later are not served.
   */
  readonly page: string;
  /** Regular files to serve, with their names on the page. */
  readonly files: readonly {
    /** Path in the file system. */
    readonly path: string;
    /** Name on the page. */
    readonly name: string;
  }[];
  /** Port on which the server listens (default: a free port). */
  readonly port?: number;
}

/** A running server. */
export interface PageServer {
  /**
   * Address of the page: `http://127.0.0.1:PORT/TOKEN/`. Only clients with this address can read the files.
   */
  readonly url: string;
  /** Port on the loopback interface. */
  readonly port: number;
  /** Stops the server, and aborts requests in progress. */
  close(): Promise<void>;
}

interface Served {
  readonly file: NamedFile;
  readonly type: string;
  readonly isCompressed: boolean;
}

const LOOPBACK = '127.0.0.1';

/** Size of the secret in the address in bytes: 128 bits cannot be guessed. */
const TOKEN_BYTES = 16;

/** Interval in milliseconds of the check for requests that exceed their time limit. */
const CHECK_MS = 2000;

/**
 * Serves only a page and its files, to browsers of this machine, under an address that cannot be guessed.
 * Other programs of this machine can connect, and pages of other sites can make a browser connect, but
 * receive no content without the address.
 *
 * @throws PageMissing; and errors of Node, such as EADDRINUSE for a port that is in use
 */
export async function servePage(options: PageOptions): Promise<PageServer> {
  const { files: pageFiles, html } = readPageFolder(options.page);
  const listed = options.files.map(({ name }, place) => ({ name, url: `files/${place}` }));
  const index = withFileList(html, listed);
  const served = new Map<string, Served>();
  for (const [place, { path, ...how }] of pageFiles) served.set(place, { file: new NamedFile(path), ...how });
  for (const [place, { path }] of options.files.entries()) {
    const file = new NamedFile(path);
    served.set(`files/${place}`, { file, type: 'application/octet-stream', isCompressed: false });
  }
  const prefix = `/${randomBytes(TOKEN_BYTES).toString('base64url')}/`;
  const server = createServer({ connectionsCheckingInterval: CHECK_MS }, (request, response) => {
    secure(response);
    const status = refusal(request, server);
    if (status !== undefined) {
      if (status === 405) response.setHeader('Allow', 'GET, HEAD');
      refuse(response, status);
      return;
    }
    // Addresses are compared in encoded form, so that the comparison cannot be circumvented by encodings.
    const address = (request.url ?? '').replace(/\?.*$/s, '');
    const place = knows(address, prefix) ? address.slice(prefix.length) : undefined;
    if (place !== undefined) connections.trust(request.socket);
    const found = served.get(place ?? '');
    if (found?.isCompressed) response.setHeader('Vary', 'Accept-Encoding');
    if (place === '') sendText(response, 200, 'text/html; charset=utf-8', index);
    else if (found === undefined) refuse(response, 404);
    else if (found.isCompressed && !takesBrotli(request)) sendUnpacked(response, found.file, found.type);
    else {
      if (found.isCompressed) response.setHeader('Content-Encoding', 'br');
      sendFile(request, response, found.file, found.type);
    }
  });
  const connections = new Connections(server);
  // For data other than HTTP, which browsers never send, the server closes the connection.
  server.on('clientError', (_error, socket: Socket) => socket.destroy());
  const port = await listen(server, options.port ?? 0);
  return { url: `http://${LOOPBACK}:${port}${prefix}`, port, close: () => close(server) };
}

/**
 * True if an address begins with the secret. The time of the comparison does not depend on the number of
 * correct bytes.
 */
function knows(address: string, prefix: string): boolean {
  const given = Buffer.from(address).subarray(0, prefix.length);
  return given.length === prefix.length && timingSafeEqual(given, Buffer.from(prefix));
}

/** Returns the status of a refused request; undefined for an allowed request. */
function refusal({ method, headers, rawHeaders }: IncomingMessage, server: Server): number | undefined {
  const hosts = rawHeaders.filter((text, place) => place % 2 === 0 && text.toLowerCase() === 'host').length;
  if (hosts !== 1 || !isOurs(headers.host ?? '', server)) return 421;
  return method === 'GET' || method === 'HEAD' ? undefined : 405;
}

/**
 * True if a request names this server as its host. Another site can let its own name point to this machine,
 * so that the site's pages can read the responses (DNS rebinding). The requests of such pages contain the
 * name of the other site.
 */
function isOurs(host: string, server: Server): boolean {
  const { port } = server.address() as AddressInfo;
  const [, name, given = '80'] = /^(.*?)(?::(\d+))?$/s.exec(host.toLowerCase()) ?? [];
  return (name === LOOPBACK || name === 'localhost' || name === '[::1]') && given === String(port);
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: LOOPBACK, exclusive: true }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
