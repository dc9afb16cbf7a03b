import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';
import type { Params } from '../support/client.js';

let chat: Chat;
let ann: TestUser;
let ben: TestUser;
let guest: TestUser;
let streamId: number;

beforeAll(async () => {
  chat = await startChat();
  ann = await chat.user({ role: ROLE.owner });
  ben = await chat.user();
  guest = await chat.user({ role: ROLE.guest });
  await ann.client.ok('post', '/users/me/subscriptions', {
    subscriptions: [{ name: 'talk' }],
    principals: [ann.id, ben.id],
  });
  await ann.client.ok('post', '/users/me/subscriptions', { subscriptions: [{ name: 'elsewhere' }] });
  streamId = (await ann.client.ok('get', '/get_stream_id', { stream: 'talk' })).stream_id;
});
afterAll(() => chat.stop());

/** Registers a queue; returns a function that reads its events. */
async function queue(who: TestUser, params: Params) {
  const { queue_id } = await who.client.ok('post', '/register', { fetch_event_types: [], ...params });
  return async () => (await who.client.ok('get', '/events', { queue_id, dont_block: true })).events;
}
const send = async (params: Params, who = ann) =>
  (
    await who.client.ok('post', '/messages', {
      type: 'channel',
      to: 'talk',
      topic: 'x',
      content: '**hi**',
      ...params,
    })
  ).id;

