import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '@services/kit/db';
import { extract } from 'tar';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importArchive } from '../../src/archive/import.js';
import { writeArchive } from '../../src/archive/write.js';
import { issueKey } from '../../src/users/credentials.js';
import { type Chat, ManualClock, ROLE, startChat, type TestUser } from '../support/chat.js';
import { ApiClient, encodeForm } from '../support/client.js';

const clock = new ManualClock(Date.UTC(2026, 5, 1, 12));
const config = { publicUrl: 'http://chat.test' };
let folder: string;
let chat: Chat;
let owner: TestUser;
let ben: TestUser;
let cat: TestUser;
let bot: TestUser;
let upload: string;
const secrets: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chat-archive-'));
  chat = await startChat({ clock, config });
  owner = await chat.user({ role: ROLE.owner, name: 'Ann' });
  ben = await chat.user({ name: 'Ben' });
  cat = await chat.user({ name: 'Cat', role: ROLE.guest });
  bot = await chat.user({ name: 'Robot', bot: true, ownerId: ben.id });
  await fill();
});
afterAll(async () => {
  await chat.stop();
  await rm(folder, { recursive: true });
});

/** Creates one object of each kind that an archive contains. */
async function fill(): Promise<void> {
  const { client } = owner;
  const { channel_folder_id: folder_id } = await client.ok('post', '/channel_folders/create', {
    name: 'Work',
  });
  await client.ok('post', '/channels/create', {
    name: 'general',
    subscribers: [owner.id, ben.id, cat.id, bot.id],
    folder_id,
  });
  await client.ok('post', '/channels/create', {
    name: 'closed',
    subscribers: [owner.id, ben.id],
    invite_only: true,
  });
  const send = async (user: TestUser, message: object) =>
    (
      await user.client.ok('post', '/messages', {
        type: 'channel',
        to: 'general',
        topic: 'start',
        ...message,
      })
    ).id as number;
  upload = await uploadFile(ben);
  await send(ben, { content: `hello @**Ann** [file](${upload})` });
  const poll = await send(owner, { content: '/poll Lunch?\nsoup', topic: 'votes' });
  await ben.client.ok('post', '/submessage', {
    message_id: poll,
    msg_type: 'widget',
    content: '{"type":"vote","key":"canned,0","vote":1}',
  });
  await send(owner, { content: 'for us two only', to: 'closed' });
  await send(cat, { type: 'direct', to: [ben.id], content: 'between cat and ben' });
  await send(owner, { type: 'direct', to: [cat.id], content: 'between ann and cat' });
  const edited = await send(bot, { content: 'first text' });
  await bot.client.ok('patch', `/messages/${edited}`, { content: 'second text' });
  await client.ok('post', `/messages/${edited}/reactions`, { emoji_name: 'octopus' });
  await ben.client.ok('post', '/messages/flags', { messages: [edited], op: 'add', flag: 'starred' });
  await client.ok('post', '/realm/filters', {
    pattern: '#(?P<id>[0-9]+)',
    url_template: 'https://x.example/{id}',
  });
  const { id: field } = await client.ok('post', '/realm/profile_fields', { name: 'Phone', field_type: 1 });
  await ben.client.ok('patch', '/users/me/profile_data', { data: [{ id: field, value: '123' }] });
  await ben.client.ok('post', '/users/me/status', { status_text: 'busy', emoji_name: 'car' });
  await ben.client.ok('post', '/users/me/alert_words', { alert_words: ['lunch'] });
  await ben.client.ok('post', '/drafts', { drafts: [{ type: '', to: [], content: 'a draft' }] });
  await ben.client.ok('post', '/saved_snippets', { title: 'a', content: 'a snippet' });
  await ben.client.ok('patch', '/settings', { color_scheme: 2 });
  await ben.client.ok('post', `/users/me/muted_users/${cat.id}`);
  await bot.client.send('PUT', '/bot_storage', { storage: { number: '7' } });
  await client.ok('post', '/user_groups/create', { name: 'team', description: 'x', members: [ben.id] });
  await ben.client.ok('post', '/scheduled_messages', {
    type: 'direct',
    to: [owner.id],
    content: 'later',
    scheduled_delivery_timestamp: clock.now() / 1000 + 86_400,
  });
  const { user_id } = await client.ok('post', '/bots', {
    full_name: 'Caller',
    short_name: 'caller',
    bot_type: 3,
    payload_url: 'https://hooks.example/',
  });
  const { bots } = await client.ok('get', '/bots');
  const { token } = bots.find((one: { user_id: number }) => one.user_id === user_id).services[0];
  const { invite_link } = await client.ok('post', '/invites/multiuse');
  await ben.client.ok('post', '/users/me/apns_device_token', { token: 'device-token' });
  secrets.push(owner.key, ben.key, token, invite_link.split('/').at(-1), 'device-token', 'password_hash');
}

