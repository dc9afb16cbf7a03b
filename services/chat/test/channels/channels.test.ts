import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Chat, TestUser } from '../support/chat.js';
import { listen } from '../support/events.js';
import { idOf, makeChannel, startPeople, subscribe } from './people.js';

let chat: Chat;
let owner: TestUser;
let ann: TestUser;
let bob: TestUser;
let guest: TestUser;

beforeAll(async () => {
  ({ chat, owner, ann, bob, guest } = await startPeople());
});
afterAll(() => chat.stop());

const make = (name: string, params: object = {}) => makeChannel(name, ann, params);
const named = (list: { name: string }[], name: string) => list.find((channel) => channel.name === name);

describe('subscribing', () => {
  it('creates a missing channel, and answers with maps keyed by user id', async () => {
    const first = await subscribe(ann, ' General ', {
      principals: [ann.id, bob.email] as unknown as string[],
    });
    expect(first.body.code).toBe('REQUEST_VARIABLE_INVALID');
    const { body } = await subscribe(ann, ' General ', { principals: [ann.id, bob.id] });
    expect(body).toMatchObject({
      subscribed: { [ann.id]: ['General'], [bob.id]: ['General'] },
      already_subscribed: {},
    });
    const again = await subscribe(ann, 'GENERAL');
    expect(again.body).toMatchObject({ subscribed: {}, already_subscribed: { [ann.id]: ['General'] } });
    const { subscriptions } = await bob.client.ok('get', '/users/me/subscriptions', {
      include_subscribers: true,
    });
    expect(named(subscriptions, 'General')).toMatchObject({
      stream_id: await idOf('general', owner),
      description: '',
      invite_only: false,
      is_web_public: false,
      is_muted: false,
      in_home_view: true,
      pin_to_top: false,
      desktop_notifications: null,
      history_public_to_subscribers: true,
      creator_id: ann.id,
      can_administer_channel_group: { direct_members: [ann.id], direct_subgroups: [] },
      can_send_message_group: 2,
      subscribers: [ann.id, bob.id],
      subscriber_count: 2,
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
    });
  });

  it('notifies subscribers, other users, and users who learn of the channel', async () => {
    const queues = {
      ann: await listen(ann, ['stream', 'subscription']),
      bob: await listen(bob, ['stream', 'subscription']),
      guest: await listen(guest, ['stream', 'subscription']),
    };
    const id = await make('events', { principals: [ann.id, guest.id] });
    const kinds = async (name: keyof typeof queues) =>
      (await queues[name].next()).map(({ type, op }) => `${type} ${op}`);
    // The event lists all users whom the same request subscribed.
    expect(await kinds('ann')).toEqual(['stream create', 'subscription add']);
    expect(await kinds('bob')).toEqual(['stream create', 'subscription peer_add']);
    expect(await kinds('guest')).toEqual(['stream create', 'subscription add']);
    await ann.client.ok('delete', '/users/me/subscriptions', {
      subscriptions: ['events'],
      principals: [guest.id],
    });
    expect(await queues.bob.next()).toEqual([
      { type: 'subscription', op: 'peer_remove', stream_ids: [id], user_ids: [guest.id] },
    ]);
    expect(await queues.guest.next()).toMatchObject([
      { type: 'subscription', op: 'remove', subscriptions: [{ stream_id: id, name: 'events' }] },
      { type: 'stream', op: 'delete', stream_ids: [id] },
    ]);
  });

  it.each([
    ['an empty name', { subscriptions: [{ name: ' ' }] }],
    ['a long name', { subscriptions: [{ name: 'x'.repeat(61) }] }],
    ['a control character', { subscriptions: [{ name: 'a\u0008b' }] }],
    ['a long description', { subscriptions: [{ name: 'fine', description: 'x'.repeat(1025) }] }],
    ['an unknown person', { subscriptions: [{ name: 'fine' }], principals: [4_000_000_000] }],
    ['a public channel of the web', { subscriptions: [{ name: 'fine' }], is_web_public: true }],
    [
      'a permission for an unknown group',
      { subscriptions: [{ name: 'fine' }], can_send_message_group: 4_000_000 },
    ],
    ['a default channel by a member', { subscriptions: [{ name: 'fine' }], is_default_stream: true }],
  ])('is refused for %s', async (_what, params) => {
    expect((await ann.client.post('/users/me/subscriptions', params)).status).toBe(400);
    expect((await ann.client.get('/get_stream_id', { stream: 'fine' })).status).toBe(400);
  });

  it('is refused for guests, for private channels, and for other users without the permission', async () => {
    await make('private one', { invite_only: true });
    expect((await subscribe(guest, 'general')).status).toBe(400);
    expect((await subscribe(bob, 'private one')).body.msg).toBe('Unable to access channel (private one).');
    const { body } = await bob.client.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'private one' }, { name: 'general' }],
      authorization_errors_fatal: false,
    });
    expect(body).toMatchObject({ result: 'success', unauthorized: ['private one'] });
    await owner.client.ok('patch', '/realm', { can_add_subscribers_group: { new: 6 } });
    expect((await subscribe(bob, 'general', { principals: [owner.id] })).status).toBe(400);
    expect((await subscribe(ann, 'general', { principals: [owner.id] })).status).toBe(200);
    await owner.client.ok('patch', '/realm', { can_add_subscribers_group: { new: 3 } });
  });

  it('again keeps colour and preferences; a colour is only repeated when all are in use', async () => {
    const user = await chat.user();
    for (let n = 0; n < 24; n++) await subscribe(user, `colour ${n}`);
    const read = async () => (await user.client.ok('get', '/users/me/subscriptions')).subscriptions;
    const before = await read();
    expect(new Set(before.map((channel: { color: string }) => channel.color)).size).toBe(24);
    await user.client.ok('delete', '/users/me/subscriptions', { subscriptions: ['colour 3'] });
    expect(named(await read(), 'colour 3')).toBeUndefined();
    await subscribe(user, 'colour 3');
    expect(named(await read(), 'colour 3')).toEqual(named(before, 'colour 3'));
  });
});

