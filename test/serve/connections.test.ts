import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { Connections } from '../../src/serve/connections.js';

/** A connection that only records its end; as with sockets, the event of its end comes later. */
class Connection extends EventEmitter {
  isOpen = true;
  destroy(): void {
    this.isOpen = false;
  }
}

describe('a connection past the limit', () => {
  it('closes the least recently used one, not the oldest', () => {
    const server = new EventEmitter();
    const connections = new Connections(server as unknown as Server);
    const open = (): Connection => {
      const connection = new Connection();
      server.emit('connection', connection);
      connections.trust(connection as unknown as Socket);
      return connection;
    };
    const [oldest, second, ...others] = Array.from({ length: 256 }, open);
    const response = new EventEmitter();
    server.emit('request', { socket: oldest }, response);
    response.emit('close');
    open();
    expect([oldest?.isOpen, second?.isOpen]).toEqual([true, false]);
    expect(others.every(({ isOpen }) => isOpen)).toBe(true);
    open();
    expect(others.map(({ isOpen }) => isOpen).indexOf(true)).toBe(1);
  });
});
