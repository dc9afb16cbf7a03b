import sharp from 'sharp';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';
import { encodeForm } from '../support/client.js';
import { listen } from '../support/events.js';

let chat: Chat;
let owner: TestUser;
let ben: TestUser;
beforeAll(async () => {
  chat = await startChat();
  owner = await chat.user({ role: ROLE.owner, name: 'Ann' });
  ben = await chat.user({ name: 'Ben' });
});
afterAll(() => chat.stop());

const refused = (msg: RegExp, code = 'BAD_REQUEST') => ({
  status: 400,
  body: { code, msg: expect.stringMatching(msg) },
});

async function post(user: TestUser, path: string, files: Uint8Array[]) {
  const form = new FormData();
  for (const [index, bytes] of files.entries()) form.append(`file${index}`, new Blob([bytes]), 'x.jpg');
  const { headers, body } = await encodeForm(form);
  const authorization = `Basic ${Buffer.from(`${user.email}:${user.key}`).toString('base64')}`;
  const answer = await request(`${chat.url}/api/v1${path}`, {
    method: 'POST',
    headers: { ...headers, authorization },
    body,
  });
  // biome-ignore lint/suspicious/noExplicitAny: whatever the endpoint answers
  return { status: answer.statusCode, body: (await answer.body.json()) as any };
}

const jpeg = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2f6690' } })
    .jpeg()
    .toBuffer();
async function open(path: string) {
  const answer = await request(chat.url + path);
  return {
    status: answer.statusCode,
    headers: answer.headers,
    bytes: Buffer.from(await answer.body.arrayBuffer()),
  };
}

describe('pictures of users', () => {
  it('are encoded again, shown to everyone and removed', async () => {
    const events = await listen(owner, ['realm_user']);
    const { status, body } = await post(ben, '/users/me/avatar', [await jpeg(600, 300)]);
    expect(status).toBe(200);
    const picture = await open(body.avatar_url);
    expect(picture.headers['content-type']).toBe('image/png');
    expect(await sharp(picture.bytes).metadata()).toMatchObject({ format: 'png', width: 256, height: 256 });
    const { user } = await owner.client.ok('get', `/users/${ben.id}`);
    expect(user).toMatchObject({ avatar_url: body.avatar_url, avatar_version: 2 });
    expect(await open(`/avatar/${ben.id}`)).toMatchObject({
      status: 302,
      headers: { location: body.avatar_url },
    });
    await ben.client.ok('delete', '/users/me/avatar');
    expect((await open(`/avatar/${ben.id}`)).headers['content-type']).toMatch(/svg/);
    expect(await events.next()).toMatchObject([
      { person: { user_id: ben.id, avatar_source: 'U', avatar_url: body.avatar_url, avatar_version: 2 } },
      { person: { user_id: ben.id, avatar_source: 'G', avatar_version: 3 } },
    ]);
    // The file is removed after the response.
    await expect.poll(async () => (await open(body.avatar_url)).status).toBe(404);
  });

  it('a missing file, two files, and a file that is not a picture are refused', async () => {
    const picture = await jpeg(10, 10);
    expect(await post(ben, '/users/me/avatar', [])).toMatchObject(refused(/exactly one/));
    expect(await post(ben, '/users/me/avatar', [picture, picture])).toMatchObject(refused(/exactly one/));
    const text = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    expect(await post(ben, '/users/me/avatar', [text])).toMatchObject(refused(/image/i, 'BAD_IMAGE'));
  });
});