async function uploadFile(user: TestUser): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob(['bytes of a file']), 'notes.txt');
  const { headers, body } = await encodeForm(form);
  const authorization = `Basic ${Buffer.from(`${user.email}:${user.key}`).toString('base64')}`;
  const answer = await request(`${chat.url}/api/v1/user_uploads`, {
    method: 'POST',
    headers: { ...headers, authorization },
    body,
  });
  return ((await answer.body.json()) as { url: string }).url;
}

/** Returns the responses to all requests of a user, without values that depend on the server or the time. */
async function answersFor(client: ApiClient, isBot: boolean): Promise<object> {
  const read = async (path: string, params: object = {}) => (await client.get(path, { ...params })).body;
  const {
    queue_id: _queue,
    last_event_id: _last,
    server_timestamp: _time,
    presence_last_update_id: _presence,
    server_generation: _generation,
    ...snapshot
  } = await client.ok('post', '/register', {
    client_capabilities: {
      empty_topic_name: true,
      notification_settings_null: true,
      archived_channels: true,
    },
  });
  // Outgoing bots get new tokens; keys are not in the archive.
  const text = JSON.stringify(snapshot).replaceAll(/"token":"[^"]*"/g, '"token":""');
  const answers: Record<string, unknown> = { snapshot: JSON.parse(text) };
  const all = { anchor: 'newest', num_before: 100, num_after: 0 };
  answers.messages = await read('/messages', all);
  answers.search = await read('/messages', { ...all, narrow: [['search', 'second']] });
  for (const message of (answers.messages as { messages: { id: number }[] }).messages)
    answers[`history ${message.id}`] = await read(`/messages/${message.id}/history`);
  for (const path of ['/users', '/streams', '/attachments', '/drafts', '/scheduled_messages', '/user_groups'])
    answers[path] = await read(path, { include_custom_profile_fields: true });
  if (isBot) answers.storage = await read('/bot_storage');
  return answers;
}

