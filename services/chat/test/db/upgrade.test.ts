import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Database, sql } from '@services/kit/db';
import { KIT_MIGRATIONS, migrate } from '@services/kit/migrations';
import { testDatabase } from '@services/kit/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHAT_MIGRATIONS } from '../../src/create-app.js';
import { issueKey } from '../../src/users/credentials.js';
import { startChat } from '../support/chat.js';
import { ApiClient } from '../support/client.js';

const folder = fileURLToPath(CHAT_MIGRATIONS);
const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
let parent: string;
let fresh: object;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'chat-upgrade-'));
  const { db, dispose } = await testDatabase({ migrations: [KIT_MIGRATIONS, CHAT_MIGRATIONS] });
  fresh = await schemaOf(db);
  await dispose();
});
afterAll(() => rm(parent, { recursive: true, force: true }));

/**
 * A folder with only the migration of the first release. The name of a migration includes the folder of its package.
 */
async function firstRelease(): Promise<URL> {
  const earlier = join(parent, 'chat', 'migrations');
  await mkdir(earlier, { recursive: true });
  await copyFile(join(folder, files[0]!), join(earlier, files[0]!));
  return pathToFileURL(`${earlier}/`);
}

/** Columns, constraints, indexes and sequences, as PostgreSQL's catalogue has them. */
async function schemaOf(db: Database): Promise<object> {
  const columns =
    await db.rows(sql`SELECT table_name, column_name, data_type, is_nullable, column_default, is_identity
    FROM information_schema.columns WHERE table_schema = current_schema() ORDER BY table_name, column_name`);
  const constraints =
    await db.rows(sql`SELECT conrelid::regclass::text AS of, pg_get_constraintdef(oid) AS text
    FROM pg_constraint WHERE connamespace = current_schema()::regnamespace ORDER BY 1, 2`);
  const indexes = await db.rows(
    sql`SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema() ORDER BY indexdef`,
  );
  const sequences = await db.rows(
    sql`SELECT sequencename FROM pg_sequences WHERE schemaname = current_schema() ORDER BY 1`,
  );
  return { columns, constraints, indexes, sequences };
}

/** Rows that the first release wrote for two people, a channel, messages, a reaction, presence and a queue. */
const FIRST_DATA = `
  INSERT INTO organization (name, created_at, settings) VALUES ('Old', 1000, '{"topics_policy": "disable_empty_topic"}');
  INSERT INTO account (email, email_key, full_name, role, joined_at) VALUES
    ('Ann@x.test', 'ann@x.test', 'Ann', 100, 1000), ('ben@x.test', 'ben@x.test', 'Ben', 400, 2000);
  INSERT INTO recipient (member_key) VALUES (NULL), ('1,2');
  INSERT INTO recipient_member VALUES (2, 1), (2, 2);
  INSERT INTO channel (recipient_id, name, name_key, created_at, creator_id, first_message_id) VALUES (1, 'General', 'general', 1000, 1, 1);
  INSERT INTO subscription (channel_id, user_id, color, subscribed_at) VALUES (1, 1, '#d36969', 1000), (1, 2, '#d36969', 1000);
  INSERT INTO message (id, sender_id, recipient_id, channel_id, topic, topic_key, content, rendered_content, client, sent_at) VALUES
    (1, 1, 1, 1, 'Plans', 'plans', 'hello', '<p>hello</p>', 'website', 5000),
    (2, 2, 2, NULL, '', '', 'for you', '<p>for you</p>', 'website', 6000);
  INSERT INTO user_message VALUES (1, 1, 1), (2, 1, 0), (1, 2, 0), (2, 2, 1);
  INSERT INTO topic VALUES (1, 'plans', 'Plans', 1, 1);
  INSERT INTO reaction (message_id, user_id, emoji_name, emoji_code, reaction_type) VALUES (1, 2, 'tada', '1f389', 'unicode_emoji');
  INSERT INTO presence VALUES (2, 5000, NULL, 'website', 7);
  UPDATE counter SET last_message_id = 2, last_event_id = 9;`;

it('an upgrade from the first release gives the current schema, keeps content, and leaves a working service', async () => {
  const database = await testDatabase();
  await migrate(database.db, [KIT_MIGRATIONS, await firstRelease()]);
  await database.db.tx((tx) => tx.script(FIRST_DATA));
  expect(await migrate(database.db, [KIT_MIGRATIONS, CHAT_MIGRATIONS])).toHaveLength(files.length - 1);
  expect(await schemaOf(database.db)).toEqual(fresh);
  const chat = await startChat({ database, fill: async () => {} });
  try {
    const as = async (id: number, email: string) => {
      const key = await chat.app.write((tx) => issueKey(tx, chat.app.random, id));
      return new ApiClient(chat.url, { email, key });
    };
    const ben = await as(2, 'ben@x.test');
    const ann = await as(1, 'ann@x.test');
    const params = { anchor: 'newest', num_before: 10, num_after: 0 };
    const { messages } = await ben.ok('get', '/messages', params);
    expect(messages).toMatchObject([
      {
        id: 1,
        content: '<p>hello</p>',
        subject: 'Plans',
        flags: [],
        reactions: [{ user_id: 2, emoji_name: 'tada' }],
      },
      { id: 2, content: '<p>for you</p>', flags: ['read'] },
    ]);
    // The first release numbered presence updates by event ids; a client with such an id gets later updates only.
    const changed = await ann.ok('post', '/users/me/presence', { status: 'active', last_update_id: 9 });
    expect(changed.presence_last_update_id).toBeGreaterThan(9);
    const sent = { type: 'channel', to: 'General', topic: 'Plans', content: '/poll Lunch?\nsoup' };
    expect((await ann.ok('post', '/messages', sent)).id).toBe(3);
    const { realm_topics_policy } = await ann.ok('post', '/register', { fetch_event_types: ['realm'] });
    expect(realm_topics_policy).toBe('disable_empty_topic');
    await ann.ok('post', '/channel_folders/create', { name: 'Work' });
  } finally {
    await chat.stop();
  }
});
