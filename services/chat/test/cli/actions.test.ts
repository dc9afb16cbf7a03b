import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '@services/kit/db';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actions } from '../../src/cli/actions.js';
import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';
import { ApiClient } from '../support/client.js';

const PASSWORD = 'a long and unusual phrase';
const OWNER = 'owner@example.com';
let chat: Chat;
let owner: TestUser;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chat-actions-'));
  chat = await startChat();
  owner = await chat.user({ role: ROLE.owner, email: OWNER });
});
afterAll(async () => {
  await chat.stop();
  await rm(folder, { recursive: true, force: true });
});

const run = async (name: string, args: object = {}): Promise<unknown> =>
  actions[name]!(chat.app, args as never);
const added = (name: string, changes: object = {}) =>
  run('user.add', { email: `${name}@example.org`, name, password: PASSWORD, role: 'member', ...changes });
async function listed(email: string) {
  const all = (await run('user.list')) as { email: string; role: string; is_active: boolean }[];
  return all.find((one) => one.email === email);
}

it.each<[string, string, object, number, RegExp]>([
  ['an unknown role', 'user.set-role', { email: OWNER, role: 'king' }, 2, /^a role is one of owner, /],
  ['an unknown address', 'user.set-role', { email: 'x@example.com', role: 'guest' }, 1, /no account .* x@/],
  ['taking the role of the only owner', 'user.set-role', { email: OWNER, role: 'member' }, 1, /only owner$/],
  ['deactivating the only owner', 'user.set-active', { email: OWNER, active: false }, 1, /only .* owner$/],
  [
    'an unknown permission',
    'user.grant',
    { email: OWNER, permission: 'can_fly' },
    2,
    /can_change_user_emails/,
  ],
])('%s is refused', async (_what, name, args, code, message) => {
  await expect(run(name, args)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  expect(await listed(OWNER)).toMatchObject({ role: 'owner', is_active: true });
});

it.each([
  ['a short password', { password: 'abc' }, 1],
  ['an invalid address', { email: 'nobody' }, 1],
  ['an address in use', { email: OWNER.toUpperCase() }, 1],
  ['an unknown role', { role: 'king' }, 2],
])('an account with %s is not added', async (_what, changes, code) => {
  await expect(added('bea', changes)).rejects.toMatchObject({ name: 'ExitError', code });
  expect(await listed('bea@example.org')).toBeUndefined();
});

it('a new account gets its role and the channels of newcomers, and all users are notified', async () => {
  await owner.client.ok('post', '/users/me/subscriptions', { subscriptions: [{ name: 'welcome' }] });
  const { stream_id } = await owner.client.ok('get', '/get_stream_id', { stream: 'welcome' });
  await owner.client.ok('post', '/default_streams', { stream_id });
  const id = await added('ann', { role: 'moderator' });
  expect(await listed('ann@example.org')).toEqual({
    id,
    email: 'ann@example.org',
    full_name: 'ann',
    role: 'moderator',
    is_active: true,
    is_bot: false,
  });
  expect((await owner.client.ok('get', `/streams/${stream_id}/members`)).subscribers).toContain(id);
});

it('a role is changed at once, also of an owner who is not the only one', async () => {
  const second = await chat.user({ role: ROLE.owner });
  const queue = await owner.client.ok('post', '/register', { event_types: ['realm_user'] });
  await run('user.set-role', { email: second.email, role: 'guest' });
  expect((await second.client.ok('get', '/users/me')).role).toBe(ROLE.guest);
  const { events } = await owner.client.ok('get', '/events', { queue_id: queue.queue_id, last_event_id: -1 });
  expect(events).toMatchObject([{ op: 'update', person: { user_id: second.id, role: ROLE.guest } }]);
});

it('the role of a deactivated owner is not that of the only owner', async () => {
  const second = await chat.user({ role: ROLE.owner });
  await run('user.set-active', { email: second.email, active: false });
  await run('user.set-role', { email: second.email, role: 'member' });
  expect(await listed(second.email)).toMatchObject({ role: 'member', is_active: false });
});

it('a deactivated account has no access, and gets no file for clients', async () => {
  const { email, client } = await chat.user();
  await run('user.set-active', { email, active: true });
  const file = String(await run('user.zuliprc', { email }));
  const [, key = ''] = /^\[api\]\nemail=\S+\nkey=(\S+)\nsite=\S+\n$/.exec(file) ?? [];
  const own = new ApiClient(chat.url, { email, key });
  expect((await own.get('/users/me')).status).toBe(200);
  await run('user.set-active', { email, active: false });
  for (const one of [client, own]) expect((await one.get('/users/me')).status).toBe(401);
  await expect(run('user.zuliprc', { email })).rejects.toMatchObject({ code: 1 });
  await run('user.set-active', { email, active: true });
  expect((await own.get('/users/me')).status).toBe(200);
});

it('the permission to change addresses is granted and revoked', async () => {
  const { id, email } = await chat.user();
  const has = async () => (await chat.app.directory.account(id))?.can_change_user_emails;
  for (const revoke of [false, true]) {
    await run('user.grant', { permission: 'can_change_user_emails', email, revoke });
    expect(await has()).toBe(!revoke);
  }
});

it('a new password ends the keys of the account', async () => {
  const { email, client } = await chat.user();
  await run('user.set-password', { email, passwordHash: 'none' });
  expect((await client.get('/users/me')).status).toBe(401);
  const row = await chat.db.one(sql`SELECT password_hash FROM account WHERE email = ${email}`);
  expect(row).toEqual({ password_hash: 'none' });
});

it('an archive is written for its owner only, and never over a file', async () => {
  const file = join(folder, 'archive');
  await run('organization.export', { file });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const before = await readFile(file);
  await expect(run('organization.export', { file })).rejects.toMatchObject({ code: 3 });
  expect((await readFile(file)).equals(before)).toBe(true);
  await expect(run('organization.import', { file })).rejects.toMatchObject({ name: 'ExitError', code: 1 });
});

it('an archive that cannot be written leaves no file', async () => {
  const files = Object.create(chat.app.files, { temporaryFolder: { value: join(folder, 'none') } });
  const app = Object.create(chat.app, { files: { value: files } });
  const file = join(folder, 'failed');
  const failed = Promise.resolve(actions['organization.export']!(app, { file } as never));
  await expect(failed).rejects.toMatchObject({ code: 'ENOENT' });
  expect((await readdir(folder)).filter((name) => name.startsWith('failed'))).toEqual([]);
});

it('the shortest password is that of the settings', async () => {
  expect(await run('user.min-password-length')).toBe(chat.app.config.minPasswordLength);
});
