import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyTemplate, program } from '@services/kit/testing';
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

/** Runs the command as a person in `parent` would. */
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

test('from nothing to a client that talks: init, serve, user, zuliprc', { timeout: 300_000 }, async () => {
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
