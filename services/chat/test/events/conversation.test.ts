import { Agent, request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Chat, startChat, type TestUser } from '../support/chat.js';

const MESSAGES = 1_000;
const POLLS = 1_000;

let chat: Chat;
let ann: TestUser;
let ben: TestUser;

beforeAll(async () => {
  chat = await startChat({ config: { checkAnswers: false, maxQueuesPerUser: POLLS } });
  ann = await chat.user();
  ben = await chat.user();
  await ann.client.ok('post', '/users/me/subscriptions', {
    subscriptions: [{ name: 'talk' }],
    principals: [ann.id, ben.id],
  });
});
afterAll(() => chat.stop());

const register = async (user: TestUser) =>
  user.client.ok('post', '/register', { event_types: ['message'], fetch_event_types: [] });

/** Returns the events of a user until `count` messages have arrived, polling with the newest id, as clients do. */
async function listen(user: TestUser, count: number): Promise<{ eventIds: number[]; messageIds: number[] }> {
  const { queue_id, last_event_id } = await register(user);
  const eventIds: number[] = [];
  const messageIds: number[] = [];
  let last = last_event_id;
  while (messageIds.length < count) {
    const { events } = await user.client.ok('get', '/events', { queue_id, last_event_id: last });
    for (const event of events) {
      last = Math.max(last, event.id);
      if (event.type !== 'message') continue;
      eventIds.push(event.id);
      messageIds.push(event.message.id);
    }
  }
  return { eventIds, messageIds };
}

test(`two clients get ${MESSAGES} messages without gap or duplicate, and in the same order`, {
  timeout: 120_000,
}, async () => {
  const hearing = [listen(ann, MESSAGES), listen(ben, MESSAGES)];
  await expect.poll(() => chat.app.events.waiting).toBe(2);
  const acknowledged: number[] = [];
  const send = async (user: TestUser, first: number) => {
    for (let i = first; i < MESSAGES; i += 10) {
      const { id } = await user.client.ok('post', '/messages', {
        type: 'channel',
        to: 'talk',
        topic: `topic ${i % 7}`,
        content: `message ${i}`,
      });
      acknowledged.push(id);
    }
  };
  await Promise.all(Array.from({ length: 10 }, (_, i) => send(i % 2 === 0 ? ann : ben, i)));
  const [byAnn, byBen] = await Promise.all(hearing);
  const expected = acknowledged.sort((a, b) => a - b);
  expect(byAnn!.messageIds).toEqual(expected);
  expect(byBen!.messageIds).toEqual(expected);
  expect(byAnn!.eventIds).toEqual(byBen!.eventIds);
  expect(byAnn!.eventIds).toEqual([...byAnn!.eventIds].sort((a, b) => a - b));
});

test(`${POLLS} idle polls take less than 150 MB, and one message answers all of them`, {
  timeout: 180_000,
}, async () => {
  const agent = new Agent({ connections: POLLS, headersTimeout: 100_000 });
  const authorization = `Basic ${Buffer.from(`${ben.email}:${ben.key}`).toString('base64')}`;
  const queues: { queue_id: string; last_event_id: number }[] = [];
  for (let i = 0; i < POLLS; i++) queues.push((await register(ben)) as never);
  const before = process.memoryUsage().rss;
  const polls = queues.map(async ({ queue_id, last_event_id }) => {
    const url = `${chat.url}/api/v1/events?queue_id=${queue_id}&last_event_id=${last_event_id}`;
    const answer = await request(url, { dispatcher: agent, headers: { authorization } });
    return (await answer.body.json()) as { events: { message: { id: number } }[] };
  });
  await expect.poll(() => chat.app.events.waiting, { timeout: 60_000 }).toBe(POLLS);
  // The limit includes the memory of the clients, which run in the same process.
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  const { id } = await ann.client.ok('post', '/messages', {
    type: 'channel',
    to: 'talk',
    topic: 'all',
    content: 'now',
  });
  const answers = await Promise.all(polls);
  expect(answers.every(({ events }) => events.length === 1 && events[0]!.message.id === id)).toBe(true);
  await agent.close();
});
