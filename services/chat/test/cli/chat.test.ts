import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyTemplate, program, testDatabaseKind } from '@services/kit/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiClient } from '../support/client.js';
import { OWNER, Program } from '../support/program.js';

const SERVICES = fileURLToPath(new URL('../../../', import.meta.url));
let parent: string;
let dataDir: string;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'chat-cli-'));
  dataDir = join(parent, 'data');
  await writeFile(join(parent, 'password'), `${OWNER.password}\n`);
  await copyTemplate(join(dataDir, 'pg'));
});
afterAll(() => rm(parent, { recursive: true, force: true }));

/** Runs the command in the folder `parent`, as a user of a terminal would. */
function chat(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { ...process.env, INIT_CWD: parent, CHAT_DATA_DIR: 'data', CHAT_ADMIN_PORT: '0' };
  return new Promise((resolve) => {
    execFile(process.execPath, [...program('chat'), ...args], { cwd: SERVICES, env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}
const init = () =>
  chat('init', 'data', '--email', OWNER.email, '--password-file', 'password', '--organization', 'Acme');

test('a new user can go from an empty folder to a working client: init, serve, user, zuliprc', {
  timeout: 300_000,
}, async () => {
  const missing = await chat('init', 'data');
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('--email')]);
  const first = await init();
  expect(first, first.err).toMatchObject({ code: 0, out: expect.stringContaining('"Acme" is set up') });
  const again = await init();
  expect([again.code, again.out]).toEqual([0, expect.stringContaining('nothing was changed')]);

  const server = new Program(dataDir);
  await server.serve();
  try {
    const second = await chat('serve', 'data', '--port', '0');
    expect([second.code, second.err]).toEqual([3, expect.stringMatching(/\d+/)]);

    const added = await chat(
      'user',
      'add',
      'ann@example.com',
      '--name',
      'Ann',
      '--password-file',
      'password',
    );
    expect(added, added.err).toMatchObject({ code: 0 });
    const twice = await chat(
      'user',
      'add',
      'ANN@example.com',
      '--name',
      'Ann',
      '--password-file',
      'password',
    );
    expect([twice.code, twice.err]).toEqual([1, expect.stringContaining('already in use')]);

    expect(await chat('user', 'zuliprc', 'ann@example.com', '--output', 'zuliprc')).toMatchObject({
      code: 0,
    });
    expect((await stat(join(parent, 'zuliprc'))).mode & 0o777).toBe(0o600);
    const text = await readFile(join(parent, 'zuliprc'), 'utf8');
    const field = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)![1]!;
    expect(field('site')).toBe(server.url);
    const ann = new ApiClient(field('site'), { email: field('email'), key: field('key') });
    expect(await ann.ok('get', '/users/me')).toMatchObject({ full_name: 'Ann', role: 400 });
    await ann.ok('post', '/messages', {
      type: 'channel',
      to: 'general',
      topic: 'hello',
      content: 'from the command line',
    });

    expect(await chat('user', 'set-role', 'ann@example.com', 'moderator')).toMatchObject({ code: 0 });
    expect((await ann.ok('get', '/users/me')).role).toBe(300);
    expect((await chat('user', 'set-role', OWNER.email, 'member')).code).toBe(1);
    const { out } = await chat('user', 'list', '--json');
    expect(JSON.parse(out)).toContainEqual(
      expect.objectContaining({ email: 'ann@example.com', role: 'moderator' }),
    );

    expect(
      await chat('user', 'set-password', 'ann@example.com', '--password-file', 'password'),
    ).toMatchObject({ code: 0 });
    expect((await ann.get('/users/me')).status).toBe(401);
  } finally {
    await server.kill();
  }
});

// Backups by the command exist for the embedded database only.
test.skipIf(testDatabaseKind() === 'postgres')(
  'clients of a restored server register anew, and no id is given twice',
  { timeout: 300_000 },
  async () => {
    const unlimited = '{"points":1000000,"windowSeconds":60}';
    const first = new Program(join(parent, 'first'), {
      CHAT_RATE_USER: unlimited,
      CHAT_RATE_SEND: unlimited,
    });
    const second = new Program(join(parent, 'second'));
    await first.init();
    await first.serve();
    const credentials = { username: OWNER.email, password: OWNER.password };
    const signIn = async ({ url }: Program) => {
      const { api_key: key } = await new ApiClient(url).ok('post', '/fetch_api_key', credentials);
      return new ApiClient(url, { email: OWNER.email, key });
    };
    const send = async (client: ApiClient): Promise<number> =>
      (await client.ok('post', '/messages', { type: 'channel', to: 'general', topic: 't', content: 'x' })).id;
    try {
      const before = await signIn(first);
      const { queue_id } = await before.ok('post', '/register', { event_types: ['message'] });
      const early = await send(before);
      // Four clients send while the backup is made.
      const acknowledged: number[] = [];
      let isDone = false;
      const senders = Array.from({ length: 4 }, async () => {
        while (!isDone) acknowledged.push(await send(before));
      });
      await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(20);
      const backup = await chat('--data-dir', first.dataDir, 'backup', 'copy.tar.gz');
      isDone = true;
      await Promise.all(senders);
      expect(backup, backup.err).toMatchObject({ code: 0 });
      const latest = await send(before);
      const { events } = await before.ok('get', '/events', { queue_id, last_event_id: -1 });
      const known = events.at(-1).id as number;
      const restored = await chat('restore', 'copy.tar.gz', second.dataDir);
      expect(restored, restored.err).toMatchObject({ code: 0 });

      await second.serve();
      const after = await signIn(second);
      // The copy has the state of one moment: every message up to the copy's last message.
      const anchor = { anchor: 'newest', num_before: 5000, num_after: 0 };
      const { messages } = await after.ok('get', '/messages', { ...anchor, narrow: [['topic', 't']] });
      const restoredIds = (messages as { id: number }[]).map(({ id }) => id);
      const last = restoredIds.at(-1)!;
      expect(last).toBeGreaterThan(early);
      expect(restoredIds.slice(1)).toEqual(acknowledged.filter((id) => id <= last).sort((a, b) => a - b));
      const poll = await after.get('/events', { queue_id, last_event_id: known });
      expect([poll.status, poll.body.code]).toEqual([400, 'BAD_EVENT_QUEUE_ID']);
      const { last_event_id } = await after.ok('post', '/register', { event_types: ['message'] });
      expect(last_event_id).toBeGreaterThan(known);
      expect(await send(after)).toBeGreaterThan(latest);
      const account = await after.ok('post', '/users', {
        ...{ email: 'new@example.com', full_name: 'New', password: 'a long and unusual phrase' },
      });
      expect(account.user_id).toBeGreaterThan(1_000_000);
    } finally {
      await first.kill();
      await second.kill();
    }
  },
);
