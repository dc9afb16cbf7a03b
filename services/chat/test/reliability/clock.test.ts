import { sql } from '@services/kit/db';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Chat, ManualClock, startChat, type TestUser } from '../support/chat.js';
import { listen } from '../support/events.js';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 5, 1, 12);
const clock = new ManualClock(START);
let chat: Chat;
let ann: TestUser;
let bob: TestUser;

beforeAll(async () => {
  chat = await startChat({ clock });
  ann = await chat.user({ name: 'Ann' });
  bob = await chat.user({ name: 'Bob' });
});
afterAll(() => chat.stop());

const say = async (content: string, params: object = {}): Promise<number> =>
  (await ann.client.ok('post', '/messages', { type: 'direct', to: [bob.id], content, ...params })).id;

it('a clock that is set back by an hour changes neither the order of messages nor their expiry', async () => {
  const heard = await listen(bob, ['message']);
  const { queue_id } = await ann.client.ok('post', '/register', {
    event_types: ['message'],
    fetch_event_types: [],
  });
  const echo = { queue_id, local_id: '1' };
  const before = await say('before', echo);
  clock.set(START - HOUR);

  const after = await say('after');
  expect(after).toBeGreaterThan(before);
  const events = await heard.next();
  expect(events.map((event) => event.message.id)).toEqual([before, after]);
  const { messages } = await bob.client.ok('get', '/messages', {
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
  });
  expect(messages.map((message: { id: number }) => message.id)).toEqual([before, after]);
  // After the clock was set back, a repeat is recognised, keys and queues stay valid, and limits do not lock users
  // out.
  expect(await say('before', echo)).toBe(before);
  for (let n = 0; n < 5; n++) await ann.client.ok('get', '/users/me');

  // The clock passes the same hour a second time: queues and remembered sends live as long as before.
  clock.set(START + 500_000);
  await chat.app.events.flush();
  expect(await heard.next()).toEqual([]);
  expect(await say('before', echo)).toBe(before);
  clock.set(START - HOUR);
  expect(await heard.next()).toEqual([]);
});

it('jobs run once, when the clock reaches their time', async () => {
  clock.set(START);
  const mail = async () =>
    (
      await chat.db.rows<{ wait: number }>(
        sql`SELECT run_at - ${START}::int8 AS wait FROM kit_job WHERE kind = 'missed-messages' AND state = 'waiting'`,
      )
    ).map((row) => row.wait);
  await chat.db.run(sql`DELETE FROM kit_job WHERE kind = 'missed-messages'`);
  await say('for a mail');
  expect(await mail()).toEqual([120_000]);
  clock.set(START - HOUR);
  await say('for the same mail, an hour too early');
  // The job keeps the earlier of the two times, and there is no second job.
  expect(await mail()).toEqual([120_000 - HOUR]);
});
