import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Finding } from '@services/kit/cli';
import { sql } from '@services/kit/db';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { examineChat } from '../../src/cli/doctor.js';
import type { ChatConfig } from '../../src/config.js';
import { type Chat, ManualClock, ROLE, startChat, type TestUser } from '../support/chat.js';
import { Mailbox } from '../support/mailbox.js';

let chat: Chat;
let owner: TestUser;
const clock = new ManualClock(Date.UTC(2026, 0, 2));
const servers: Server[] = [];

beforeAll(async () => {
  chat = await startChat({ clock, config: { maxFileUploadMib: 3 } });
  owner = await chat.user({ role: ROLE.owner });
});
afterAll(() => chat.stop());
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function finding(name: string, config: Partial<ChatConfig> = {}): Promise<Finding> {
  const found = await examineChat({ ...chat.app.config, publicUrl: '', ...config }, chat.app);
  return found.find((one) => one.name === name)!;
}

/**
 * Starts a proxy. With `buffers`, the proxy reads the whole body before it calls the service. The proxy refuses bodies
 * above `limit`.
 */
async function proxy({ buffers = false, limit = Infinity }): Promise<string> {
  const server = createServer(async (incoming, outgoing) => {
    if (Number(incoming.headers['content-length']) > limit) {
      outgoing.writeHead(413).end();
      return;
    }
    // A proxy that buffers never gets the whole body of the probe, because the probe disconnects first.
    const body = buffers ? await buffer(incoming).catch(() => undefined) : incoming;
    if (body === undefined) return;
    const { method, headers } = incoming;
    const forwarded = { ...headers, 'x-forwarded-for': '203.0.113.7' };
    const passed = request(chat.url + incoming.url, { method, headers: forwarded });
    passed.on('error', () => outgoing.destroy());
    passed.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    if (Buffer.isBuffer(body)) passed.end(body);
    else body.pipe(passed);
    incoming.on('close', () => passed.destroy());
  });
  return listening(server);
}

async function listening(server: Server): Promise<string> {
  servers.push(server);
  server.on('clientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('doctor finds a proxy that', () => {
  it.each([
    ['keeps requests back', { buffers: true }, 'fail', /proxy_request_buffering off/],
    ['refuses large uploads', { limit: 1_000_000 }, 'fail', /uploads of 3 MiB: raise its limit/],
    ['is not trusted', {}, 'warn', /count all callers as 127\.0\.0\.1: set trustProxy/],
  ] as const)('%s', async (_what, options, state, text) => {
    const found = await finding('proxy', { publicUrl: await proxy(options) });
    expect(found).toMatchObject({ state, text: expect.stringMatching(text) });
  });

  it('is absent, or leads to another server', async () => {
    const other = createServer((incoming, outgoing) => {
      incoming.resume();
      outgoing.writeHead(404).end();
    });
    const publicUrl = await listening(other);
    expect(await finding('proxy', { publicUrl })).toMatchObject({
      state: 'fail',
      text: expect.stringContaining('is not this server'),
    });
    expect(await finding('proxy', { publicUrl: 'http://127.0.0.1:9' })).toMatchObject({
      state: 'fail',
      text: expect.stringContaining('does not answer'),
    });
  });

  it('passes bodies on while they arrive, which is not a problem', async () => {
    const publicUrl = await proxy({});
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const found = await finding('proxy', { publicUrl, trustProxy: ['127.0.0.1'] });
      // A timer that is left would delay the end of the command.
      expect([found.state, vi.getTimerCount()]).toEqual(['ok', 0]);
    } finally {
      vi.useRealTimers();
    }
  });
});

it.each<[string, Partial<ChatConfig>, string, RegExp]>([
  ['public address', {}, 'warn', /set publicUrl$/],
  ['public address', { publicUrl: 'http://chat.example' }, 'warn', /^http:.* is not encrypted/],
  ['public address', { publicUrl: 'https://chat.example' }, 'ok', /^https:/],
  ['outgoing network', {}, 'ok', /public addresses only$/],
  ['outgoing network', { outgoingAllow: ['10.0.0.0/8'] }, 'warn', /reach 10\.0\.0\.0\/8: /],
  ['proxy', {}, 'ok', /^none: /],
])('doctor describes the %s of %j: %s', async (name, config, state, text) => {
  expect(await finding(name, config)).toMatchObject({ state, text: expect.stringMatching(text) });
});

it('doctor checks the settings of a server that does not run', async () => {
  const found = await examineChat({ ...chat.app.config, publicUrl: '' }, undefined);
  expect(found.map(({ name }) => name)).toEqual(['mail', 'outgoing network', 'public address']);
});

it('doctor counts API keys that were not used for a year', async () => {
  expect(await finding('API keys')).toMatchObject({ state: 'ok' });
  clock.advance(365 * 86_400_000);
  expect(await finding('API keys')).toMatchObject({ state: 'ok' });
  clock.advance(1);
  const found = await finding('API keys');
  clock.advance(-365 * 86_400_000 - 1);
  expect(found).toMatchObject({ state: 'warn', text: expect.stringMatching(/^1 of 1 were not used/) });
});

it('doctor finds an organization without an active owner', async () => {
  expect(await finding('organization')).toEqual({
    name: 'organization',
    state: 'ok',
    text: 'Test Organization',
  });
  const set = (active: boolean) =>
    chat.db.run(sql`UPDATE account SET is_active = ${active} WHERE id = ${owner.id}`);
  await set(false);
  const found = await finding('organization');
  await set(true);
  expect(found).toMatchObject({ state: 'fail', text: expect.stringContaining('no active owner') });
});

it('the URL of probes responds with 404 while no probe is running', async () => {
  expect((await fetch(`${chat.url}/probe/${'a'.repeat(32)}`, { method: 'POST', body: 'x' })).status).toBe(
    404,
  );
});

it('doctor finds a clock that was set back', async () => {
  await owner.client.ok('post', '/messages', { type: 'direct', to: [owner.id], content: 'x' });
  expect(await finding('clock and messages')).toMatchObject({ state: 'ok' });
  clock.advance(-3_600_000);
  const found = await finding('clock and messages');
  clock.advance(3_600_000 - 5_000);
  // The clocks of two processes may differ by 5 s.
  expect(await finding('clock and messages')).toMatchObject({ state: 'ok' });
  clock.advance(-1);
  expect(await finding('clock and messages')).toMatchObject({ state: 'fail' });
  clock.advance(5_001);
  expect(found).toMatchObject({ state: 'fail', text: expect.stringContaining('3600 s in the future') });
});

it('doctor finds a mail server that refuses mails', async () => {
  const mailbox = new Mailbox();
  const mailUrl = await mailbox.start();
  expect(await finding('mail', { mailUrl })).toMatchObject({ state: 'ok' });
  await mailbox.stop();
  expect(await finding('mail', { mailUrl })).toMatchObject({
    state: 'fail',
    text: expect.stringContaining('ECONNREFUSED'),
  });
  expect(await finding('mail', { mailUrl: '' })).toMatchObject({ state: 'warn' });
});

it('doctor finds a folder of uploads that cannot be written', async () => {
  expect(await finding('uploads')).toMatchObject({ state: expect.stringMatching(/ok|warn/) });
  const { temporaryFolder } = chat.app.files;
  await rm(temporaryFolder, { recursive: true });
  await writeFile(temporaryFolder, 'a file in place of the folder');
  expect(await finding('uploads')).toMatchObject({ state: 'fail', text: expect.stringContaining('ENOTDIR') });
});
