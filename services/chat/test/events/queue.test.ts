import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';

let chat: Chat;
let admin: TestUser;
let user: TestUser;
let other: TestUser;

beforeAll(async () => {
  chat = await startChat({
    config: {
      heartbeatMinSeconds: 0.2,
      heartbeatMaxSeconds: 0.3,
      maxQueuesPerUser: 4,
      maxEventsPerQueue: 12,
    },
  });
  admin = await chat.user({ role: ROLE.owner });
  user = await chat.user();
  other = await chat.user();
});
afterAll(() => chat.stop());

/** Makes a change that causes one realm_user event for everyone. */
let count = 0;
const change = () => admin.client.ok('patch', `/users/${other.id}`, { full_name: `Name ${++count}` });

async function register(who = user, params: Record<string, unknown> = {}) {
  const { queue_id, last_event_id } = await who.client.ok('post', '/register', {
    event_types: ['realm_user'],
    fetch_event_types: [],
    ...params,
  });
  return { queue_id: queue_id as string, last_event_id: last_event_id as number };
}

const names = (events: { person: { full_name: string } }[]) => events.map((event) => event.person.full_name);

describe('GET /events', () => {
  test('last_event_id acknowledges events; later events are delivered again until they are acknowledged', async () => {
    const { queue_id, last_event_id } = await register();
    await change();
    await change();
    const first = await user.client.ok('get', '/events', { queue_id, last_event_id });
    expect(first.queue_id).toBe(queue_id);
    expect(names(first.events)).toEqual([`Name ${count - 1}`, `Name ${count}`]);
    const again = await user.client.ok('get', '/events', { queue_id, last_event_id });
    expect(again.events).toEqual(first.events);
    const [one, two] = first.events;
    expect(two.id).toBeGreaterThan(one.id);
    const rest = await user.client.ok('get', '/events', { queue_id, last_event_id: one.id });
    expect(rest.events).toEqual([two]);
    const none = await user.client.ok('get', '/events', {
      queue_id,
      last_event_id: two.id,
      dont_block: true,
    });
    expect(none.events).toEqual([]);
  });

  test('last_event_id -1 is accepted until an event is acknowledged; then a lower id is BAD_REQUEST', async () => {
    const { queue_id } = await register();
    await change();
    await change();
    const { events } = await user.client.ok('get', '/events', { queue_id, last_event_id: -1 });
    expect(events).toHaveLength(2);
    await user.client.ok('get', '/events', { queue_id, last_event_id: events[0].id });
    const older = await user.client.get('/events', { queue_id, last_event_id: -1 });
    expect([older.status, older.body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  test('a last_event_id above all ids is BAD_EVENT_QUEUE_ID, and later events are still delivered', async () => {
    const { queue_id } = await register();
    const future = await user.client.get('/events', { queue_id, last_event_id: 2 ** 50, dont_block: true });
    expect([future.status, future.body.code]).toEqual([400, 'BAD_EVENT_QUEUE_ID']);
    await change();
    const { events } = await user.client.ok('get', '/events', { queue_id, dont_block: true });
    expect(names(events)).toEqual([`Name ${count}`]);
  });

  test('a heartbeat has the id of the newest event and ignores event_types', async () => {
    const { queue_id, last_event_id } = await register(user, { event_types: ['typing'] });
    const first = await user.client.ok('get', '/events', { queue_id, last_event_id });
    expect(first.events).toEqual([{ type: 'heartbeat', id: last_event_id }]);
    const wide = await register();
    await change();
    const { events } = await user.client.ok('get', '/events', { ...wide });
    const id = events.at(-1).id;
    const beat = await user.client.ok('get', '/events', { queue_id: wide.queue_id, last_event_id: id });
    expect(beat.events).toEqual([{ type: 'heartbeat', id }]);
    await change();
    const after = await user.client.ok('get', '/events', { queue_id: wide.queue_id, last_event_id: id });
    expect(names(after.events)).toEqual([`Name ${count}`]);
  });

  test('of two polls on one queue, the older one is answered immediately', async () => {
    const { queue_id, last_event_id } = await register();
    const older = user.client.ok('get', '/events', { queue_id, last_event_id });
    await expect.poll(() => chat.app.events.waiting).toBe(1);
    const newer = user.client.ok('get', '/events', { queue_id, last_event_id });
    expect((await older).events).toEqual([]);
    await change();
    expect(names((await newer).events)).toEqual([`Name ${count}`]);
  });

  test('a held poll is answered by an event', async () => {
    const { queue_id, last_event_id } = await register();
    const held = user.client.ok('get', '/events', { queue_id, last_event_id });
    await expect.poll(() => chat.app.events.waiting).toBe(1);
    await change();
    expect(names((await held).events)).toEqual([`Name ${count}`]);
  });

  test('a poll whose connection the client closes is forgotten, and no event is lost', async () => {
    const { queue_id, last_event_id } = await register();
    const leaving = new AbortController();
    const url = `${chat.url}/api/v1/events?queue_id=${queue_id}&last_event_id=${last_event_id}`;
    const authorization = `Basic ${Buffer.from(`${user.email}:${user.key}`).toString('base64')}`;
    const held = fetch(url, { signal: leaving.signal, headers: { authorization } }).catch(() => 'gone');
    await expect.poll(() => chat.app.events.waiting).toBe(1);
    leaving.abort();
    expect(await held).toBe('gone');
    await expect.poll(() => chat.app.events.waiting).toBe(0);
    await change();
    const { events } = await user.client.ok('get', '/events', { queue_id, last_event_id });
    expect(names(events)).toEqual([`Name ${count}`]);
  });

  test.each([
    ['unknown', async () => ({ client: user.client, queue_id: 'no-such-queue' })],
    ["another user's", async () => ({ client: other.client, queue_id: (await register()).queue_id })],
    [
      'deleted',
      async () => {
        const { queue_id } = await register();
        await user.client.ok('delete', '/events', { queue_id });
        return { client: user.client, queue_id };
      },
    ],
  ])('a queue that is %s: BAD_EVENT_QUEUE_ID', async (_name, make) => {
    const { client, queue_id } = await make();
    const polled = await client.get('/events', { queue_id, last_event_id: -1 });
    expect([polled.status, polled.body.code, polled.body.queue_id]).toEqual([
      400,
      'BAD_EVENT_QUEUE_ID',
      queue_id,
    ]);
    expect((await client.delete('/events', { queue_id })).body.code).toBe('BAD_EVENT_QUEUE_ID');
  });

  test('the least recently polled queue is dropped if a user has too many queues', async () => {
    const who = await chat.user();
    const queues = [];
    for (let i = 0; i < 5; i++) queues.push((await register(who)).queue_id);
    const codes = [];
    for (const queue_id of queues)
      codes.push((await who.client.get('/events', { queue_id, dont_block: true })).body.code ?? 'fine');
    expect(codes).toEqual(['BAD_EVENT_QUEUE_ID', 'fine', 'fine', 'fine', 'fine']);
  });

  test('a queue with too many undelivered events is dropped', async () => {
    const { queue_id } = await register();
    for (let i = 0; i < 13; i++) await change();
    expect((await user.client.get('/events', { queue_id, dont_block: true })).body.code).toBe(
      'BAD_EVENT_QUEUE_ID',
    );
  });
});

describe('POST /register', () => {
  test('fetch_event_types select the parts of the snapshot; unknown types are ignored, and null means all', async () => {
    const narrow = await user.client.ok('post', '/register', {
      event_types: ['realm'],
      fetch_event_types: ['nothing'],
    });
    expect(narrow.realm_name).toBeUndefined();
    const realm = await user.client.ok('post', '/register', { event_types: ['realm'] });
    expect(realm).toMatchObject({
      realm_name: 'Test Organization',
      max_message_length: 10_000,
      max_topic_length: 60,
    });
    expect(realm.realm_users).toBeUndefined();
    const all = await user.client.ok('post', '/register', { event_types: 'null' });
    expect(all).toMatchObject({
      zulip_feature_level: 416,
      realm_name: 'Test Organization',
      user_id: user.id,
    });
    expect(all.realm_users.map((shown: { user_id: number }) => shown.user_id)).toContain(other.id);
  });

  test('a change during the registration is either in the snapshot or in the queue', async () => {
    const who = await chat.user();
    let stop = false;
    const changes = (async () => {
      while (!stop) await change();
    })();
    try {
      for (let round = 0; round < 5; round++) {
        const state = await who.client.ok('post', '/register', { event_types: ['realm_user'] });
        const shown = state.realm_users.find((person: { user_id: number }) => person.user_id === other.id);
        const { events } = await who.client.ok('get', '/events', {
          queue_id: state.queue_id,
          last_event_id: state.last_event_id,
        });
        const [first] = names(events);
        const number = (name: string | undefined) => Number(name?.split(' ')[1]);
        expect(number(first)).toBe(number(shown.full_name) + 1);
        await who.client.ok('delete', '/events', { queue_id: state.queue_id });
      }
    } finally {
      stop = true;
      await changes;
    }
  });
});
