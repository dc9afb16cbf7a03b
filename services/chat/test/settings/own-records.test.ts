import { sql } from '@services/kit/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chat, startChat, type TestUser } from '../support/chat.js';
import { listen } from '../support/events.js';

// Tests records that belong to a single user. All tests share a server, because starting a server takes longer than
// the tests.
let chat: Chat;
let ann: TestUser;
let ben: TestUser;
beforeAll(async () => {
  chat = await startChat();
  ann = await chat.user();
  ben = await chat.user();
});
afterAll(() => chat.stop());

describe('saved snippets', () => {
  it('are made, listed, changed and deleted, each with an event for the owner', async () => {
    const events = await listen(ann, ['saved_snippets']);
    const { saved_snippet_id: id } = await ann.client.ok('post', '/saved_snippets', {
      title: ' Hi ',
      content: 'x\ny',
    });
    const snippet = { id, title: 'Hi', content: 'x\ny', date_created: expect.any(Number) };
    expect((await ann.client.ok('get', '/saved_snippets')).saved_snippets).toEqual([snippet]);
    await ann.client.ok('patch', `/saved_snippets/${id}`, { title: 'Ho' });
    await ann.client.ok('delete', `/saved_snippets/${id}`);
    expect((await ann.client.ok('get', '/saved_snippets')).saved_snippets).toEqual([]);
    expect(await events.next()).toEqual([
      { type: 'saved_snippets', op: 'add', saved_snippet: snippet },
      { type: 'saved_snippets', op: 'update', saved_snippet: { ...snippet, title: 'Ho' } },
      { type: 'saved_snippets', op: 'remove', saved_snippet_id: id },
    ]);
  });

  it('PATCH /saved_snippets/{id} for an unknown snippet: BAD_REQUEST', async () => {
    const { saved_snippet_id: id } = await ann.client.ok('post', '/saved_snippets', {
      title: 'a',
      content: 'b',
    });
    for (const answer of [
      await ann.client.patch('/saved_snippets/999999', { title: 'x' }),
      // For the record of another user, the error is the same as for an unknown record.
      await ben.client.patch(`/saved_snippets/${id}`, { title: 'x' }),
      await ben.client.delete(`/saved_snippets/${id}`),
    ]) {
      expect(answer).toMatchObject({
        status: 400,
        body: { result: 'error', code: 'BAD_REQUEST', msg: 'Saved snippet does not exist.' },
      });
    }
    expect((await ann.client.ok('get', '/saved_snippets')).saved_snippets).toHaveLength(1);
  });

  it.each([
    [{ title: '', content: 'x' }],
    [{ title: '   ', content: 'x' }],
    [{ title: 'x'.repeat(61), content: 'x' }],
    [{ title: 'x', content: '' }],
    [{ title: 'x', content: 'x'.repeat(10_001) }],
  ])('refused: %#', async (params) => {
    expect(await ann.client.post('/saved_snippets', params)).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_VARIABLE_INVALID' },
    });
  });

  it('are in the response of register', async () => {
    await ben.client.ok('post', '/saved_snippets', { title: 'mine', content: 'c' });
    const { saved_snippets } = await ben.client.ok('post', '/register', {
      fetch_event_types: ['saved_snippets'],
    });
    expect(saved_snippets).toMatchObject([{ title: 'mine', content: 'c' }]);
  });
});

