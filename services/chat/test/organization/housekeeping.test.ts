import { sql } from '@services/kit/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepHouse } from '../../src/organization/housekeeping.js';
import { type Chat, ManualClock, ROLE, startChat, type TestUser } from '../support/chat.js';

const DAY_MS = 86_400_000;
const clock = new ManualClock(Date.now());
let chat: Chat;
let owner: TestUser;

beforeAll(async () => {
  chat = await startChat({ clock });
  owner = await chat.user({ role: ROLE.owner });
  for (const name of ['kept', 'short'])
    await owner.client.ok('post', '/users/me/subscriptions', { subscriptions: [{ name }] });
});
afterAll(() => chat.stop());

const send = async (to: string) =>
  (await owner.client.ok('post', '/messages', { type: 'channel', to, topic: 't', content: `in ${to}` }))
    .id as number;
const exists = async (id: number) => (await owner.client.get(`/messages/${id}`)).status === 200;

test('messages are deleted, with an event, after the retention time of their channel or organization', async () => {
  const { stream_id } = await owner.client.ok('get', '/get_stream_id', { stream: 'short' });
  await owner.client.ok('patch', `/streams/${stream_id}`, { message_retention_days: 2 });
  const kept = await send('kept');
  const short = await send('short');
  clock.advance(2 * DAY_MS + 1);
  const young = await send('short');
  const { queue_id } = await owner.client.ok('post', '/register', {
    event_types: ['delete_message'],
    client_capabilities: { bulk_message_deletion: true },
  });
  await keepHouse(chat.app);
  expect([await exists(kept), await exists(short), await exists(young)]).toEqual([true, false, true]);
  const { events } = await owner.client.ok('get', '/events', { queue_id, dont_block: true });
  expect(events).toMatchObject([{ type: 'delete_message', message_ids: [short], stream_id, topic: 't' }]);
  const { topics } = await owner.client.ok('get', `/users/me/${stream_id}/topics`);
  expect(topics).toMatchObject([{ name: 't', max_id: young }]);
  await owner.client.ok('patch', '/realm', { message_retention_days: 30 });
  clock.advance(29 * DAY_MS);
  await keepHouse(chat.app);
  expect([await exists(kept), await exists(young)]).toEqual([false, false]);
});

test('expired stored answers, links and cookies are deleted', async () => {
  await owner.client.post('/saved_snippets', { title: 'a', content: 'b' }, { 'idempotency-key': 'k' });
  await owner.client.ok('post', '/json/password_reset', { email: owner.email });
  clock.advance(DAY_MS + 1);
  await keepHouse(chat.app);
  const rows = await chat.db.one<{ count: number }>(
    sql`SELECT ((SELECT count(*) FROM kit_answer) + (SELECT count(*) FROM confirmation))::integer AS count`,
  );
  expect(rows?.count).toBe(0);
});
