import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';
import { eventsOf } from '../support/events.js';

let chat: Chat;
let owner: TestUser;
let ann: TestUser;
let bob: TestUser;
let guest: TestUser;
let general: number;

beforeAll(async () => {
  chat = await startChat();
  owner = await chat.user({ name: 'Olga', role: ROLE.owner });
  ann = await chat.user({ name: 'Ann' });
  bob = await chat.user({ name: 'Bob' });
  guest = await chat.user({ name: 'Gil', role: ROLE.guest });
  await owner.client.ok('post', '/users/me/subscriptions', {
    subscriptions: [{ name: 'general' }],
    principals: [owner.id, ann.id, bob.id],
  });
  general = (await owner.client.ok('get', '/get_stream_id', { stream: 'general' })).stream_id;
});
afterAll(() => chat.stop());

const send = async (user: TestUser, topic = 'talk', content = 'text') =>
  (await user.client.ok('post', '/messages', { type: 'channel', to: 'general', topic, content }))
    .id as number;
const flagsOf = async (user: TestUser, id: number): Promise<string[]> =>
  (await user.client.ok('get', `/messages/${id}`)).message.flags;
const setFlag = (user: TestUser, messages: number[], op: string, flag: string) =>
  user.client.post('/messages/flags', { messages, op, flag });

describe('flags', () => {
  it('are set and cleared by one event for all messages, and listed', async () => {
    const id = await send(ann);
    for (const flag of ['read', 'starred', 'collapsed']) {
      const events = await eventsOf(bob, ['update_message_flags'], async () => {
        expect((await setFlag(bob, [id], 'add', flag)).body.messages).toEqual([id]);
        expect((await setFlag(bob, [id], 'add', flag)).body.messages).toEqual([id]);
      });
      expect(events).toEqual([
        expect.objectContaining({ op: 'add', operation: 'add', flag, messages: [id], all: false }),
      ]);
    }
    expect(await flagsOf(bob, id)).toEqual(['read', 'starred', 'collapsed']);
    expect(await flagsOf(owner, id)).toEqual([]);
    await setFlag(bob, [id], 'remove', 'starred');
    expect(await flagsOf(bob, id)).toEqual(['read', 'collapsed']);
  });

  it('of a message that becomes unread again: the event has the details of the message', async () => {
    const id = await send(ann, 'again', '@**Bob**');
    const { id: direct } = await ann.client.ok('post', '/messages', {
      type: 'direct',
      to: [bob.id],
      content: 'x',
    });
    await setFlag(bob, [id, direct], 'add', 'read');
    const [event] = await eventsOf(
      bob,
      ['update_message_flags'],
      () => setFlag(bob, [id, direct], 'remove', 'read'),
      { client_capabilities: { empty_topic_name: true } },
    );
    expect(event.message_details).toEqual({
      [id]: { type: 'stream', mentioned: true, stream_id: general, topic: 'again', unmuted_stream_msg: true },
      [direct]: { type: 'private', user_ids: [ann.id] },
    });
  });

  it.each([
    ['mentioned', "Flag not editable: 'mentioned'"],
    ['historical', "Flag not editable: 'historical'"],
    ['has_alert_word', "Flag not editable: 'has_alert_word'"],
    ['shiny', "Invalid flag: 'shiny'"],
  ])('%s cannot be set by a client', async (flag, msg) => {
    const id = await send(ann);
    expect((await setFlag(bob, [id], 'add', flag)).body.msg).toBe(msg);
  });

  it('of a message that the user cannot see give the error for an unknown message', async () => {
    const id = await send(ann);
    const { id: direct } = await ann.client.ok('post', '/messages', {
      type: 'direct',
      to: [owner.id],
      content: 'x',
    });
    for (const [user, target] of [
      [guest, id],
      [bob, direct],
      [bob, 4_000_000_000],
    ] as const)
      expect((await setFlag(user, [target], 'add', 'starred')).body.msg).toBe('Invalid message(s)');
  });

  it('of messages in old public history are read and historical, until starring creates a row', async () => {
    const id = await send(ann);
    const late = await chat.user();
    expect(await flagsOf(late, id)).toEqual(['read', 'historical']);
    const unread = await setFlag(late, [id], 'remove', 'read');
    expect(unread.body).toMatchObject({ messages: [], ignored_because_not_subscribed_channels: [general] });
    await setFlag(late, [id], 'add', 'starred');
    expect(await flagsOf(late, id)).toEqual(['read', 'starred', 'historical']);
    const { starred_messages } = await late.client.ok('post', '/register', {
      fetch_event_types: ['starred_messages'],
    });
    expect(starred_messages).toEqual([id]);
  });

  it('can be set for a narrow, in several parts', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 5; n++) ids.push(await send(ann, 'part'));
    const answer = await bob.client.ok('post', '/messages/flags/narrow', {
      anchor: ids[1],
      include_anchor: true,
      num_before: 0,
      num_after: 2,
      narrow: [['topic', 'part']],
      op: 'add',
      flag: 'read',
    });
    expect(answer).toMatchObject({
      processed_count: 3,
      updated_count: 3,
      first_processed_id: ids[1],
      last_processed_id: ids[3],
      found_oldest: false,
      found_newest: false,
      ignored_because_not_subscribed_channels: [],
    });
    const read = await Promise.all(ids.map(async (id) => (await flagsOf(bob, id)).includes('read')));
    expect(read).toEqual([false, true, true, true, false]);
  });

  it('can be set to read for a topic, a channel, or all messages', async () => {
    const reader = await chat.user();
    await reader.client.ok('post', '/users/me/subscriptions', {
      subscriptions: [{ name: 'general' }, { name: 'aside' }],
    });
    const aside = (await reader.client.ok('get', '/get_stream_id', { stream: 'aside' })).stream_id;
    const a = await send(ann, 'A topic');
    const b = await send(ann, 'b');
    const c = (
      await ann.client.ok('post', '/messages', { type: 'stream', to: aside, topic: 'c', content: 'x' })
    ).id;
    const unread = async () => {
      const { unread_msgs } = await reader.client.ok('post', '/register', { fetch_event_types: ['message'] });
      return unread_msgs.streams.flatMap(
        (entry: { unread_message_ids: number[] }) => entry.unread_message_ids,
      );
    };
    expect(await unread()).toEqual([a, b, c]);
    const mark = async (path: string, params: object) => {
      expect(await reader.client.ok('post', path, { ...params })).toMatchObject({ complete: true });
      return unread();
    };
    expect(await mark('/mark_topic_as_read', { stream_id: general, topic_name: 'a TOPIC' })).toEqual([b, c]);
    expect(await mark('/mark_stream_as_read', { stream_id: general })).toEqual([c]);
    expect(await mark('/mark_all_as_read', {})).toEqual([]);
  });
});

