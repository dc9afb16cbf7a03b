import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Chat, startChat, type TestUser } from '../support/chat.js';

let chat: Chat;
let ann: TestUser;
let port: number;
const sockets: Socket[] = [];

beforeAll(async () => {
  chat = await startChat();
  ann = await chat.user({ name: 'Ann' });
  port = Number(new URL(chat.url).port);
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await chat.stop();
});

async function open(text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  // A connection that the server closes does not fail the test.
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  socket.write(text);
  return socket;
}

const authorization = () =>
  `Authorization: Basic ${Buffer.from(`${ann.email}:${ann.key}`).toString('base64')}`;

it('clients that never finish a request or never read an answer do not block other clients', async () => {
  const content = 'long '.repeat(1900);
  for (let n = 0; n < 60; n++)
    await ann.client.ok('post', '/messages', { type: 'direct', to: [ann.id], content: `${n} ${content}` });
  const before = process.memoryUsage().rss;
  const list = '/api/v1/messages?anchor=newest&num_before=60&num_after=0';
  // Each response has 1.2 MB, which is more than the system buffers if the client does not read.
  const readers = await Promise.all(
    Array.from({ length: 40 }, () => open(`GET ${list} HTTP/1.1\r\nHost: x\r\n${authorization()}\r\n\r\n`)),
  );
  const askers = await Promise.all(
    Array.from({ length: 300 }, (_, n) =>
      open(
        n % 2 === 0
          ? 'GET /api/v1/server_settings HTTP/1.1\r\nHost:'
          : `POST /api/v1/messages HTTP/1.1\r\nHost: x\r\n${authorization()}\r\nContent-Length: 5000\r\n\r\ntype=dir`,
      ),
    ),
  );
  for (let n = 0; n < 20; n++) {
    expect((await ann.client.get('/users/me')).status).toBe(200);
    expect(
      (await ann.client.post('/messages', { type: 'direct', to: [ann.id], content: `${n}` })).status,
    ).toBe(200);
  }
  // Memory for waiting clients stays below little more than the size of their responses.
  expect(process.memoryUsage().rss - before).toBeLessThan(600_000_000);
  expect(readers.length + askers.length).toBe(340);
});

it('10,000 connections that come and go leave no memory or handles behind', async () => {
  for (let round = 0; round < 50; round++) {
    const opened = await Promise.all(Array.from({ length: 200 }, () => open('')));
    for (const socket of opened) socket.destroy();
  }
  expect((await ann.client.get('/users/me')).status).toBe(200);
});
