import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';
import { type Content, populate } from '../support/content.js';
import { listen } from '../support/events.js';

// Tests state that a user or a bot keeps on the server. All tests share a server, because starting a server takes
// longer than the tests.
let chat: Chat;
let ann: TestUser;
let ben: TestUser;
let bot: TestUser;
let content: Content;
beforeAll(async () => {
  chat = await startChat();
  ann = await chat.user({ role: ROLE.owner });
  ben = await chat.user();
  bot = await chat.user({ bot: true, ownerId: ann.id });
  content = await populate([ann, ben]);
});
afterAll(() => chat.stop());

const refused = (msg: string | RegExp, code = 'BAD_REQUEST') => ({
  status: 400,
  body: { result: 'error', code, msg: typeof msg === 'string' ? msg : expect.stringMatching(msg) },
});

describe('status', () => {
  const statusOf = async (reader: TestUser, id: number) =>
    (await reader.client.ok('get', `/users/${id}/status`)).status;

  it('is set, read by others, changed in parts and removed', async () => {
    const events = await listen(ben, ['user_status']);
    const car = { emoji_name: 'car', emoji_code: '1f697', reaction_type: 'unicode_emoji' };
    await ann.client.ok('post', '/users/me/status', { status_text: ' on vacation ', away: false, ...car });
    expect(await statusOf(ben, ann.id)).toEqual({ status_text: 'on vacation', ...car });
    const { user_status } = await ben.client.ok('post', '/register', { fetch_event_types: ['user_status'] });
    expect(user_status).toEqual({ [ann.id]: { status_text: 'on vacation', ...car } });
    await ann.client.ok('post', '/users/me/status', { emoji_name: 'house' });
    expect(await statusOf(ben, ann.id)).toMatchObject({ status_text: 'on vacation', emoji_code: '1f3e0' });
    await ann.client.ok('post', '/users/me/status', { status_text: '', emoji_name: '' });
    expect(await statusOf(ben, ann.id)).toEqual({});
    expect(await events.next()).toEqual([
      { type: 'user_status', user_id: ann.id, status_text: 'on vacation', away: false, ...car },
      {
        type: 'user_status',
        user_id: ann.id,
        emoji_name: 'house',
        emoji_code: '1f3e0',
        reaction_type: 'unicode_emoji',
      },
      {
        type: 'user_status',
        user_id: ann.id,
        status_text: '',
        emoji_name: '',
        emoji_code: '',
        reaction_type: '',
      },
    ]);
  });

  it('an empty request, a long text, an unknown emoji, and an unknown user are refused', async () => {
    expect(await ann.client.post('/users/me/status')).toMatchObject(
      refused('Client did not pass any new values.'),
    );
    expect(await ann.client.post('/users/me/status', { status_text: 'x'.repeat(61) })).toMatchObject(
      refused(/60/, 'REQUEST_VARIABLE_INVALID'),
    );
    expect(await ann.client.post('/users/me/status', { emoji_name: 'no such emoji' })).toMatchObject(
      refused(/does not exist/),
    );
    expect(await ann.client.get('/users/999999/status')).toMatchObject(refused('No such user'));
  });
});

describe('alert words', () => {
  it('are added once whatever their case, mark messages, and are removed', async () => {
    const events = await listen(ben, ['alert_words']);
    const add = (words: string[]) => ben.client.ok('post', '/users/me/alert_words', { alert_words: words });
    expect((await add(['Lunch', ' lunch', 'c++', ''])).alert_words.sort()).toEqual(['Lunch', 'c++']);
    expect((await add(['LUNCH'])).alert_words.sort()).toEqual(['Lunch', 'c++']);
    const send = async (text: string) =>
      (
        await ann.client.ok('post', '/messages', {
          type: 'stream',
          to: 'general',
          topic: 't',
          content: text,
        })
      ).id as number;
    const flagsOf = async (id: number) => (await ben.client.ok('get', `/messages/${id}`)).message.flags;
    expect(await flagsOf(await send('time for LUNCH!'))).toContain('has_alert_word');
    expect(await flagsOf(await send('lunchtime'))).not.toContain('has_alert_word');
    const remove = (words: string[]) =>
      ben.client.ok('delete', '/users/me/alert_words', { alert_words: words });
    expect(await remove(['lunch', 'never added'])).toMatchObject({ alert_words: ['c++'] });
    expect(await ben.client.ok('get', '/users/me/alert_words')).toMatchObject({ alert_words: ['c++'] });
    expect(await ann.client.ok('get', '/users/me/alert_words')).toMatchObject({ alert_words: [] });
    expect(await flagsOf(await send('lunch'))).not.toContain('has_alert_word');
    const lists = (await events.next()).map((event) => [...event.alert_words].sort());
    expect(lists).toEqual([['Lunch', 'c++'], ['c++']]);
  });

  it('a word that is too long, or too many words, are refused', async () => {
    const add = (alert_words: string[]) => ben.client.post('/users/me/alert_words', { alert_words });
    expect(await add(['x'.repeat(101)])).toMatchObject(refused(/100/, 'REQUEST_VARIABLE_INVALID'));
    expect(await add(Array.from({ length: 100 }, (_, index) => `word ${index}`))).toMatchObject(
      refused(/at most 100/),
    );
  });
});

