import { type Queryable, type SQL, sql } from '@services/kit/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertChannelMessages } from '../../src/messages/sending/insert.js';
import { findPlaces } from '../../src/messages/sending/store.js';
import { type Chat, startChat } from '../support/chat.js';

const ACCOUNTS = 3000;
const CHANNELS = 20;
/**
 * Number of subscribers of the first channel. The number is so large that the planner overestimates the subscribers of
 * most channels.
 */
const LARGE = 2000;
const SMALL = 10;

let chat: Chat;
let channelId: number;
let recipientId: number;
let sender: number;

beforeAll(async () => {
  chat = await startChat();
  sender = (await chat.user()).id;
  const { db } = chat;
  await db.run(sql`INSERT INTO account (email, email_key, full_name, role, joined_at, settings)
    SELECT 'p' || n, 'p' || n, 'P ' || n, 400, 0, '{}'::jsonb FROM generate_series(1, ${ACCOUNTS}::int) n`);
  for (let n = 0; n < CHANNELS; n++) {
    const place = await db.one<{ id: number; recipient_id: number }>(sql`
      WITH r AS (INSERT INTO recipient (member_key) VALUES (NULL) RETURNING id)
      INSERT INTO channel (recipient_id, name, name_key, created_at)
      SELECT id, ${`c ${n}`}, ${`c ${n}`}, 0 FROM r RETURNING id, recipient_id`);
    channelId = place!.id;
    recipientId = place!.recipient_id;
    await db.run(sql`INSERT INTO subscription (channel_id, user_id, color, subscribed_at)
      SELECT ${channelId}::int, id, '#aabbcc', 0 FROM account WHERE id >= ${sender}::int
      ORDER BY id LIMIT ${n === 0 ? LARGE : SMALL}::int`);
  }
  await db.run(sql`ANALYZE`);
});
afterAll(() => chat.stop());

/** Returns the query plan of the only statement that `work` runs; the plan has no results. */
async function planOf(work: (db: Queryable) => Promise<unknown>): Promise<string> {
  const texts: string[] = [];
  const rows = async (query: SQL) => {
    const lines = await chat.db.rows<{ 'QUERY PLAN': string }>(sql`EXPLAIN (COSTS OFF) ${query}`);
    texts.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
    return [];
  };
  await work({ rows } as unknown as Queryable);
  expect(texts).toHaveLength(1);
  return texts[0]!;
}

const messages = () =>
  Array.from({ length: 20 }, (_, n) => ({
    row: {
      ...{ id: n + 1, sender_id: sender, recipient_id: recipientId, channel_id: channelId, sent_at: 0 },
      ...{ topic: 't', topicKey: 't', content: 'c', rendered_content: 'c', client: 'c', words: 'c' },
      ...{ content_edited_at: null, moved_at: null, is_me_message: false },
      ...{ hasLink: false, hasImage: false, hasAttachment: false },
    },
    attention: { readBySender: false, mentioned: [], channelWildcard: false, topicMentioned: [] },
  }));

test('a send reads its receivers by their keys, and not all accounts or subscriptions', async () => {
  const insertion = await planOf((db) => insertChannelMessages(db, messages(), 'en'));
  expect(insertion).toContain('Insert on user_message');
  expect(insertion).not.toMatch(/Seq Scan on (account|subscription)/);
});

test('the channels of sends and the senders’ subscriptions are read by their keys', async () => {
  const wanted = messages().map(() => ({ senderId: sender, channel: { name: 'c 3' }, topicKey: 't' }));
  const places = await planOf((db) => findPlaces(db, wanted));
  expect(places).toContain('subscription_pkey');
  expect(places).not.toMatch(/Seq Scan on (account|subscription)/);
});
