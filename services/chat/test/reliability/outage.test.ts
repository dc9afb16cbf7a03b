import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, sql } from '@services/kit/db';
import { createLogger } from '@services/kit/log';
import { KIT_MIGRATIONS, migrate } from '@services/kit/migrations';
import { postgresInstalled, type RunningPostgres, startPostgres } from '@services/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHAT_MIGRATIONS } from '../../src/create-app.js';
import { type Chat, startChat, type TestUser } from '../support/chat.js';

describe.skipIf(!postgresInstalled())('while the PostgreSQL server is gone', () => {
  let server: RunningPostgres;
  let chat: Chat;
  let ann: TestUser;
  let bob: TestUser;

  beforeAll(async () => {
    server = await startPostgres();
    const url = await server.newDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'chat-outage-'));
    const db = await openDatabase({ url, dataDir, log: createLogger({ level: 'silent' }) });
    await migrate(db, [KIT_MIGRATIONS, CHAT_MIGRATIONS]);
    const dispose = async () => {
      await db.close();
      await rm(dataDir, { recursive: true, force: true });
    };
    // Log entries below the level fatal are expected during the outage.
    chat = await startChat({ database: { db, dataDir, url, dispose }, config: { logLevel: 'fatal' } });
    ann = await chat.user({ name: 'Ann' });
    bob = await chat.user({ name: 'Bob' });
  });
  afterAll(async () => {
    await chat?.stop();
    await server?.stop();
  });

  const say = (content: string) => ann.client.post('/messages', { type: 'direct', to: [bob.id], content });

  it('requests get 503, held polls survive, and the service recovers when the server is back', async () => {
    const { queue_id, last_event_id } = await bob.client.ok('post', '/register', {
      ...{ event_types: ['message'], fetch_event_types: [] },
    });
    expect((await say('before')).status).toBe(200);
    const first = await bob.client.ok('get', '/events', { queue_id, last_event_id });
    const held = bob.client.get('/events', { queue_id, last_event_id: first.events[0].id });
    await expect.poll(() => chat.app.events.waiting).toBe(1);

    await server.kill();
    const refused = await say('lost');
    expect([refused.status, refused.body.code]).toEqual([503, 'SERVER_NOT_READY']);
    expect(refused.body.msg).not.toMatch(/postgres|ECONN|connect/i);
    expect(
      (await bob.client.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })).status,
    ).toBe(503);
    expect(chat.app.events.waiting).toBe(1);

    await server.start();
    await expect.poll(async () => (await say('after')).status).toBe(200);
    const { status, body } = await held;
    expect(status).toBe(200);
    expect(body.events.map((event: { message: { content: string } }) => event.message.content)).toEqual([
      'after',
    ]);
    const { messages } = await bob.client.ok('get', '/messages', {
      ...{ anchor: 'newest', num_before: 9, num_after: 0, apply_markdown: false },
    });
    expect(messages.map((message: { content: string }) => message.content)).toEqual(['before', 'after']);
    // Exactly one mail is due for all messages, so no job was lost or duplicated.
    const jobs = await chat.db.rows(sql`SELECT key FROM kit_job WHERE kind = 'missed-messages'`);
    expect(jobs).toEqual([{ key: String(bob.id) }]);
  });
});
