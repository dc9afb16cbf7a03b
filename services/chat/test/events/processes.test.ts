import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabase, testDatabaseKind } from '@services/kit/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiClient } from '../support/client.js';
import { Listener } from '../support/listener.js';
import { OWNER, Program } from '../support/program.js';

const PROCESSES = 3;
const KILLS = Number(process.env.SERVICES_ROUNDS ?? 1);
const CLIENTS = process.env.SERVICES_TESTS === 'full' ? 200 : 8;
const MANY = '1000000';

const anyOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;

describe.runIf(testDatabaseKind() === 'postgres')('several processes on one database', () => {
  let programs: Program[];
  let people: { email: string; key: string }[];
  let cleanUp: () => Promise<void>;

  beforeAll(async () => {
    const parent = await mkdtemp(join(tmpdir(), 'chat-processes-'));
    const database = await testDatabase();
    programs = Array.from(
      { length: PROCESSES },
      (_, index) =>
        new Program(join(parent, `data${index}`), {
          CHAT_RATE_USER_POINTS: MANY,
          CHAT_RATE_SEND_POINTS: MANY,
          CHAT_RATE_ADDRESS_POINTS: MANY,
          CHAT_SEVERAL_PROCESSES: 'true',
          CHAT_UPLOADS_DIR: join(parent, 'uploads'),
          CHAT_DATABASE_URL: database.url!,
        }),
    );
    cleanUp = async () => {
      for (const program of programs) await program.kill();
      await database.dispose();
      await rm(parent, { recursive: true, force: true });
    };
    await programs[0]!.init();
    await Promise.all(programs.map((program) => program.serve()));
    people = await makePeople();
  }, 300_000);
  afterAll(() => cleanUp?.());

  async function makePeople() {
    const fetchKey = async (username: string) =>
      (
        await new ApiClient(anyOf(programs).url).ok('post', '/fetch_api_key', {
          username,
          password: OWNER.password,
        })
      ).api_key as string;
    const owner = { email: OWNER.email, key: await fetchKey(OWNER.email) };
    const made = [];
    for (let index = 0; index < CLIENTS; index++) {
      const email = `person${index}@example.com`;
      const account = { email, password: OWNER.password, full_name: `Person ${index}` };
      await new ApiClient(anyOf(programs).url, owner).ok('post', '/users', account);
      made.push({ email, key: await fetchKey(email) });
    }
    return made;
  }
  /** Returns a person's client that sends each request to another process than the one before. */
  const anywhere = (person: { email: string; key: string }) => () =>
    new ApiClient(anyOf(programs).url, person);
  const at = (index: number, person = people[0]!) => new ApiClient(programs[index]!.url, person);

  test('any process answers polls of any queue, and a change reaches the clients of all processes', async () => {
    const { queue_id, last_event_id } = await at(0).ok('post', '/register', {
      event_types: ['message', 'typing'],
    });
    const held = at(1).ok('get', '/events', { queue_id, last_event_id });
    const other = people[1]!;
    const self = (await at(2).ok('get', '/users/me')).user_id;
    const message = { type: 'direct', to: [self], content: 'over there' };
    const { id } = await at(2, other).ok('post', '/messages', message);
    const { events } = await held;
    expect(events).toMatchObject([{ type: 'message', message: { id } }]);
    // Typing events have no row in the table, and still reach the queue.
    const typing = at(0).ok('get', '/events', { queue_id, last_event_id: events[0].id });
    await expect
      .poll(async () => {
        await at(2, other).ok('post', '/typing', { op: 'start', to: [self] });
        return Promise.race([typing, new Promise((resolve) => setTimeout(resolve, 200))]);
      })
      .toMatchObject({ events: [{ type: 'typing', op: 'start' }] });
    // A poll of the queue at one process ends the poll that is held at another.
    const last = (await typing).events[0].id;
    const older = at(0).ok('get', '/events', { queue_id, last_event_id: last });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const newer = at(1).ok('get', '/events', { queue_id, last_event_id: last });
    expect((await older).events).toEqual([]);
    await at(2, other).ok('post', '/messages', { ...message, content: 'again' });
    expect((await newer).events).toMatchObject([{ type: 'message', message: { content: 'again' } }]);
    await at(2).ok('delete', '/events', { queue_id });
    expect((await at(0).get('/events', { queue_id, dont_block: true })).body.code).toBe('BAD_EVENT_QUEUE_ID');
  });

  test(`${KILLS} kills while ${CLIENTS} clients send to ${PROCESSES} processes: no acknowledged message is lost, duplicated or out of order`, {
    // With 200 clients on two shared cores, a killed process takes half a minute to start again.
    timeout: 60_000 + KILLS * 90_000,
  }, async () => {
    const listeners = people.map((person) => new Listener(anywhere(person)));
    for (const listener of listeners) await listener.start();
    const acknowledged = new Map<number, string>();
    let isOver = false;
    const senders = people.map(async (person, sender) => {
      const next = anywhere(person);
      for (let number = 0; !isOver; number++) {
        const content = `sender ${sender}, message ${number}`;
        const answer = await next()
          .post('/messages', { type: 'channel', to: 'general', topic: 'kill', content })
          .catch(() => undefined);
        if (answer?.status === 200) acknowledged.set(answer.body.id, content);
      }
    });
    for (let kill = 0; kill < KILLS; kill++) {
      const before = acknowledged.size;
      await expect.poll(() => acknowledged.size, { timeout: 30_000 }).toBeGreaterThan(before + 25);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 300));
      const victim = anyOf(programs);
      const { port } = victim;
      await victim.kill();
      await victim.serve(port);
    }
    isOver = true;
    await Promise.all(senders);
    const newest = Math.max(...acknowledged.keys());
    for (const listener of listeners)
      await expect
        .poll(() => [listener.messages.at(-1)?.id ?? 0, listener.problems], { timeout: 30_000 })
        .toSatisfy(([id, problems]: [number, string[]]) => id >= newest || problems.length > 0);
    for (const listener of listeners) listener.stop();
    // The new message answers the held polls, so that the listeners stop.
    await at(0).ok('post', '/messages', { type: 'channel', to: 'general', topic: 'end', content: 'end' });
    await Promise.all(listeners.map((listener) => listener.running));

    const kept = await readAll(anywhere(people[0]!));
    expect(new Set(kept.values()).size).toBe(kept.size);
    for (const [id, content] of acknowledged) expect(kept.get(id)).toBe(content);
    for (const listener of listeners) {
      expect(listener.problems).toEqual([]);
      const heard = listener.messages.filter(({ content }) => content.includes('sender')).map(({ id }) => id);
      expect(heard).toEqual([...kept.keys()]);
    }
  });

  /** Returns all messages of the topic by id, in order. */
  async function readAll(next: () => ApiClient): Promise<Map<number, string>> {
    const kept = new Map<number, string>();
    for (let anchor = 0, isDone = false; !isDone; ) {
      const page = await next().ok('get', '/messages', {
        anchor,
        include_anchor: false,
        num_before: 0,
        num_after: 4000,
        apply_markdown: false,
        narrow: [['topic', 'kill']],
      });
      for (const { id, content } of page.messages) kept.set(id, content);
      isDone = page.found_newest;
      anchor = page.messages.at(-1)?.id ?? anchor;
    }
    return kept;
  }
});
