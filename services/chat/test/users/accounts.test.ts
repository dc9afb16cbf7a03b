import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';

let chat: Chat;
let owner: TestUser;
let admin: TestUser;
let member: TestUser;
let guest: TestUser;

beforeAll(async () => {
  chat = await startChat();
  owner = await chat.user({ role: ROLE.owner, name: 'Olga Owner' });
  admin = await chat.user({ role: ROLE.administrator, name: 'Ada Admin' });
  member = await chat.user({ name: 'Max Member' });
  guest = await chat.user({ role: ROLE.guest, name: 'Gus Guest' });
});
afterAll(() => chat.stop());

async function withQueue(user: TestUser, types: string[]) {
  const { queue_id, last_event_id } = await user.client.ok('post', '/register', { event_types: types });
  return async () =>
    (await user.client.ok('get', '/events', { queue_id, last_event_id, dont_block: true })).events;
}

describe('users', () => {
  test('GET /users, GET /users/{id} and /users/{email} return the same users', async () => {
    const { members } = await guest.client.ok('get', '/users');
    expect(members.map((user: { user_id: number }) => user.user_id)).toEqual([
      owner.id,
      admin.id,
      member.id,
      guest.id,
    ]);
    const byId = await guest.client.ok('get', `/users/${member.id}`);
    const byEmail = await guest.client.ok('get', `/users/${member.email.toUpperCase()}`);
    expect(byId.user).toEqual(byEmail.user);
    expect(byId.user).toMatchObject({
      full_name: 'Max Member',
      role: 400,
      is_bot: false,
      is_active: true,
      avatar_url: null,
    });
    expect(byId.user.date_joined).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
  });

  test('GET /users/me also returns max_message_id and profile_data', async () => {
    expect(await member.client.ok('get', '/users/me')).toMatchObject({
      user_id: member.id,
      max_message_id: -1,
      profile_data: {},
    });
  });

  test('POST /users lets administrators create accounts that can log in; everyone is notified', async () => {
    const events = await withQueue(guest, ['realm_user']);
    const { user_id } = await admin.client.ok('post', '/users', {
      email: 'New.Person@example.com',
      password: 'correct horse 42',
      full_name: 'New Person',
    });
    expect(await events()).toMatchObject([
      { type: 'realm_user', op: 'add', person: { user_id, full_name: 'New Person', profile_data: {} } },
    ]);
    const login = await chat.anonymous().ok('post', '/fetch_api_key', {
      username: 'new.person@EXAMPLE.com',
      password: 'correct horse 42',
    });
    expect(login).toMatchObject({ user_id, email: 'New.Person@example.com' });
    expect(login.api_key).toMatch(/^[A-Za-z0-9]{32}$/);
  });

  test.each([
    ['an address in use', () => ({ email: member.email.toUpperCase() })],
    ['no address', () => ({ email: 'nobody' })],
    ['a line break in the address', () => ({ email: 'a@example.com\nBcc: b@example.com' })],
    ['a common password', () => ({ password: 'password' })],
    ['a short password', () => ({ password: 'x7$kq' })],
    ['a name with markup', () => ({ full_name: 'a@b' })],
    ['an empty name', () => ({ full_name: '  ' })],
    ['a long name', () => ({ full_name: 'x'.repeat(101) })],
  ])('POST /users with %s: 400 BAD_REQUEST', async (_name, change) => {
    const answer = await admin.client.post('/users', {
      email: 'fresh@example.com',
      password: 'correct horse 42',
      full_name: 'Fresh Person',
      ...change(),
    });
    expect([answer.status, answer.body.code]).toEqual([400, 'BAD_REQUEST']);
  });
});