describe('drafts', () => {
  it('are stored, listed, changed and deleted; other windows of the user get events', async () => {
    const events = await listen(ann, ['drafts']);
    const channel = {
      type: 'stream',
      to: [content.publicChannel],
      topic: 'questions',
      content: 'What are the guidelines?',
      timestamp: 1_595_479_019,
    };
    const direct = {
      type: 'private',
      to: [ben.id, ann.id],
      topic: '',
      content: 'Hello',
      timestamp: 1_595_479_020,
    };
    const { ids } = await ann.client.ok('post', '/drafts', { drafts: [channel, direct] });
    const kept = [
      { id: ids[0], ...channel },
      { id: ids[1], ...direct },
    ];
    expect(await ann.client.ok('get', '/drafts')).toMatchObject({ count: 2, drafts: kept });
    expect(await ben.client.ok('get', '/drafts')).toMatchObject({ count: 0, drafts: [] });
    const empty = { type: '', to: [], content: 'to nobody yet' };
    await ann.client.ok('patch', `/drafts/${ids[0]}`, { draft: empty });
    const changed = { id: ids[0], ...empty, topic: '', timestamp: expect.any(Number) };
    const { drafts } = await ann.client.ok('post', '/register', { fetch_event_types: ['drafts'] });
    // The most recently edited draft comes last.
    expect(drafts).toEqual([kept[1], changed]);
    await ann.client.ok('delete', `/drafts/${ids[1]}`);
    expect(await events.next()).toEqual([
      { type: 'drafts', op: 'add', drafts: kept },
      { type: 'drafts', op: 'update', draft: changed },
      { type: 'drafts', op: 'remove', draft_id: ids[1] },
    ]);
    for (const answer of [
      await ben.client.patch(`/drafts/${ids[0]}`, { draft: empty }),
      await ben.client.delete(`/drafts/${ids[0]}`),
      await ann.client.delete(`/drafts/${ids[1]}`),
    ])
      expect(answer).toMatchObject(refused('Draft does not exist'));
  });

  it.each([
    [{ type: 'stream', to: [], content: 'x' }, 'BAD_REQUEST'],
    [{ type: 'stream', to: [999_999], content: 'x' }, 'STREAM_DOES_NOT_EXIST'],
    [{ type: 'private', to: [999_999], content: 'x' }, 'BAD_REQUEST'],
    [{ type: 'private', to: [], content: 'x', timestamp: -1 }, 'REQUEST_VARIABLE_INVALID'],
    [{ type: 'letter', to: [], content: 'x' }, 'REQUEST_VARIABLE_INVALID'],
    [{ type: '', to: [], content: 'x'.repeat(50_001) }, 'BAD_REQUEST'],
  ])('refused: %#', async (draft, code) => {
    expect(await ben.client.post('/drafts', { drafts: [draft] })).toMatchObject({
      status: 400,
      body: { code },
    });
  });

  it('are deleted, and refused, when the user switches synchronization off', async () => {
    await ben.client.ok('post', '/drafts', { drafts: [{ type: '', to: [], content: 'gone soon' }] });
    await ben.client.ok('patch', '/settings', { enable_drafts_synchronization: false });
    expect(await ben.client.get('/drafts')).toMatchObject(refused(/disabled/));
    await ben.client.ok('patch', '/settings', { enable_drafts_synchronization: true });
    expect(await ben.client.ok('get', '/drafts')).toMatchObject({ count: 0 });
  });
});

describe('storage of bots', () => {
  const put = (storage: object) => bot.client.send('PUT', '/bot_storage', { storage });

  it('stores texts under keys, as the bot library requests them', async () => {
    expect((await put({ number: '1', name: '"x"' })).status).toBe(200);
    expect((await put({ number: '2' })).status).toBe(200);
    expect(await bot.client.ok('get', '/bot_storage')).toMatchObject({
      storage: { number: '2', name: '"x"' },
    });
    expect((await bot.client.ok('get', '/bot_storage', { keys: ['number'] })).storage).toEqual({
      number: '2',
    });
    expect(await bot.client.get('/bot_storage', { keys: ['none'] })).toMatchObject(
      refused('Key does not exist.'),
    );
    await bot.client.ok('delete', '/bot_storage', { keys: ['number'] });
    expect((await bot.client.ok('get', '/bot_storage')).storage).toEqual({ name: '"x"' });
    expect(await bot.client.delete('/bot_storage', { keys: ['number'] })).toMatchObject(
      refused('Key does not exist.'),
    );
    await bot.client.ok('delete', '/bot_storage');
    expect((await bot.client.ok('get', '/bot_storage')).storage).toEqual({});
  });

  it('is for bots only, and holds 10,000,000 bytes', async () => {
    expect(await ann.client.get('/bot_storage')).toMatchObject(refused(/bots only/));
    expect(await ann.client.send('PUT', '/bot_storage', { storage: { a: 'b' } })).toMatchObject(
      refused(/bots only/),
    );
    // Each letter has two bytes, and the texts are spread over several requests of at most 2 MiB.
    const half = 'ä'.repeat(450_000);
    for (const key of 'abcdefghijk')
      expect(
        (await bot.client.send('PUT', '/bot_storage', { storage: { [key]: half } }, 'json')).status,
      ).toBe(200);
    expect(await bot.client.send('PUT', '/bot_storage', { storage: { l: half } }, 'json')).toMatchObject(
      refused(/10000000/),
    );
    expect((await bot.client.send('PUT', '/bot_storage', { storage: { a: 'small' } }, 'json')).status).toBe(
      200,
    );
    expect((await bot.client.send('PUT', '/bot_storage', { storage: { l: half } }, 'json')).status).toBe(200);
  });
});