describe('events that a queue receives', () => {
  test('apply_markdown decides between source and HTML', async () => {
    const rendered = await queue(ben, { event_types: ['message'], apply_markdown: true });
    const source = await queue(ben, { event_types: ['message'], apply_markdown: false });
    await send({});
    expect((await rendered())[0].message).toMatchObject({
      content: '<p><strong>hi</strong></p>',
      content_type: 'text/html',
    });
    expect((await source())[0].message).toMatchObject({ content: '**hi**', content_type: 'text/x-markdown' });
  });

  test('client_gravatar decides whether avatar_url is null, or a URL of this server', async () => {
    const withNull = await queue(ben, { event_types: ['message'], client_gravatar: true });
    const withUrl = await queue(ben, { event_types: ['message'], client_gravatar: false });
    await send({});
    expect((await withNull())[0].message.avatar_url).toBeNull();
    const url = (await withUrl())[0].message.avatar_url;
    const picture = await fetch(new URL(url, chat.url));
    expect([picture.status, picture.headers.get('content-type')]).toEqual([
      200,
      'image/svg+xml; charset=utf-8',
    ]);
  });

  test('without empty_topic_name, the empty topic has the display name', async () => {
    const old = await queue(ben, { event_types: ['message', 'update_message', 'delete_message'] });
    const able = await queue(ben, {
      event_types: ['message'],
      client_capabilities: { empty_topic_name: true },
    });
    const id = await send({ topic: '' });
    await ann.client.ok('patch', `/messages/${id}`, { topic: 'named' });
    await ann.client.ok('patch', `/messages/${id}`, { topic: '' });
    await ann.client.ok('delete', `/messages/${id}`);
    // The notification bot's notices about the move are among the events.
    const events = (await old()).filter(
      (event: { message?: { sender_id: number } }) =>
        event.message === undefined || event.message.sender_id === ann.id,
    );
    expect(events[0].message.subject).toBe('general chat');
    expect(events[1]).toMatchObject({ orig_subject: 'general chat', subject: 'named' });
    expect(events[2]).toMatchObject({ orig_subject: 'named', subject: 'general chat' });
    expect(events[3]).toMatchObject({ type: 'delete_message', topic: 'general chat' });
    expect((await able())[0].message.subject).toBe('');
  });

  test('delete_message: one event for all messages with bulk_message_deletion, otherwise one for each message', async () => {
    const bulk = await queue(ben, {
      event_types: ['delete_message'],
      client_capabilities: { bulk_message_deletion: true },
    });
    const { queue_id } = await ben.client.ok('post', '/register', { event_types: ['delete_message'] });
    const ids = [await send({}), await send({}), await send({})];
    await chat.app.write(async (tx) => {
      tx.emit(
        { type: 'delete_message', message_type: 'stream', message_ids: ids, stream_id: streamId, topic: 'x' },
        { users: [ben.id] },
      );
    });
    await chat.app.write(async (tx) => {
      tx.emit({ type: 'delete_message', message_type: 'private', message_ids: [1] }, { users: [ben.id] });
    });
    expect((await bulk())[0]).toMatchObject({ message_ids: ids });
    const poll = async (last_event_id: number) =>
      (await ben.client.ok('get', '/events', { queue_id, last_event_id, dont_block: true })).events;
    const events = await poll(-1);
    expect(events.map((event: { message_id: number }) => event.message_id)).toEqual([...ids, 1]);
    expect(events[0]).not.toHaveProperty('message_ids');
    const eventIds = events.map((event: { id: number }) => event.id);
    expect(new Set(eventIds).size).toBe(4);
    expect(eventIds).toEqual([...eventIds].sort((a: number, b: number) => a - b));
    // A client that acknowledged one of the three deletions gets the other two deletions again.
    expect((await poll(eventIds[0])).map((event: { id: number }) => event.id)).toEqual(eventIds.slice(1));
  });

  test('the parameter narrow filters message events only', async () => {
    const narrowed = await queue(ben, {
      event_types: ['message', 'realm_user'],
      narrow: [
        ['stream', 'TALK'],
        ['topic', 'Wanted'],
      ],
    });
    await send({ topic: 'other' });
    const wanted = await send({ topic: 'wanted' });
    await ann.client.ok('patch', `/users/${guest.id}`, { full_name: 'Renamed Guest' });
    expect(
      (await narrowed()).map(
        (event: { type: string; message?: { id: number } }) => event.message?.id ?? event.type,
      ),
    ).toEqual([wanted, 'realm_user']);
  });

  test.each([
    ['an operator that a queue cannot be narrowed by', [['search', 'x']], 'BAD_NARROW'],
    ['an unknown operator', [['colour', 'red']], 'BAD_NARROW'],
    ['no list', { a: 1 }, 'REQUEST_VARIABLE_INVALID'],
  ])('%s is refused', async (_name, narrow, code) => {
    expect((await ben.client.post('/register', { narrow })).body.code).toBe(code);
  });

  test('all_public_streams adds channels to which the user is not subscribed, except for guests', async () => {
    const own = await queue(ben, { event_types: ['message'] });
    const wide = await queue(ben, { event_types: ['message'], all_public_streams: true });
    const guests = await queue(guest, { event_types: ['message'], all_public_streams: true });
    const id = await send({ to: 'elsewhere' });
    expect(await own()).toEqual([]);
    expect((await wide()).map((event: { message: { id: number } }) => event.message.id)).toEqual([id]);
    expect(await guests()).toEqual([]);
  });

  test('local_id and local_message_id are only sent to the queue that the request names', async () => {
    const { queue_id } = await ann.client.ok('post', '/register', { event_types: ['message'] });
    const other = await queue(ann, { event_types: ['message'] });
    await send({ queue_id, local_id: '17.5' });
    const { events } = await ann.client.ok('get', '/events', { queue_id, dont_block: true });
    expect(events[0]).toMatchObject({ local_id: '17.5', local_message_id: '17.5' });
    const [without] = await other();
    expect(without).not.toHaveProperty('local_id');
    expect(without).not.toHaveProperty('local_message_id');
  });

  test('each user gets the user’s own flags of a message', async () => {
    const mentioned = await queue(ben, { event_types: ['message'] });
    const sender = await queue(ann, { event_types: ['message'] });
    const { full_name } = (await ben.client.ok('get', '/users/me')) as never;
    await send({ content: `@**${full_name}**`, read_by_sender: true });
    expect((await mentioned())[0].flags).toEqual(['mentioned']);
    expect((await sender())[0].flags).toEqual(['read']);
  });

  test('typing in channels is only sent to clients with stream_typing_notifications', async () => {
    const able = await queue(ben, {
      event_types: ['typing'],
      client_capabilities: { stream_typing_notifications: true },
    });
    const old = await queue(ben, { event_types: ['typing'] });
    await ann.client.ok('post', '/typing', { op: 'start', type: 'stream', stream_id: streamId, topic: 'x' });
    await ann.client.ok('post', '/typing', { op: 'start', to: [ben.id] });
    expect((await able()).map((event: { message_type: string }) => event.message_type)).toEqual([
      'stream',
      'direct',
    ]);
    expect((await old()).map((event: { message_type: string }) => event.message_type)).toEqual(['direct']);
  });
});