describe('PATCH /users/{user_id}', () => {
  test('guest made administrator: BAD_REQUEST "Guests cannot be organization administrators"', async () => {
    const answer = await admin.client.patch(`/users/${guest.id}`, { role: 200 });
    expect(answer.body).toMatchObject({
      code: 'BAD_REQUEST',
      msg: 'Guests cannot be organization administrators',
    });
  });

  test('only owners give and take the owner role', async () => {
    expect((await admin.client.patch(`/users/${member.id}`, { role: 100 })).body.code).toBe(
      'UNAUTHORIZED_PRINCIPAL',
    );
    expect((await owner.client.patch(`/users/${member.id}`, { role: 100 })).status).toBe(200);
    expect((await admin.client.patch(`/users/${member.id}`, { role: 400 })).body.code).toBe(
      'UNAUTHORIZED_PRINCIPAL',
    );
    expect((await owner.client.patch(`/users/${member.id}`, { role: 400 })).status).toBe(200);
  });

  test('the owner role cannot be removed from the only owner', async () => {
    const answer = await owner.client.patch(`/users/${owner.id}`, { role: 400 });
    expect(answer.body.code).toBe('BAD_REQUEST');
    expect((await owner.client.ok('get', '/users/me')).role).toBe(100);
  });

  test('the new role takes effect at once and is sent to everyone', async () => {
    const events = await withQueue(guest, ['realm_user']);
    await admin.client.ok('patch', `/users/${member.id}`, { role: 300, full_name: 'Max Moderator' });
    expect(await events()).toMatchObject([
      { op: 'update', person: { user_id: member.id, role: 300 } },
      { op: 'update', person: { user_id: member.id, full_name: 'Max Moderator' } },
    ]);
    await admin.client.ok('patch', `/users/${member.id}`, { role: 400 });
  });

  test('new_email can only be set by an owner with can_change_user_emails', async () => {
    const change = { new_email: 'max.new@example.com' };
    expect((await admin.client.patch(`/users/${member.id}`, change)).body.code).toBe(
      'UNAUTHORIZED_PRINCIPAL',
    );
    expect((await owner.client.patch(`/users/${member.id}`, change)).body.code).toBe(
      'UNAUTHORIZED_PRINCIPAL',
    );
    await chat.app.write(async (tx) => {
      const { sql } = await import('@services/kit/db');
      await tx.run(sql`UPDATE account SET can_change_user_emails = true WHERE id = ${owner.id}`);
      tx.changed({ accounts: [owner.id] });
    });
    const events = await withQueue(guest, ['realm_user']);
    await owner.client.ok('patch', `/users/${member.id}`, change);
    expect(await events()).toMatchObject([
      { person: { user_id: member.id, delivery_email: 'max.new@example.com' } },
      { person: { user_id: member.id, new_email: 'max.new@example.com' } },
    ]);
    expect((await member.client.get('/users/me')).status).toBe(401);
    expect((await owner.client.patch(`/users/${member.id}`, { new_email: admin.email })).body.code).toBe(
      'BAD_REQUEST',
    );
    await owner.client.ok('patch', `/users/${member.id}`, { new_email: member.email });
  });
});

describe('DELETE /users/{user_id}', () => {
  test('target is the only owner: BAD_REQUEST "Cannot deactivate the only organization owner"', async () => {
    for (const asker of [admin, owner]) {
      const answer = await asker.client.delete(`/users/${owner.id}`);
      expect(answer.body).toMatchObject({
        code: 'BAD_REQUEST',
        msg: 'Cannot deactivate the only organization owner',
      });
    }
  });

  test('DELETE /users/me by the only owner: CANNOT_DEACTIVATE_LAST_USER', async () => {
    const answer = await owner.client.delete('/users/me');
    expect(answer.body).toMatchObject({ code: 'CANNOT_DEACTIVATE_LAST_USER', is_last_owner: true });
    expect(typeof answer.body.entity).toBe('string');
  });

  test('administrators cannot deactivate owners', async () => {
    const second = await chat.user({ role: ROLE.owner });
    expect((await admin.client.delete(`/users/${second.id}`)).body.code).toBe('UNAUTHORIZED_PRINCIPAL');
    await owner.client.ok('delete', `/users/${second.id}`);
  });

  test('deactivation refuses keys and ends held polls immediately; reactivation makes the person and the key valid again', async () => {
    const leaver = await chat.user();
    const { queue_id } = await leaver.client.ok('post', '/register', { event_types: ['realm_bot'] });
    const held = leaver.client.get('/events', { queue_id });
    await expect.poll(() => chat.app.events.waiting).toBe(1);
    await admin.client.ok('delete', `/users/${leaver.id}`, { deactivation_notification_comment: 'Farewell' });
    expect((await held).status).toBe(401);
    const after = await leaver.client.get('/users/me');
    expect([after.status, after.body.code]).toEqual([401, 'USER_DEACTIVATED']);
    expect((await admin.client.ok('get', `/users/${leaver.id}`)).user.is_active).toBe(false);
    await admin.client.ok('post', `/users/${leaver.id}/reactivate`);
    expect((await admin.client.ok('get', `/users/${leaver.id}`)).user.is_active).toBe(true);
    expect((await leaver.client.ok('get', '/users/me')).user_id).toBe(leaver.id);
    expect((await leaver.client.get('/events', { queue_id })).body.code).toBe('BAD_EVENT_QUEUE_ID');
  });
});

