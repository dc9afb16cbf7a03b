import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Maximum number of parallel connections. A browser opens six connections, and a client with many more
 * connections is not a browser.
 */
const MAX_CONNECTIONS = 256;

/** Time limit for the head of a request in milliseconds. A browser sends the head at once. */
const HEAD_MS = 10_000;

/** Milliseconds for which a connection may wait for its next request, while the user reads the page. */
const KEEP_ALIVE_MS = 60_000;

interface Held {
  /** True after a request with the correct address. */
  isTrusted: boolean;
  busy: number;
}

/**
 * Prevents idle clients from blocking other clients. Beyond the limit, the connection that has waited longest
 * is closed; connections without an authorised request are closed first.
 */
export class Connections {
  /** Connections in the order of their last use. An unused connection counts as used at its start. */
  readonly #held = new Map<Socket, Held>();

  constructor(server: Server) {
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    server.headersTimeout = HEAD_MS;
    server.on('connection', (socket: Socket) => {
      if (this.#held.size >= MAX_CONNECTIONS) this.#makeRoom();
      this.#held.set(socket, { isTrusted: false, busy: 0 });
      socket.once('close', () => this.#held.delete(socket));
    });
    server.on('request', ({ socket }: IncomingMessage, response) => {
      this.#count(socket, 1);
      response.once('close', () => this.#count(socket, -1));
    });
  }

  /** Call this for a request with the correct address. */
  trust(socket: Socket): void {
    const held = this.#held.get(socket);
    if (held !== undefined) held.isTrusted = true;
  }

  #count(socket: Socket, by: number): void {
    const held = this.#held.get(socket);
    if (held === undefined) return;
    held.busy += by;
    // The most recently used connection is last.
    this.#held.delete(socket);
    this.#held.set(socket, held);
  }

  #makeRoom(): void {
    const all = [...this.#held];
    const [socket] =
      all.find(([, { isTrusted }]) => !isTrusted) ?? all.find(([, { busy }]) => busy === 0) ?? all[0] ?? [];
    if (socket === undefined) return;
    this.#held.delete(socket);
    socket.destroy();
  }
}