async function contentsOf(file: string): Promise<string> {
  const into = await mkdtemp(join(folder, 'unpacked-'));
  await extract({ file, cwd: into });
  const entries = await readdir(into, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8')));
  return texts.join('\n');
}

describe('an archive of everything', () => {
  it('read into a fresh server: every user gets the same answers as before', async () => {
    const file = join(folder, 'all.tar.gz');
    await writeArchive(chat.app, file, 'all');
    const contents = await contentsOf(file);
    for (const secret of secrets) expect(contents).not.toContain(secret);
    let planned: { rows: number } | undefined;
    const other = await startChat({
      clock,
      config,
      fill: async (app) => {
        await importArchive(app, file);
        planned = await app.db.one(sql`SELECT reltuples AS rows FROM pg_class WHERE relname = 'message'`);
      },
    });
    try {
      const stored = await other.db.one<{ rows: number }>(sql`SELECT count(*) AS rows FROM message`);
      expect(planned, 'number of messages that the planner expects').toEqual(stored);
      for (const user of [owner, ben, cat, bot]) {
        const key = await other.app.write((tx) => issueKey(tx, other.app.random, user.id));
        const client = new ApiClient(other.url, { email: user.email, key });
        expect(await answersFor(client, user === bot)).toEqual(await answersFor(user.client, user === bot));
      }
      const key = await other.app.write((tx) => issueKey(tx, other.app.random, ben.id));
      const client = new ApiClient(other.url, { email: ben.email, key });
      const authorization = `Basic ${Buffer.from(`${ben.email}:${key}`).toString('base64')}`;
      const served = await request(other.url + upload, { headers: { authorization } });
      expect(await served.body.text()).toBe('bytes of a file');
      // New ids continue after the imported ids.
      const { messages } = await client.ok('get', '/messages', {
        anchor: 'newest',
        num_before: 1,
        num_after: 0,
      });
      const message = { type: 'channel', to: 'general', topic: 'new', content: 'x' };
      expect((await client.ok('post', '/messages', message)).id).toBeGreaterThan(messages[0].id);
      const [waiting] = (await client.ok('get', '/scheduled_messages')).scheduled_messages;
      const jobs = await other.db.rows(sql`SELECT run_at FROM kit_job WHERE kind = 'scheduled-message'`);
      expect(jobs).toEqual([{ run_at: waiting.scheduled_delivery_timestamp * 1000 }]);
      await expect(importArchive(other.app, file)).rejects.toThrow(/set up already/);
    } finally {
      await other.stop();
    }
  });
});

describe('exports that administrators request', () => {
  const download = async (user: TestUser, url: string) => {
    const authorization = `Basic ${Buffer.from(`${user.email}:${user.key}`).toString('base64')}`;
    const answer = await request(url.replace(config.publicUrl, chat.url), { headers: { authorization } });
    return { status: answer.statusCode, bytes: Buffer.from(await answer.body.arrayBuffer()) };
  };
  const list = async () => (await owner.client.ok('get', '/export/realm')).exports;
  async function exported(params: object): Promise<string> {
    const { id } = await owner.client.ok('post', '/export/realm', { ...params });
    await chat.app.jobs.idle();
    const row = (await list()).find((one: { id: number }) => one.id === id);
    expect(row).toMatchObject({ pending: false, failed_timestamp: null, acting_user_id: owner.id });
    expect((await download(ben, row.export_url)).status).toBe(400);
    const { status, bytes } = await download(owner, row.export_url);
    expect(status).toBe(200);
    const file = join(folder, `export-${id}.tar.gz`);
    await writeFile(file, bytes);
    return contentsOf(file);
  }

  it('contain what all members can read, or also the content of users who consent', async () => {
    const open = await exported({});
    expect(open).toContain('second text');
    expect(open).toContain('bytes of a file');
    for (const hidden of ['for us two only', 'between', 'a draft', 'a snippet', 'hooks.example', ...secrets])
      expect(open).not.toContain(hidden);
    expect((await owner.client.ok('get', '/export/realm/consents')).export_consents).toEqual(
      [owner, ben, cat].map((user) => ({ user_id: user.id, consented: false })),
    );
    await ben.client.ok('patch', '/settings', { allow_private_data_export: true });
    const consented = await exported({ export_type: 2 });
    for (const shown of ['for us two only', 'between cat and ben', 'a draft', 'second text'])
      expect(consented).toContain(shown);
    for (const hidden of ['between ann and cat', ...secrets]) expect(consented).not.toContain(hidden);
    await ben.client.ok('patch', '/settings', { allow_private_data_export: false });
  });

  it('can be deleted, and are limited to five a day', async () => {
    const [first] = await list();
    await owner.client.ok('delete', `/export/realm/${first.id}`);
    expect((await download(owner, first.export_url)).status).toBe(404);
    expect((await list())[0]).toMatchObject({ export_url: null, deleted_timestamp: expect.any(Number) });
    expect((await owner.client.delete(`/export/realm/${first.id}`)).body.msg).toMatch(/already deleted/);
    for (let count = (await list()).length; count < 5; count++)
      await owner.client.ok('post', '/export/realm');
    expect((await owner.client.post('/export/realm')).body.msg).toBe('Exceeded rate limit.');
  });
});