describe('unsubscribing', () => {
  it('returns which subscriptions were removed, and which did not exist', async () => {
    await make('leave', { principals: [bob.id] });
    const remove = (params: object) => bob.client.delete('/users/me/subscriptions', { ...params });
    expect((await remove({ subscriptions: ['leave'] })).body).toMatchObject({
      removed: ['leave'],
      not_removed: [],
    });
    expect((await remove({ subscriptions: ['leave'] })).body).toMatchObject({
      removed: [],
      not_removed: ['leave'],
    });
    expect((await remove({ subscriptions: ['never was'] })).body.code).toBe('STREAM_DOES_NOT_EXIST');
    expect((await remove({ subscriptions: ['leave'], principals: [ann.id] })).status).toBe(400);
  });

  it('by PATCH can subscribe in the same request', async () => {
    await make('leave too', { principals: [bob.id] });
    const { body } = await bob.client.patch('/users/me/subscriptions', {
      add: [{ name: 'leave' }],
      delete: ['leave too'],
    });
    expect(body).toMatchObject({
      subscribed: { [bob.id]: ['leave'] },
      removed: ['leave too'],
      not_removed: [],
    });
    expect((await bob.client.patch('/users/me/subscriptions')).status).toBe(400);
  });
});

describe('properties of a subscription', () => {
  it.each([
    ['color', '#AbC', '#aabbcc', undefined],
    ['color', '#A1B2C3', '#a1b2c3', undefined],
    ['is_muted', true, true, { in_home_view: false }],
    ['in_home_view', true, true, { is_muted: false }],
    ['pin_to_top', true, true, undefined],
    ['desktop_notifications', false, false, undefined],
    ['audible_notifications', true, true, undefined],
    ['push_notifications', null, null, undefined],
    ['email_notifications', true, true, undefined],
    ['wildcard_mentions_notify', false, false, undefined],
  ])('%s = %j', async (property, value, shown, also) => {
    const stream_id = await idOf('general', bob);
    const queue = await listen(bob, ['subscription']);
    await bob.client.ok('post', '/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id, property, value }],
    });
    const { subscriptions } = await bob.client.ok('get', '/users/me/subscriptions');
    expect(named(subscriptions, 'General')).toMatchObject({ [property]: shown, ...also });
    const events = await queue.next();
    expect(events[0]).toMatchObject({ type: 'subscription', op: 'update', stream_id });
    if (property === 'is_muted' || property === 'in_home_view')
      expect(events.map((event) => [event.property, event.value])).toEqual([
        ['is_muted', property === 'is_muted'],
        ['in_home_view', property !== 'is_muted'],
      ]);
  });

  it('are all set, or none of them if one is invalid', async () => {
    const stream_id = await idOf('general', bob);
    const set = (data: object[]) =>
      bob.client.post('/users/me/subscriptions/properties', { subscription_data: data });
    for (const bad of [
      { stream_id, property: 'color', value: 'red' },
      { stream_id, property: 'is_muted', value: 'yes' },
      { stream_id, property: 'smell', value: true },
      { stream_id: 4_000_000_000, property: 'is_muted', value: true },
      { stream_id, property: 'pin_to_top', value: null },
    ])
      expect((await set([{ stream_id, property: 'color', value: '#000000' }, bad])).status).toBe(400);
    const { subscriptions } = await bob.client.ok('get', '/users/me/subscriptions');
    expect(named(subscriptions, 'General')).not.toMatchObject({ color: '#000000' });
  });
});

