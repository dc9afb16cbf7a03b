import sharp from 'sharp';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SETTING_NAMES } from '../../src/settings/definitions.js';
import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';
import { encodeForm } from '../support/client.js';
import { listen } from '../support/events.js';

let chat: Chat;
let ann: TestUser;
let ben: TestUser;
let admin: TestUser;
beforeAll(async () => {
  chat = await startChat({ config: { rateEmailChange: { points: 2, windowSeconds: 3600 } } });
  ann = await chat.user();
  ben = await chat.user();
  admin = await chat.user({ role: ROLE.administrator });
});
afterAll(() => chat.stop());

const settingsOf = async (user: TestUser) =>
  (await user.client.ok('post', '/register', { fetch_event_types: ['user_settings'] })).user_settings;

describe('PATCH /settings', () => {
  it('the register response has every setting, with its default', async () => {
    const settings = await settingsOf(await chat.user());
    expect(Object.keys(settings)).toEqual(expect.arrayContaining([...SETTING_NAMES]));
    expect(settings).toMatchObject({
      twenty_four_hour_time: false,
      web_font_size_px: 16,
      web_home_view: 'inbox',
      emojiset: 'google',
      notification_sound: 'ding',
      email_notifications_batching_period_seconds: 120,
      automatically_unmute_topics_in_muted_streams_policy: 2,
      send_private_typing_notifications: true,
      enable_stream_desktop_notifications: false,
      default_language: 'en',
      timezone: '',
      available_notification_sounds: expect.arrayContaining(['ding']),
    });
  });

  it.each(['/settings', '/settings/display', '/settings/notifications'])(
    '%s stores settings and tells the user',
    async (path) => {
      const user = await chat.user();
      const events = await listen(user, ['user_settings']);
      // Older clients put some texts into quotes.
      await user.client.ok('patch', path, {
        twenty_four_hour_time: 'True',
        emojiset: '"text"',
        web_channel_default_view: 3,
        web_home_view: 'recent',
      });
      expect(await settingsOf(user)).toMatchObject({
        twenty_four_hour_time: true,
        emojiset: 'text',
        web_channel_default_view: 3,
        web_home_view: 'recent_topics',
      });
      expect((await events.next()).map(({ property, value }) => [property, value])).toEqual(
        expect.arrayContaining([
          ['twenty_four_hour_time', true],
          ['emojiset', 'text'],
        ]),
      );
    },
  );

  it.each([
    { web_font_size_px: 7 },
    { web_line_height_percent: 251 },
    { color_scheme: 4 },
    { emojiset: 'apple' },
    { web_home_view: 'nowhere' },
    { notification_sound: 'boom' },
    { timezone: 'Mars/Olympus' },
    { timezone: '+01:00' },
    { default_language: 'klingon!' },
    { email_notifications_batching_period_seconds: -1 },
    { starred_message_counts: 'perhaps' },
    { user_list_style: 1.5 },
  ])('a wrong value stores nothing of the call: %j', async (wrong) => {
    const before = await settingsOf(ann);
    expect(await ann.client.patch('/settings', { high_contrast_mode: true, ...wrong })).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_VARIABLE_INVALID', var_name: Object.keys(wrong)[0] },
    });
    expect(await settingsOf(ann)).toEqual(before);
  });

  it('unknown parameters are listed in the response', async () => {
    const { body } = await ann.client.patch('/settings', { fluid_layout_width: true, dense_mode: true });
    expect(body.ignored_parameters_unsupported).toEqual(['dense_mode']);
  });

  it('other users get the time zone, the name and the visible address', async () => {
    const user = await chat.user();
    const events = await listen(ben, ['realm_user']);
    await user.client.ok('patch', '/settings', {
      timezone: 'Europe/Berlin',
      full_name: ' Newly Named ',
      email_address_visibility: 3,
    });
    const { user: seen } = await ben.client.ok('get', `/users/${user.id}`);
    expect(seen).toMatchObject({
      timezone: 'Europe/Berlin',
      full_name: 'Newly Named',
      delivery_email: null,
      email: `user${user.id}@127.0.0.1`,
    });
    expect((await admin.client.ok('get', `/users/${user.id}`)).user.delivery_email).toBe(user.email);
    const people = (await events.next()).map(({ person }) => person);
    expect(people).toEqual(
      expect.arrayContaining([
        { user_id: user.id, full_name: 'Newly Named' },
        expect.objectContaining({ user_id: user.id, timezone: 'Europe/Berlin' }),
        { user_id: user.id, delivery_email: null },
        { user_id: user.id, new_email: `user${user.id}@127.0.0.1` },
      ]),
    );
    expect(JSON.stringify(people)).not.toContain(`"delivery_email":"${user.email}"`);
  });

  it.each(['', 'a*b', '@me', 'x'.repeat(101), 'a\nb'])('the name %j is refused', async (full_name) => {
    expect(await ann.client.patch('/settings', { full_name })).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST' },
    });
  });

  it('a new password needs the old one', async () => {
    const made = await admin.client.ok('post', '/users', {
      email: 'pw@x.test',
      password: 'the first phrase 1',
      full_name: 'Pw',
    });
    const login = (password: string) =>
      chat.anonymous().post('/fetch_api_key', { username: 'pw@x.test', password });
    const { api_key } = (await login('the first phrase 1')).body;
    const patch = async (params: Record<string, string>) =>
      (
        await request(`${chat.url}/api/v1/settings`, {
          method: 'PATCH',
          headers: {
            authorization: `Basic ${btoa(`pw@x.test:${api_key}`)}`,
            'content-type': 'application/x-www-form-urlencoded',
          },
          body: new URLSearchParams(params).toString(),
        })
      ).statusCode;
    expect(made.user_id).toBeGreaterThan(0);
    expect(await patch({ new_password: 'the second phrase 2' })).toBe(400);
    expect(await patch({ old_password: 'wrong', new_password: 'the second phrase 2' })).toBe(400);
    expect(await patch({ old_password: 'the first phrase 1', new_password: 'short' })).toBe(400);
    expect(await patch({ old_password: 'the first phrase 1', new_password: 'the second phrase 2' })).toBe(
      200,
    );
    expect([(await login('the first phrase 1')).status, (await login('the second phrase 2')).status]).toEqual(
      [401, 200],
    );
  });

  it('address changes are limited, and addresses are checked', async () => {
    const user = await chat.user();
    expect(await user.client.patch('/settings', { email: 'no address' })).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST' },
    });
    const change = (n: number) => user.client.patch('/settings', { email: `n${n}@x.test` });
    expect([(await change(1)).status, (await change(2)).status, (await change(3)).status]).toEqual([
      200, 200, 429,
    ]);
  });

  it('bots have no settings', async () => {
    const bot = await chat.user({ bot: true, ownerId: ann.id });
    expect(await bot.client.patch('/settings', { enter_sends: true })).toMatchObject({ status: 400 });
  });
});

