import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabase, testDatabaseKind } from '@services/kit/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiClient } from '../support/client.js';
import { Listener } from '../support/listener.js';
import { OWNER, Program } from '../support/program.js';

const ROUNDS = Number(process.env.SERVICES_ROUNDS ?? 3);
const CLIENTS = 8;
const MANY = '1000000';
/** Maximum wait for conditions, which take a second on a machine without load. */
const PATIENCE_MS = 90_000;

let program: Program;
let cleanUp: () => Promise<void>;

beforeAll(async () => {
  const parent = await mkdtemp(join(tmpdir(), 'chat-killed-'));
  const database = testDatabaseKind() === 'postgres' ? await testDatabase() : undefined;
  program = new Program(join(parent, 'data'), {
    CHAT_RATE_USER_POINTS: MANY,
    CHAT_RATE_SEND_POINTS: MANY,
    CHAT_RATE_ADDRESS_POINTS: MANY,
    ...(database?.url === undefined ? {} : { CHAT_DATABASE_URL: database.url }),
  });
  await program.init();
  await program.serve();
  cleanUp = async () => {
    await program.kill();
    await database?.dispose();
    await rm(parent, { recursive: true, force: true });
  };
});
afterAll(() => cleanUp());

async function people(): Promise<ApiClient[]> {
  const fetchKey = async (username: string, password: string) => {
    const { api_key } = await new ApiClient(program.url).ok('post', '/fetch_api_key', { username, password });
    return new ApiClient(program.url, { email: username, key: api_key });
  };
  const owner = await fetchKey(OWNER.email, OWNER.password);
  const clients: ApiClient[] = [];
  for (let i = 0; i < CLIENTS; i++) {
    const email = `person${i}@example.com`;
    await owner.ok('post', '/users', { email, password: OWNER.password, full_name: `Person ${i}` });
    clients.push(await fetchKey(email, OWNER.password));
  }
  return clients;
}

test(`kill -9 while ${CLIENTS} clients send, ${ROUNDS} rounds: no acknowledged message and no event is lost, duplicated or out of order`, {
  timeout: 120_000 + ROUNDS * PATIENCE_MS,
}, async () => {
  const { port } = program;
  const clients = await people();
  const listeners = clients.map((client) => new Listener(() => client));
  for (const listener of listeners) await listener.start();
  const acknowledged = new Map<number, string>();

  for (let round = 0; round < ROUNDS; round++) {
    let isDown = false;
    let sent = 0;
    const senders = clients.map(async (client, index) => {
      for (let i = 0; !isDown; i++) {
        const content = `round ${round}, sender ${index}, message ${i}`;
        const answer = await client
          .post('/messages', { type: 'channel', to: 'general', topic: 'kill', content })
          .catch(() => undefined);
        if (answer === undefined) return;
        // On a loaded machine a statement may take too long. Such a message is not acknowledged, so it may be lost.
        if (answer.status === 503) continue;
        expect(answer.body.msg).toBe('');
        acknowledged.set(answer.body.id, content);
        sent++;
      }
    });
    // The server is killed at a random time after 25 acknowledged messages.
    await expect.poll(() => sent, { timeout: PATIENCE_MS }).toBeGreaterThan(25);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 300));
    await program.kill();
    isDown = true;
    await Promise.all(senders);
    await program.serve(port);
    const newest = Math.max(...acknowledged.keys());
    for (const listener of listeners)
      await expect
        .poll(() => [listener.messages.at(-1)?.id ?? 0, listener.problems], { timeout: PATIENCE_MS })
        .toSatisfy(([id, problems]: [number, string[]]) => id >= newest || problems.length > 0);
  }

  for (const listener of listeners) listener.stop();
  await program.kill();
  await Promise.all(listeners.map((listener) => listener.running));
  await program.serve(port);
  const stored = await clients[0]!.ok('get', '/messages', {
    anchor: 'newest',
    num_before: 5000,
    num_after: 0,
    apply_markdown: false,
    narrow: [['topic', 'kill']],
  });
  const kept = new Map<number, string>(
    stored.messages.map((message: { id: number; content: string }) => [message.id, message.content]),
  );
  const newestKept = [...kept.keys()].slice(-5000);
  for (const [id, content] of acknowledged) if (id >= newestKept[0]!) expect(kept.get(id)).toBe(content);
  expect(new Set(kept.values()).size).toBe(kept.size);
  for (const listener of listeners) {
    expect(listener.problems).toEqual([]);
    const heard = new Map(listener.messages.map(({ id, content }) => [id, content]));
    for (const id of acknowledged.keys()) expect(heard.has(id)).toBe(true);
    // Clients receive all stored messages in the order of storage, also messages for which the sender got no response.
    const upTo = Math.min(listener.messages.at(-1)!.id, newestKept.at(-1)!);
    const told = listener.messages.filter(({ id }) => id >= newestKept[0]! && id <= upTo);
    expect(told.map(({ id }) => id)).toEqual(newestKept.filter((id) => id <= upTo));
    expect(upTo).toBeGreaterThanOrEqual(Math.max(...acknowledged.keys()));
  }
  // Each sender waited for its responses, so the messages of a sender are in the order of sending.
  const contents = [...kept.values()];
  for (let index = 0; index < CLIENTS; index++) {
    const order = contents
      .map((content) => /^round (\d+), sender (\d+), message (\d+)$/.exec(content)!.slice(1).map(Number))
      .filter(([, sender]) => sender === index)
      .map(([round, , message]) => round! * 1e6 + message!);
    expect(order).toEqual([...order].sort((a, b) => a - b));
  }
});