describe('icon of the organization', () => {
  it('is in the settings of the server and in events', async () => {
    const events = await listen(ben, ['realm']);
    expect(await post(ben, '/realm/icon', [await jpeg(10, 10)])).toMatchObject(
      refused(/administrator/, 'UNAUTHORIZED_PRINCIPAL'),
    );
    const { body } = await post(owner, '/realm/icon', [await jpeg(10, 10)]);
    expect((await open(body.icon_url)).status).toBe(200);
    expect((await chat.anonymous().get('/server_settings')).body.realm_icon).toBe(body.icon_url);
    await owner.client.ok('delete', '/realm/icon');
    expect((await chat.anonymous().get('/server_settings')).body.realm_icon).toBe('/avatar/1');
    expect(await events.next()).toMatchObject([
      { op: 'update_dict', property: 'icon', data: { icon_url: body.icon_url, icon_source: 'U' } },
      { op: 'update_dict', property: 'icon', data: { icon_url: '/avatar/1', icon_source: 'G' } },
    ]);
  });
});

describe('channel folders', () => {
  it('are made, ordered, filled, emptied and archived', async () => {
    const events = await listen(ben, ['channel_folder', 'stream']);
    const make = async (name: string): Promise<number> =>
      (await owner.client.ok('post', '/channel_folders/create', { name, description: '*about* it' }))
        .channel_folder_id;
    const first = await make('First');
    const second = await make('Second');
    expect(await owner.client.post('/channel_folders/create', { name: 'FIRST' })).toMatchObject(
      refused(/already in use/),
    );
    await owner.client.ok('patch', '/channel_folders', { order: [second, first] });
    const list = async (params: object = {}) =>
      (await ben.client.ok('get', '/channel_folders', { ...params })).channel_folders;
    expect(await list()).toMatchObject([
      { id: second, order: 1 },
      { id: first, order: 2, creator_id: owner.id, rendered_description: expect.stringContaining('<em>') },
    ]);
    const { id } = await owner.client.ok('post', '/channels/create', {
      name: 'inside',
      subscribers: [],
      folder_id: first,
    });
    expect((await ben.client.ok('get', `/streams/${id}`)).stream.folder_id).toBe(first);
    const archive = (folder: number) =>
      owner.client.patch(`/channel_folders/${folder}`, { is_archived: true });
    expect(await archive(first)).toMatchObject(refused(/remove all the channels/));
    await owner.client.ok('patch', `/streams/${id}`, { folder_id: second });
    expect((await archive(first)).status).toBe(200);
    expect(await owner.client.patch(`/streams/${id}`, { folder_id: first })).toMatchObject(
      refused(/Invalid channel folder/),
    );
    await owner.client.ok('patch', `/streams/${id}`, { folder_id: null });
    expect((await list()).map((folder: { id: number }) => folder.id)).toEqual([second]);
    expect(await list({ include_archived: true })).toHaveLength(2);
    // The name of an archived folder may be used again.
    await owner.client.ok('patch', `/channel_folders/${second}`, { name: 'First' });
    const { channel_folders } = await ben.client.ok('post', '/register', {
      fetch_event_types: ['channel_folders'],
    });
    expect(channel_folders).toEqual(await list({ include_archived: true }));
    expect((await events.next()).map(({ type, op, property }) => [type, op, property])).toEqual([
      ['channel_folder', 'add', undefined],
      ['channel_folder', 'add', undefined],
      ['channel_folder', 'reorder', undefined],
      ['stream', 'create', undefined],
      ['stream', 'update', 'folder_id'],
      ['channel_folder', 'update', undefined],
      ['stream', 'update', 'folder_id'],
      ['channel_folder', 'update', undefined],
    ]);
  });
});