describe('muted users', () => {
  it('muting marks existing and new messages of the muted user as read, until the user is unmuted', async () => {
    const events = await listen(ann, ['muted_users', 'update_message_flags']);
    const say = async () =>
      (await ben.client.ok('post', '/messages', { type: 'direct', to: [ann.id], content: 'x' })).id as number;
    const old = await say();
    await ann.client.ok('post', `/users/me/muted_users/${ben.id}`);
    const flags = async (id: number) => (await ann.client.ok('get', `/messages/${id}`)).message.flags;
    expect(await flags(old)).toContain('read');
    expect(await flags(await say())).toContain('read');
    expect(await events.next()).toEqual([
      { type: 'muted_users', muted_users: [{ id: ben.id, timestamp: expect.any(Number) }] },
      expect.objectContaining({ type: 'update_message_flags', op: 'add', flag: 'read', messages: [old] }),
    ]);
    expect(await ann.client.post(`/users/me/muted_users/${ben.id}`)).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', msg: 'User already muted' },
    });
    await ann.client.ok('delete', `/users/me/muted_users/${ben.id}`);
    expect(await ann.client.delete(`/users/me/muted_users/${ben.id}`)).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST' },
    });
    expect(await flags(await say())).not.toContain('read');
  });

  it('POST /users/me/muted_users/{id} for the caller: BAD_REQUEST', async () => {
    expect(await ann.client.post(`/users/me/muted_users/${ann.id}`)).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', msg: 'Cannot mute self' },
    });
  });

  it('POST /users/me/muted_users/{id} for an unknown user: BAD_REQUEST', async () => {
    expect(await ann.client.post('/users/me/muted_users/99999')).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', msg: 'No such user' },
    });
  });

  it('bots can be muted', async () => {
    const bot = await chat.user({ bot: true, ownerId: ben.id });
    await ann.client.ok('post', `/users/me/muted_users/${bot.id}`);
  });
});

