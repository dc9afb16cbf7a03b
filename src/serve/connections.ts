import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** Connections at a time: a browser opens six, and a client with many more is no browser. */
const MAX_CONNECTIONS = 256;

/** How long a connection may take to send the head of a request. A browser sends it at once. */
const HEAD_MS = 10_000;

/** How long a connection waits for the next request: a reader looks at what the last one brought. */
const KEEP_ALIVE_MS = 60_000;

interface Held {
  /** Whether a request on it knew the address. */
  isTrusted: boolean;
  /** Requests that are being answered. */
  busy: number;
}

/**
 * Keeps those who hold connections and say nothing from keeping others out: past the bound, the one that has waited
 * longest makes room, those first that never asked for anything they may have.
 */
export class Connections {
  /** In the order in which they came, or were last used. */
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

  /** Called for a request that knew the address. */
  trust(socket: Socket): void {
    const held = this.#held.get(socket);
    if (held !== undefined) held.isTrusted = true;
  }

  #count(socket: Socket, by: number): void {
    const held = this.#held.get(socket);
    if (held === undefined) return;
    held.busy += by;
    // Most recently used last.
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