describe('channels', () => {
  it('are listed for users who may know of them', async () => {
    const names = async (user: TestUser, params: Record<string, unknown> = {}) =>
      (await user.client.ok('get', '/streams', params)).streams.map(
        (channel: { name: string }) => channel.name,
      );
    expect(await names(ann)).toContain('private one');
    expect(await names(bob)).not.toContain('private one');
    expect(await names(owner, { include_all: true })).toContain('private one');
    expect(await names(guest)).toEqual([]);
    expect(await names(bob, { include_public: false })).not.toContain('events');
    // A private channel is there for its subscribers only by their subscription.
    const publicOnly = await names(ann, { include_subscribed: false });
    expect(publicOnly).toContain('events');
    expect(publicOnly).not.toContain('private one');
  });

  it('are found by id and by name, with their subscribers', async () => {
    const id = await idOf('private one', ann);
    expect((await ann.client.ok('get', `/streams/${id}`)).stream).toMatchObject({
      name: 'private one',
      invite_only: true,
    });
    expect((await ann.client.ok('get', `/streams/${id}/members`)).subscribers).toEqual([ann.id]);
    expect((await ann.client.ok('get', `/users/${ann.id}/subscriptions/${id}`)).is_subscribed).toBe(true);
    expect((await ann.client.ok('get', `/users/${bob.id}/subscriptions/${id}`)).is_subscribed).toBe(false);
    expect((await ann.client.get(`/streams/${id}/email_address`)).status).toBe(400);
    for (const path of [`/streams/${id}`, `/streams/${id}/members`, `/users/${ann.id}/subscriptions/${id}`])
      expect((await bob.client.get(path)).body).toMatchObject({
        code: 'STREAM_DOES_NOT_EXIST',
        stream_id: id,
      });
    const unknown = await bob.client.get('/get_stream_id', { stream: 'private one' });
    expect(unknown.body).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('can be changed, and users who know of them are notified', async () => {
    const id = await make('change me');
    const queue = await listen(bob, ['stream']);
    const patch = (params: object) => ann.client.patch(`/streams/${id}`, { ...params });
    expect((await patch({ description: 'now **bold**\nand more' })).status).toBe(200);
    expect((await patch({ new_name: 'changed' })).status).toBe(200);
    expect((await patch({ message_retention_days: 'unlimited' })).status).toBe(200);
    expect((await patch({ can_send_message_group: { new: 5, old: 2 } })).status).toBe(200);
    expect(await queue.next()).toMatchObject([
      {
        op: 'update',
        stream_id: id,
        name: 'change me',
        property: 'description',
        value: 'now **bold** and more',
        rendered_description: '<p>now <strong>bold</strong> and more</p>',
      },
      { property: 'name', value: 'changed' },
      { property: 'message_retention_days', value: -1 },
      { property: 'can_send_message_group', value: 5 },
    ]);
    expect((await patch({ can_send_message_group: { new: 2, old: 2 } })).body.msg).toMatch(/'old'/);
    expect((await patch({ new_name: 'General' })).status).toBe(400);
    expect((await patch({ is_web_public: true })).status).toBe(400);
    expect((await patch({ message_retention_days: 0 })).body.code).toBe('REQUEST_VARIABLE_INVALID');
    expect((await bob.client.patch(`/streams/${id}`, { new_name: 'mine' })).status).toBe(400);
    expect((await guest.client.patch(`/streams/${id}`, { new_name: 'mine' })).body.code).toBe(
      'STREAM_DOES_NOT_EXIST',
    );
  });

  it('that become private disappear for other users, and can become public again', async () => {
    const id = await make('turning');
    const queue = await listen(bob, ['stream']);
    await ann.client.ok('patch', `/streams/${id}`, { is_private: true });
    expect((await bob.client.get(`/streams/${id}`)).status).toBe(400);
    await ann.client.ok('patch', `/streams/${id}`, { is_private: false });
    expect((await bob.client.get(`/streams/${id}`)).status).toBe(200);
    expect((await queue.next()).map((event) => event.op)).toEqual(['delete', 'create']);
  });

  it('that are private can be made public or joinable only by their subscribers', async () => {
    const id = await idOf('private one', ann);
    expect((await owner.client.patch(`/streams/${id}`, { is_private: false })).status).toBe(400);
    // Administrators cannot add themselves by changing a setting of the channel.
    const self = { new: { direct_members: [owner.id], direct_subgroups: [] } };
    for (const setting of ['can_subscribe_group', 'can_add_subscribers_group'])
      expect(await owner.client.patch(`/streams/${id}`, { [setting]: self })).toMatchObject({
        status: 400,
        body: { msg: 'Channel permission denied.' },
      });
    await ann.client.ok('patch', `/streams/${id}`, { can_subscribe_group: { new: 6 } });
    await ann.client.ok('patch', `/streams/${id}`, { can_subscribe_group: { new: 8 } });
  });

  it('that are archived are read-only and not listed, and their name can be used again', async () => {
    const id = await make('old news', { principals: [ann.id, bob.id] });
    const { id: message } = await ann.client.ok('post', '/messages', {
      type: 'channel',
      to: id,
      topic: 't',
      content: 'x',
    });
    await ann.client.ok('delete', `/streams/${id}`);
    expect(
      (await ann.client.post('/messages', { type: 'channel', to: id, topic: 't', content: 'x' })).status,
    ).toBe(400);
    expect((await ann.client.patch(`/messages/${message}`, { content: 'y' })).status).toBe(400);
    expect((await bob.client.post(`/messages/${message}/reactions`, { emoji_name: 'tada' })).status).toBe(
      400,
    );
    expect((await bob.client.ok('get', `/messages/${message}`)).raw_content).toBe('x');
    const { subscriptions } = await bob.client.ok('get', '/users/me/subscriptions');
    expect(subscriptions.map((channel: { stream_id: number }) => channel.stream_id)).not.toContain(id);
    const archived = await ann.client.ok('get', '/streams', { exclude_archived: false });
    expect(archived.streams.find((channel: { stream_id: number }) => channel.stream_id === id)).toMatchObject(
      {
        is_archived: true,
        name: '!old news',
      },
    );
    expect(await make('old news')).not.toBe(id);
    expect((await subscribe(bob, '!old news')).status).toBe(400);
  });
});

describe('a snapshot', () => {
  it('groups channels by the user’s relation to them', async () => {
    const answer = await bob.client.ok('post', '/register', {
      fetch_event_types: ['subscription', 'stream', 'default_streams'],
      include_subscribers: true,
    });
    expect(named(answer.subscriptions, 'General')).toMatchObject({
      subscribers: expect.any(Array),
      wildcard_mentions_notify: false,
    });
    expect(named(answer.unsubscribed, 'leave too')).toBeDefined();
    expect(named(answer.never_subscribed, 'changed')).toBeDefined();
    expect(JSON.stringify(answer)).not.toContain('private one');
    expect(answer.realm_default_streams).toEqual([]);
  });

  it('has the URL of the emoji names', async () => {
    const { server_emoji_data_url } = await bob.client.ok('post', '/register', {
      fetch_event_types: ['realm'],
    });
    const answer = (await (await fetch(server_emoji_data_url)).json()) as {
      code_to_names: Record<string, string[]>;
    };
    expect(answer.code_to_names['1f419']).toContain('octopus');
    expect(Object.keys(answer.code_to_names).length).toBeGreaterThan(1_800);
  });

  it('has the user’s rights if the client fetches users', async () => {
    const rights = async (user: TestUser) =>
      user.client.ok('post', '/register', { fetch_event_types: ['realm_user'] });
    expect(await rights(bob)).toMatchObject({
      can_create_public_streams: true,
      can_create_private_streams: true,
      can_create_streams: true,
      can_create_web_public_streams: false,
      can_invite_others_to_realm: true,
    });
    expect(await rights(guest)).toMatchObject({
      can_create_streams: false,
      can_invite_others_to_realm: false,
    });
  });
});