describe('custom emoji', () => {
  const png = () =>
    sharp({ create: { width: 200, height: 100, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
  async function upload(user: TestUser, name: string, bytes: Uint8Array | undefined) {
    const form = new FormData();
    if (bytes !== undefined) form.append('f', new Blob([bytes]), 'picture.png');
    else form.append('nothing', 'x');
    const encoded = await encodeForm(form);
    const answer = await request(`${chat.url}/api/v1/realm/emoji/${name}`, {
      method: 'POST',
      headers: { ...encoded.headers, authorization: `Basic ${btoa(`${user.email}:${user.key}`)}` },
      body: encoded.body,
    });
    // biome-ignore lint/suspicious/noExplicitAny: whatever the endpoint answers
    return { status: answer.statusCode, body: (await answer.body.json()) as any };
  }

  it('are encoded again at 64 × 64 pixels and sent to everyone; their URLs need no key', async () => {
    const events = await listen(ben, ['realm_emoji']);
    expect((await upload(ann, 'my.emoji_1', await png())).body).toEqual({ result: 'success', msg: '' });
    const { emoji } = await ben.client.ok('get', '/realm/emoji');
    const [own] = Object.values(emoji) as { id: string; source_url: string }[];
    expect(own).toMatchObject({ name: 'my.emoji_1', author_id: ann.id, deactivated: false, still_url: null });
    expect((await events.next())[0]!.realm_emoji[own!.id]).toEqual(own);
    const picture = await request(chat.url + own!.source_url);
    expect(picture.headers['content-type']).toBe('image/png');
    expect(await sharp(Buffer.from(await picture.body.arrayBuffer())).metadata()).toMatchObject({
      width: 64,
      height: 64,
    });
    const { rendered } = await ben.client.ok('post', '/messages/render', { content: ':my.emoji_1:' });
    expect(rendered).toBe(
      `<p><img alt=":my.emoji_1:" class="emoji" src="${own!.source_url}" title="my.emoji 1"></p>`,
    );
  });

  it('that are animated also have a still picture', async () => {
    const frames = await Promise.all(
      ['red', 'blue'].map((background) =>
        sharp({ create: { width: 8, height: 8, channels: 4, background } })
          .png()
          .toBuffer(),
      ),
    );
    expect(
      (
        await upload(
          ann,
          'moving',
          await sharp(frames, { join: { animated: true } })
            .gif()
            .toBuffer(),
        )
      ).status,
    ).toBe(200);
    const { emoji } = await ann.client.ok('get', '/realm/emoji');
    const moving = (Object.values(emoji) as { name: string; source_url: string; still_url: string }[]).find(
      ({ name }) => name === 'moving',
    )!;
    expect(moving.source_url).toMatch(/\.gif$/);
    expect(moving.still_url).toMatch(/\.png$/);
  });

  it.each([
    ['SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['text', async () => Buffer.from('not a picture')],
    ['a cut picture', async () => (await png()).subarray(0, 60)],
    [
      'a bomb',
      () =>
        sharp({ create: { width: 9000, height: 9000, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
    ],
    ['more than 5 MiB', async () => Buffer.alloc(5 * 1024 * 1024 + 1)],
  ])('%s is BAD_IMAGE', async (_what, bytes) => {
    expect(await upload(ann, 'bad', await bytes())).toMatchObject({
      body: { result: 'error', code: expect.stringMatching(/BAD_IMAGE|REQUEST_TOO_LARGE/) },
    });
  });

  it.each(['Upper', 'with space', 'dot.', 'zulip', 'x'.repeat(101), 'my.emoji_1', 'heart'])(
    'the name %s is refused',
    async (name) => {
      expect(await upload(ann, encodeURIComponent(name), await png())).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST' },
      });
    },
  );

  it('may have the name of a Unicode emoji if an administrator adds them; a missing file is an error', async () => {
    expect((await upload(admin, 'heart', await png())).status).toBe(200);
    expect((await upload(ann, 'none', undefined)).status).toBe(400);
  });

  it('can be deactivated by the author or an administrator; the id is kept, and the name can be used again', async () => {
    expect(await ben.client.delete('/realm/emoji/my.emoji_1')).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST' },
    });
    await ann.client.ok('delete', '/realm/emoji/my.emoji_1');
    const { emoji } = await ann.client.ok('get', '/realm/emoji');
    expect(Object.values(emoji)).toContainEqual(
      expect.objectContaining({ name: 'my.emoji_1', deactivated: true }),
    );
    expect((await upload(ben, 'my.emoji_1', await png())).status).toBe(200);
    await admin.client.ok('delete', '/realm/emoji/my.emoji_1');
  });

  it('DELETE /realm/emoji/{name} for an unknown emoji: HTTP 404, BAD_REQUEST', async () => {
    expect(await admin.client.delete('/realm/emoji/no_such')).toMatchObject({
      status: 404,
      body: { result: 'error', code: 'BAD_REQUEST', msg: "Emoji 'no_such' does not exist" },
    });
  });
});