describe('navigation views', () => {
  it('views are made, listed, changed and removed, also with slashes in their fragment', async () => {
    const events = await listen(ann, ['navigation_view']);
    const fragment = 'narrow/is/alerted';
    await ann.client.ok('post', '/navigation_views', { fragment, is_pinned: true, name: 'Alert words' });
    await ann.client.ok('post', '/navigation_views', { fragment: 'inbox', is_pinned: false });
    expect((await ann.client.ok('get', '/navigation_views')).navigation_views).toEqual([
      { fragment: 'inbox', name: null, is_pinned: false },
      { fragment, name: 'Alert words', is_pinned: true },
    ]);
    await ann.client.ok('patch', `/navigation_views/${fragment}`, { is_pinned: false, name: 'Mine' });
    await ann.client.ok('delete', `/navigation_views/${encodeURIComponent(fragment)}`);
    expect(await events.next()).toEqual([
      {
        type: 'navigation_view',
        op: 'add',
        navigation_view: { fragment, name: 'Alert words', is_pinned: true },
      },
      {
        type: 'navigation_view',
        op: 'add',
        navigation_view: { fragment: 'inbox', name: null, is_pinned: false },
      },
      { type: 'navigation_view', op: 'update', fragment, data: { name: 'Mine', is_pinned: false } },
      { type: 'navigation_view', op: 'remove', fragment },
    ]);
    const { navigation_views } = await ann.client.ok('post', '/register', {
      fetch_event_types: ['navigation_views'],
    });
    expect(navigation_views).toEqual([{ fragment: 'inbox', name: null, is_pinned: false }]);
  });

  it('DELETE /navigation_views/{fragment} for an unknown view: BAD_REQUEST', async () => {
    await ann.client.ok('post', '/navigation_views', { fragment: 'mine', is_pinned: true, name: 'x' });
    const expected = { status: 400, body: { code: 'BAD_REQUEST', msg: 'Navigation view does not exist.' } };
    expect(await ben.client.delete('/navigation_views/mine')).toMatchObject(expected);
    expect(await ann.client.delete('/navigation_views/other/one')).toMatchObject(expected);
    expect(await ann.client.patch('/navigation_views/other', { is_pinned: true })).toMatchObject(expected);
  });

  it.each([
    [{ fragment: 'mine', is_pinned: true, name: 'again' }, 'BAD_REQUEST'],
    [{ fragment: 'new', is_pinned: true, name: 'x' }, 'BAD_REQUEST'],
    [{ fragment: 'recent', is_pinned: true, name: 'named' }, 'BAD_REQUEST'],
    [{ fragment: 'nameless', is_pinned: true }, 'BAD_REQUEST'],
    [{ fragment: 'f'.repeat(201), is_pinned: true, name: 'n' }, 'REQUEST_VARIABLE_INVALID'],
    [{ fragment: '', is_pinned: true, name: 'n' }, 'REQUEST_VARIABLE_INVALID'],
    [{ fragment: 'a', name: 'n' }, 'REQUEST_VARIABLE_MISSING'],
  ])('refused: %j', async (params, code) => {
    expect(await ann.client.post('/navigation_views', params)).toMatchObject({ status: 400, body: { code } });
  });
});

describe.each(['/users/me/android_gcm_reg_id', '/users/me/apns_device_token'])('%s', (path) => {
  it('stores a token once, until it is deleted', async () => {
    await ann.client.ok('post', path, { token: 'abc' });
    await ann.client.ok('post', path, { token: 'abc' });
    expect(await ben.client.delete(path, { token: 'abc' })).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST' },
    });
    await ann.client.ok('delete', path, { token: 'abc' });
    expect(await ann.client.delete(path, { token: 'abc' })).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST' },
    });
  });

  it('POST with a token that is empty or has an invalid length: BAD_REQUEST', async () => {
    for (const token of ['', 'x'.repeat(4097)]) {
      expect(await ann.client.post(path, { token })).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', msg: 'Empty or invalid length token' },
      });
    }
    await ann.client.ok('post', path, { token: 'x'.repeat(4096) });
  });
});

describe('/mobile_push/register', () => {
  const device = {
    token_kind: 'fcm',
    push_account_id: 2 ** 40,
    push_public_key: 'a public key',
    bouncer_public_key: 'another one',
    encrypted_push_registration: 'sealed',
  };
  const kept = (userId: number) =>
    chat.db.rows(sql`SELECT kind, encrypted_registration FROM push_registration WHERE user_id = ${userId}`);

  it('keeps the latest registration of each user’s device', async () => {
    await ann.client.ok('post', '/mobile_push/register', device);
    await ben.client.ok('post', '/mobile_push/register', { ...device, token_kind: 'apns' });
    await ann.client.ok('post', '/mobile_push/register', { ...device, encrypted_push_registration: 'anew' });
    expect(await kept(ann.id)).toEqual([{ kind: 'fcm', encrypted_registration: 'anew' }]);
    expect(await kept(ben.id)).toEqual([{ kind: 'apns', encrypted_registration: 'sealed' }]);
  });

  it.each([
    [{ ...device, token_kind: 'pigeon' }, 'token_kind'],
    [{ ...device, push_public_key: '' }, 'push_public_key'],
    [{ ...device, encrypted_push_registration: 'x'.repeat(4097) }, 'encrypted_push_registration'],
  ])('refused: %j', async (params, var_name) => {
    expect(await ann.client.post('/mobile_push/register', params)).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_VARIABLE_INVALID', var_name },
    });
  });
});