describe('fetch_api_key', () => {
  const attempt = (username: string, password: string) =>
    chat.anonymous().post('/fetch_api_key', { username, password });

  test('a wrong password and an unknown user get the same response: 401 AUTHENTICATION_FAILED', async () => {
    const wrong = await attempt('new.person@example.com', 'not this one');
    const unknown = await attempt('nobody@example.com', 'not this one');
    expect(wrong.status).toBe(401);
    expect(wrong.body.code).toBe('AUTHENTICATION_FAILED');
    expect(unknown.body).toEqual(wrong.body);
  });

  test('after five failures in 30 minutes, even the right password gets 429', async () => {
    for (let i = 0; i < 5; i++) expect((await attempt('Victim@example.com', `guess ${i}`)).status).toBe(401);
    const refused = await attempt('victim@example.com', 'guess 6');
    expect(refused.status).toBe(429);
    expect(refused.body.code).toBe('RATE_LIMIT_HIT');
    expect(refused.body['retry-after']).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBe(Math.ceil(refused.body['retry-after']));
  });

  test('a user has at most 10 keys: a further key replaces the least recently used; regeneration revokes all', async () => {
    await admin.client.ok('post', '/users', {
      email: 'keys@example.com',
      password: 'correct horse 42',
      full_name: 'Keys',
    });
    const { ApiClient } = await import('../support/client.js');
    const clients = [];
    for (let i = 0; i < 11; i++) {
      const { api_key } = await chat.anonymous().ok('post', '/fetch_api_key', {
        username: 'keys@example.com',
        password: 'correct horse 42',
      });
      clients.push(new ApiClient(chat.url, { email: 'keys@example.com', key: api_key }));
    }
    expect((await clients[0]!.get('/users/me')).status).toBe(401);
    expect((await clients[1]!.get('/users/me')).status).toBe(200);
    const { api_key } = await clients[1]!.ok('post', '/users/me/api_key/regenerate');
    for (const client of clients) expect((await client.get('/users/me')).status).toBe(401);
    expect(
      (await new ApiClient(chat.url, { email: 'keys@example.com', key: api_key }).get('/users/me')).status,
    ).toBe(200);
  });
});

describe('presence', () => {
  test('has an older and a newer form, and causes an event when a user comes online', async () => {
    const events = await withQueue(guest, ['presence']);
    const old = await admin.client.ok('post', '/users/me/presence', { status: 'active' });
    expect(old.presences[admin.email]).toMatchObject({
      aggregated: { client: 'website', status: 'active' },
      website: { client: 'website', status: 'active', pushable: false },
    });
    const slim = await guest.client.ok('post', '/users/me/presence', { status: 'idle', last_update_id: -1 });
    expect(Object.keys(slim.presences)).toEqual([String(admin.id), String(guest.id)]);
    expect(slim.presences[admin.id].active_timestamp).toBe(old.presences[admin.email].website.timestamp);
    const heard = await events();
    expect(heard.map((event: { user_id: number }) => event.user_id)).toEqual([admin.id, guest.id]);
    const later = await guest.client.ok('post', '/users/me/presence', {
      status: 'active',
      last_update_id: slim.presence_last_update_id,
    });
    expect(Object.keys(later.presences)).toEqual([String(guest.id)]);
  });

  test('with ping_only returns no data; a missing status is 400', async () => {
    expect(
      await owner.client.ok('post', '/users/me/presence', { status: 'active', ping_only: true }),
    ).toEqual({
      result: 'success',
      msg: '',
    });
    expect((await owner.client.get(`/users/${member.id}/presence`)).status).toBe(400);
    expect((await owner.client.ok('get', `/users/${admin.email}/presence`)).presence.website.status).toBe(
      'active',
    );
  });
});
