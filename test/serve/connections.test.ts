import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { Connections } from '../../src/serve/connections.js';

/** A connection that only records its end. As with a socket, the event for its end comes later. */
class Connection extends EventEmitter {
  isOpen = true;
  destroy(): void {
    this.isOpen = false;
  }
}

/** A server that only passes on events, its connections, and a request that is in progress on one of them. */
function watched() {
  const server = new EventEmitter() as unknown as Server;
  const connections = new Connections(server);
  const open = (isTrusted: boolean): Connection => {
    const connection = new Connection();
    server.emit('connection', connection);
    if (isTrusted) connections.trust(connection as unknown as Socket);
    return connection;
  };
  const ask = (socket: Connection): EventEmitter => {
    const response = new EventEmitter();
    server.emit('request', { socket }, response);
    return response;
  };
  const fill = (count: number, isTrusted: boolean) => Array.from({ length: count }, () => open(isTrusted));
  const closed = (list: readonly Connection[]) => list.flatMap(({ isOpen }, at) => (isOpen ? [] : [at]));
  return { server, open, ask, fill, closed };
}

describe('a connection past the limit', () => {
  it('first closes a connection that never sent the correct address, then an idle trusted connection, and a busy connection last', () => {
    const { open, ask, fill, closed } = watched();
    const known = fill(255, true);
    const stranger = open(false);
    open(true);
    expect([closed(known), stranger.isOpen]).toEqual([[], false]);
    // All connections except the fifth are busy, so the fifth is closed first.
    for (const [at, connection] of known.entries()) if (at !== 4) ask(connection);
    open(true);
    expect(closed(known)).toEqual([4]);
  });

  it('closes the oldest connection if all are busy, and counts only open connections', () => {
    const { open, ask, fill, closed } = watched();
    const busy = fill(256, true);
    for (const connection of busy) ask(connection);
    open(true);
    expect(closed(busy)).toEqual([0]);
    // A connection that ended by itself makes room for another.
    busy[9]?.emit('close');
    open(true);
    expect(closed(busy)).toEqual([0]);
  });

  it('does not count a request that has ended as in progress', () => {
    const { open, ask, fill, closed } = watched();
    const [first, ...others] = fill(256, true);
    const response = ask(first as Connection);
    for (const connection of others) ask(connection);
    response.emit('close');
    open(true);
    expect([first?.isOpen, closed(others)]).toEqual([false, []]);
  });

  it('does not change the time limits of connections', () => {
    const { server } = watched();
    expect([server.headersTimeout, server.keepAliveTimeout]).toEqual([10_000, 60_000]);
  });

  it('closes the least recently used connection, not the oldest', () => {
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