describe('default channel groups', () => {
  it('newcomers choose them when they join', async () => {
    const channel = async (name: string, options: object = {}) =>
      (await owner.client.ok('post', '/channels/create', { name, subscribers: [owner.id], ...options })).id;
    const [design, music] = [await channel('design'), await channel('music')];
    await channel('closed', { invite_only: true });
    const events = await listen(ben, ['default_stream_groups']);
    const create = (params: object) =>
      owner.client.post('/default_stream_groups/create', { description: 'For makers', ...params });
    expect((await create({ group_name: 'Makers', stream_names: ['Design'] })).status).toBe(200);
    expect(await create({ group_name: 'Makers', stream_names: [] })).toMatchObject(refused(/already exists/));
    expect(await create({ group_name: 'Shut', stream_names: ['closed'] })).toMatchObject(
      refused(/cannot be private/),
    );
    const { realm_default_stream_groups: groups } = await ben.client.ok('post', '/register', {
      fetch_event_types: ['default_stream_groups'],
    });
    const [{ id }] = groups;
    expect(groups).toEqual([{ id, name: 'Makers', description: 'For makers', streams: [design] }]);
    await owner.client.ok('patch', `/default_stream_groups/${id}/streams`, {
      op: 'add',
      stream_names: ['music'],
    });
    await owner.client.ok('patch', `/default_stream_groups/${id}`, { new_description: 'New' });
    const { invite_link } = await owner.client.ok('post', '/invites/multiuse');
    const page = await (await fetch(invite_link)).text();
    expect(page).toContain('value="Makers"');
    const token = invite_link.split('/').at(-1);
    const joined = await chat.anonymous().post(`/json/join/${token}`, {
      full_name: 'New',
      password: 'correct horse 42',
      email: 'new@example.com',
      default_stream_groups: ['Makers'],
    });
    const isIn = async (one: number) =>
      (await owner.client.ok('get', `/users/${joined.body.user_id}/subscriptions/${one}`)).is_subscribed;
    expect([await isIn(design), await isIn(music)]).toEqual([true, true]);
    await owner.client.ok('delete', `/default_stream_groups/${id}`);
    const told = (await events.next()).map((event) => event.default_stream_groups);
    expect(told).toHaveLength(4);
    expect(told[1]).toMatchObject([{ streams: [design, music].sort((a, b) => a - b) }]);
    expect(told[3]).toEqual([]);
  });
});

describe('incoming webhooks', () => {
  const call = async (query: string, body: string, type = 'application/json') => {
    const answer = await fetch(`${chat.url}/api/v1/external/json?${query}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    // biome-ignore lint/suspicious/noExplicitAny: whatever the endpoint answers
    return { status: answer.status, body: (await answer.json()) as any };
  };
  const bot = async (bot_type: number) =>
    (
      await owner.client.ok('post', '/bots', {
        full_name: `Hook ${bot_type}`,
        short_name: `hook${bot_type}`,
        bot_type,
      })
    ).api_key as string;

  it('a bot sends the posted payload to a channel, or to its owner', async () => {
    const key = await bot(2);
    const events = await listen(owner, ['message']);
    const payload = { text: '@**all** ``` done', stream: 'elsewhere' };
    expect(await call(`api_key=${key}&stream=design&topic=builds`, JSON.stringify(payload))).toMatchObject({
      status: 200,
      body: { result: 'success' },
    });
    expect((await call(`api_key=${key}`, '[1]')).status).toBe(200);
    const [inChannel, direct] = await events.next();
    expect(inChannel).toMatchObject({
      flags: [],
      message: { display_recipient: 'design', subject: 'builds', sender_full_name: 'Hook 2' },
    });
    expect(inChannel!.message.content).toBe(`\`\`\`json\n${JSON.stringify(payload, null, 2)}\n\`\`\``);
    expect(direct).toMatchObject({ message: { type: 'private' } });
    const large = await call(`api_key=${key}&stream=design`, JSON.stringify('x'.repeat(20_000)));
    expect(large.status).toBe(200);
    expect(await call(`api_key=${key}&stream=design`, '{')).toMatchObject(refused(/JSON/, 'INVALID_JSON'));
    expect(await call(`api_key=${key}&stream=none`, '{}')).toMatchObject({ status: 400 });
  });

  it('keys of people and of other bots are refused in a URL', async () => {
    for (const key of [owner.key, await bot(1), 'x'.repeat(32), ''])
      expect(await call(`api_key=${key}&stream=design`, '{}')).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHORIZED' },
      });
  });
});