describe('unread messages of a snapshot', () => {
  it('are grouped by conversation', async () => {
    const reader = await chat.user({ name: 'Reader' });
    await reader.client.ok('post', '/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
    const stream = await send(ann, 'Case');
    const mention = await send(bob, 'case', '@**Reader**');
    const direct = (to: number[]) => ann.client.ok('post', '/messages', { type: 'direct', to, content: 'x' });
    const pm = (await direct([reader.id])).id;
    const group = (await direct([reader.id, bob.id])).id;
    const { unread_msgs, max_message_id } = await reader.client.ok('post', '/register', {
      fetch_event_types: ['message'],
    });
    expect(max_message_id).toBe(group);
    expect(unread_msgs).toEqual({
      count: 4,
      pms: [{ sender_id: ann.id, other_user_id: ann.id, unread_message_ids: [pm] }],
      streams: [
        {
          stream_id: general,
          topic: 'case',
          unread_message_ids: [stream, mention],
          sender_ids: [ann.id, bob.id],
        },
      ],
      huddles: [
        {
          user_ids_string: [ann.id, bob.id, reader.id].sort((a, b) => a - b).join(','),
          unread_message_ids: [group],
        },
      ],
      mentions: [mention],
      old_unreads_missing: false,
    });
  });

  it('are none, and the newest message is -1, for a user who has received no message', async () => {
    const fresh = await chat.user();
    const { max_message_id, unread_msgs } = await fresh.client.ok('post', '/register', {
      fetch_event_types: ['message'],
    });
    expect([max_message_id, unread_msgs.count]).toEqual([-1, 0]);
  });
});

describe('reactions', () => {
  const react = (user: TestUser, id: number, params: object) =>
    user.client.post(`/messages/${id}/reactions`, { ...params });
  const unreact = (user: TestUser, id: number, params: object) =>
    user.client.delete(`/messages/${id}/reactions`, { ...params });

  it('are added and removed, shown, and sent as events', async () => {
    const id = await send(ann);
    const events = await eventsOf(owner, ['reaction'], async () => {
      expect((await react(bob, id, { emoji_name: 'tada' })).status).toBe(200);
      expect((await unreact(bob, id, { emoji_name: 'tada' })).status).toBe(200);
      expect((await react(bob, id, { emoji_name: 'tada' })).status).toBe(200);
    });
    const reaction = {
      user_id: bob.id,
      emoji_name: 'tada',
      emoji_code: '1f389',
      reaction_type: 'unicode_emoji',
    };
    expect(events).toMatchObject([
      { op: 'add', message_id: id, ...reaction },
      { op: 'remove', message_id: id, ...reaction },
      { op: 'add' },
    ]);
    expect((await owner.client.ok('get', `/messages/${id}`)).message.reactions).toEqual([reaction]);
  });

  it('that exist already are REACTION_ALREADY_EXISTS, and missing ones REACTION_DOES_NOT_EXIST', async () => {
    const id = await send(ann);
    expect((await unreact(bob, id, { emoji_name: 'tada' })).body.code).toBe('REACTION_DOES_NOT_EXIST');
    await react(bob, id, { emoji_name: 'tada' });
    expect((await react(bob, id, { emoji_name: 'tada' })).body.code).toBe('REACTION_ALREADY_EXISTS');
  });

  it('with the same code and type have the name of the first reaction', async () => {
    const id = await send(ann);
    await react(ann, id, { emoji_name: 'my_party', emoji_code: '1f389', reaction_type: 'unicode_emoji' });
    await react(bob, id, { emoji_name: 'tada' });
    const { reactions } = (await bob.client.ok('get', `/messages/${id}`)).message;
    expect(reactions.map((reaction: { emoji_name: string }) => reaction.emoji_name)).toEqual([
      'my_party',
      'my_party',
    ]);
    expect((await unreact(bob, id, { emoji_name: 'tada' })).status).toBe(200);
    expect((await unreact(ann, id, { emoji_code: '1f389' })).status).toBe(200);
    expect((await bob.client.ok('get', `/messages/${id}`)).message.reactions).toEqual([]);
  });

  it('are refused for unknown emoji and for messages that cannot be seen', async () => {
    const id = await send(ann);
    expect((await react(bob, id, { emoji_name: 'no_such_emoji' })).status).toBe(400);
    expect(
      (await react(bob, id, { emoji_name: 'tada', emoji_code: '1f697', reaction_type: 'unicode_emoji' }))
        .status,
    ).toBe(400);
    expect((await react(guest, id, { emoji_name: 'tada' })).body.msg).toBe('Invalid message(s)');
  });
});

describe('typing', () => {
  it('is sent to the people of a direct conversation, unless they turned it off', async () => {
    const typing = (op: string) => ann.client.ok('post', '/typing', { op, to: [bob.id] });
    const [event] = await eventsOf(bob, ['typing'], () => typing('start'));
    expect(event).toMatchObject({
      op: 'start',
      message_type: 'direct',
      sender: { user_id: ann.id, email: ann.email },
      recipients: [
        { user_id: ann.id, email: ann.email },
        { user_id: bob.id, email: bob.email },
      ],
    });
    await bob.client.ok('patch', '/settings', { receives_typing_notifications: false });
    expect(await eventsOf(bob, ['typing'], () => typing('stop'))).toEqual([]);
    await bob.client.ok('patch', '/settings', { receives_typing_notifications: true });
    await ann.client.ok('patch', '/settings', { send_private_typing_notifications: false });
    expect((await ann.client.post('/typing', { op: 'start', to: [bob.id] })).status).toBe(400);
    await ann.client.ok('patch', '/settings', { send_private_typing_notifications: true });
  });

  it('in a channel is sent to clients that support it', async () => {
    const act = () =>
      ann.client.ok('post', '/typing', { type: 'stream', op: 'start', stream_id: general, topic: 't' });
    const capable = { client_capabilities: { stream_typing_notifications: true } };
    expect(await eventsOf(bob, ['typing'], act)).toEqual([]);
    expect(await eventsOf(bob, ['typing'], act, capable)).toMatchObject([
      { op: 'start', message_type: 'stream', stream_id: general, topic: 't', sender: { user_id: ann.id } },
    ]);
    expect(
      (await guest.client.post('/typing', { type: 'channel', op: 'start', stream_id: general, topic: 't' }))
        .body.code,
    ).toBe('STREAM_DOES_NOT_EXIST');
  });

  it('while editing a message is accepted from users who may edit it, and sent to users who can see it', async () => {
    const id = await send(ann);
    const events = await eventsOf(bob, ['typing_edit_message'], () =>
      ann.client.ok('post', `/messages/${id}/typing`, { op: 'start' }),
    );
    expect(events).toMatchObject([
      {
        op: 'start',
        sender_id: ann.id,
        message_id: id,
        recipient: { type: 'channel', channel_id: general, topic: 'talk' },
      },
    ]);
    expect((await bob.client.post(`/messages/${id}/typing`, { op: 'start' })).status).toBe(400);
    expect((await guest.client.post(`/messages/${id}/typing`, { op: 'start' })).body.msg).toBe(
      'Invalid message(s)',
    );
    expect((await ann.client.post(`/messages/${id}/typing`, { op: 'pause' })).body.code).toBe(
      'REQUEST_VARIABLE_INVALID',
    );
  });
});
