import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';

let chat: Chat;
let owner: TestUser;
let ann: TestUser;
let bob: TestUser;
let guest: TestUser;

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
  await owner.client.ok('post', '/users/me/subscriptions', {
    subscriptions: [{ name: 'secret' }],
    invite_only: true,
  });
});
afterAll(() => chat.stop());

const toChannel = (content: string, topic = 'talk', to: unknown = 'general') => ({
  type: 'channel',
  to,
  topic,
  content,
});
const toPeople = (content: string, to: unknown) => ({ type: 'direct', to, content });

async function newest(user: TestUser) {
  const { messages } = await user.client.ok('get', '/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
  });
  return messages[0];
}

describe('a channel message', () => {
  it('reaches all subscribers, rendered, without white space at its end', async () => {
    const { id } = await ann.client.ok('post', '/messages', toChannel('Hi **there** \n', 'hello', 'General'));
    expect(await newest(bob)).toMatchObject({
      id,
      type: 'stream',
      display_recipient: 'general',
      subject: 'hello',
      content: '<p>Hi <strong>there</strong></p>',
      content_type: 'text/html',
      sender_full_name: 'Ann',
      flags: [],
      reactions: [],
      topic_links: [],
      is_me_message: false,
    });
    const { message, raw_content } = await bob.client.ok('get', `/messages/${id}`);
    expect(raw_content).toBe('Hi **there**');
    expect(message.edit_history).toBeUndefined();
  });

  it('is sent with the type stream or channel, to a name, an id, or a list with one entry', async () => {
    const { stream_id } = await ann.client.ok('get', '/get_stream_id', { stream: 'general' });
    for (const [type, to] of [
      ['stream', stream_id],
      ['channel', [stream_id]],
      ['channel', ['general']],
      ['stream', 'GENERAL'],
    ]) {
      const { id } = await ann.client.ok('post', '/messages', { type, to, subject: 'x', content: 'y' });
      expect((await newest(bob)).id).toBe(id);
    }
  });

  it('STREAM_DOES_NOT_EXIST: channel does not exist, with its name as plain text', async () => {
    const { status, body } = await ann.client.post('/messages', toChannel('x', 't', '<b>"no\'</b>'));
    expect(status).toBe(400);
    expect(body).toEqual({
      result: 'error',
      code: 'STREAM_DOES_NOT_EXIST',
      msg: "Channel '<b>\"no'</b>' does not exist",
      stream: '<b>"no\'</b>',
    });
    const byId = await ann.client.post('/messages', toChannel('x', 't', 1e12));
    expect(byId.body).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST', stream_id: 1e12 });
  });

  it('to a private channel gets the error of an unknown channel', async () => {
    const hidden = await ann.client.post('/messages', toChannel('x', 't', 'secret'));
    expect(hidden.body).toMatchObject({
      code: 'STREAM_DOES_NOT_EXIST',
      msg: "Channel 'secret' does not exist",
      stream: 'secret',
    });
    const forGuest = await guest.client.post('/messages', toChannel('x', 't', 'general'));
    expect(forGuest.body).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST', stream: 'general' });
  });

  it.each([
    ['no topic', { type: 'channel', to: 'general', content: 'x' }, 'REQUEST_VARIABLE_MISSING'],
    ['a topic that is too long', toChannel('x', 't'.repeat(61)), 'BAD_REQUEST'],
    ['a control character in the topic', toChannel('x', 'a\u0007b'), 'BAD_REQUEST'],
    ['an empty content', toChannel(' \n\t '), 'BAD_REQUEST'],
    ['NUL in the content', toChannel('a\0b'), 'REQUEST_VARIABLE_INVALID'],
    ['a content that is too long', toChannel('x'.repeat(10_001)), 'BAD_REQUEST'],
    ['two channels', toChannel('x', 't', ['general', 'other']), 'BAD_REQUEST'],
    ['no channel', toChannel('x', 't', []), 'BAD_REQUEST'],
    ['an unknown type', { ...toChannel('x'), type: 'letter' }, 'REQUEST_VARIABLE_INVALID'],
    ['topic and subject that differ', { ...toChannel('x'), subject: 'y' }, 'REQUEST_CONFUSING_VAR'],
    ['queue_id without local_id', { ...toChannel('x'), queue_id: 'q' }, 'REQUEST_VARIABLE_MISSING'],
  ])('is refused for %s', async (_what, params, code) => {
    expect((await ann.client.post('/messages', params)).body).toMatchObject({ result: 'error', code });
  });

  it('has its lengths limited in characters, not in units of UTF-16', async () => {
    await ann.client.ok('post', '/messages', toChannel('😀'.repeat(10_000), '😀'.repeat(60)));
  });

  it('stores "(no topic)" and the display name as the empty topic; clients that cannot show it get the display name', async () => {
    for (const topic of ['(no topic)', 'general chat', '']) {
      const { id } = await ann.client.ok('post', '/messages', toChannel('x', topic));
      const shown = await bob.client.ok('get', `/messages/${id}`);
      expect(shown.message.subject).toBe('general chat');
      const plain = await bob.client.ok('get', `/messages/${id}`, { allow_empty_topic_name: true });
      expect(plain.message.subject).toBe('');
    }
  });

  it('needs a topic if the channel requires it', async () => {
    await owner.client.ok('post', '/users/me/subscriptions', {
      subscriptions: [{ name: 'strict' }],
      topics_policy: 'disable_empty_topic',
    });
    for (const topic of ['', '(no topic)', 'general chat'])
      expect((await owner.client.post('/messages', toChannel('x', topic, 'strict'))).body.code).toBe(
        'BAD_REQUEST',
      );
    await owner.client.ok('post', '/messages', toChannel('x', 'something', 'strict'));
  });

  it('is refused for users without the channel’s permission, and for everyone if the channel is archived', async () => {
    await owner.client.ok('post', '/users/me/subscriptions', {
      subscriptions: [{ name: 'news' }],
      can_send_message_group: 6,
    });
    const refused = await ann.client.post('/messages', toChannel('x', 't', 'news'));
    expect(refused.body).toMatchObject({
      code: 'BAD_REQUEST',
      msg: "Not authorized to send to channel 'news'",
    });
    const { stream_id } = await owner.client.ok('get', '/get_stream_id', { stream: 'news' });
    await owner.client.ok('post', '/messages', toChannel('x', 't', 'news'));
    await owner.client.ok('delete', `/streams/${stream_id}`);
    expect((await owner.client.post('/messages', toChannel('x', 't', stream_id))).body.code).toBe(
      'BAD_REQUEST',
    );
  });

  it('of a bot is accepted where the bot’s owner may send', async () => {
    const bot = await chat.user({ bot: true, ownerId: owner.id });
    const stray = await chat.user({ bot: true, ownerId: ann.id });
    await bot.client.ok('post', '/messages', toChannel('beep', 't', 'secret'));
    expect((await stray.client.post('/messages', toChannel('beep', 't', 'secret'))).body.code).toBe(
      'STREAM_DOES_NOT_EXIST',
    );
  });
});

describe('the mark “read” for the sender of a message', () => {
  it.each([
    ['a script', {}, { 'user-agent': 'curl/8' }, false],
    ['a terminal', {}, { 'user-agent': 'ZulipTerminal/0.7 Linux' }, true],
    ['the client parameter', { client: 'website' }, { 'user-agent': 'curl/8' }, true],
    ['read_by_sender', { read_by_sender: true }, {}, true],
    ['read_by_sender false', { read_by_sender: false, client: 'website' }, {}, false],
  ])('is decided by %s', async (_what, params, headers, isRead) => {
    const { body } = await ann.client.post('/messages', { ...toChannel('x'), ...params }, headers);
    const { message } = await ann.client.ok('get', `/messages/${body.id}`);
    expect(message.flags.includes('read')).toBe(isRead);
    expect(message.client).not.toBe('');
  });
});

describe('a direct message', () => {
  it.each([
    ['ids', () => [bob.id]],
    ['addresses', () => [bob.email]],
    ['one address as text', () => bob.email.toUpperCase()],
    ['one id', () => bob.id],
    ['the sender among them', () => [bob.id, ann.id, bob.id]],
  ])('goes to %s', async (_what, to) => {
    const { id } = await ann.client.ok('post', '/messages', toPeople('psst', to()));
    const message = await newest(bob);
    expect(message).toMatchObject({ id, type: 'private', subject: '' });
    expect(message.stream_id).toBeUndefined();
    expect(message.display_recipient).toEqual([
      { id: ann.id, email: ann.email, full_name: 'Ann', is_mirror_dummy: false },
      { id: bob.id, email: bob.email, full_name: 'Bob', is_mirror_dummy: false },
    ]);
    expect((await newest(owner))?.id).not.toBe(id);
  });

  it('accepts addresses separated by commas; the same people are the same conversation', async () => {
    const first = await ann.client.ok('post', '/messages', toPeople('x', `${bob.email}, ${guest.email}`));
    const second = await guest.client.ok('post', '/messages', {
      type: 'private',
      to: [ann.id, bob.id],
      content: 'y',
    });
    const ids = [first.id, second.id].map((id) => bob.client.ok('get', `/messages/${id}`));
    const [a, b] = await Promise.all(ids);
    expect(a!.message.recipient_id).toBe(b!.message.recipient_id);
  });

  it('to no one is a note to the sender', async () => {
    const { id } = await ann.client.ok('post', '/messages', toPeople('note', []));
    expect((await newest(ann)).display_recipient).toHaveLength(1);
    expect((await bob.client.get(`/messages/${id}`)).body.msg).toBe('Invalid message(s)');
  });

  it("to an unknown address is BAD_REQUEST: Invalid email '<email>'", async () => {
    const { status, body } = await ann.client.post('/messages', toPeople('x', ['no<b>@example.com']));
    expect(status).toBe(400);
    expect(body).toEqual({ result: 'error', code: 'BAD_REQUEST', msg: "Invalid email 'no<b>@example.com'" });
  });

  it.each([
    ['an unknown id', [4_000_000_000], 'BAD_REQUEST'],
    ['ids and addresses mixed', [1, 'a@example.com'], 'REQUEST_VARIABLE_INVALID'],
    ['an object', { id: 1 }, 'REQUEST_VARIABLE_INVALID'],
    ['half an id', [1.5], 'REQUEST_VARIABLE_INVALID'],
  ])('is refused for %s', async (_what, to, code) => {
    expect((await ann.client.post('/messages', toPeople('x', to))).body.code).toBe(code);
  });

  it('has at most 20 recipients besides the sender', async () => {
    const many = [];
    for (let n = 0; n < 21; n++) many.push((await chat.user()).id);
    expect((await ann.client.post('/messages', toPeople('x', many))).body.code).toBe('BAD_REQUEST');
    await ann.client.ok('post', '/messages', toPeople('x', many.slice(1)));
  });
});

describe('wildcard mentions', () => {
  it('in a channel with more than 15 people need a permission', async () => {
    const crowd: TestUser[] = [];
    for (let n = 0; n < 15; n++) crowd.push(await chat.user());
    await owner.client.ok('post', '/users/me/subscriptions', {
      subscriptions: [{ name: 'crowd' }],
      principals: [ann.id, ...crowd.map((user) => user.id)],
    });
    const refused = await ann.client.post('/messages', toChannel('@**all** hi', 't', 'crowd'));
    expect(refused.body).toEqual({
      result: 'error',
      code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
      msg: 'You do not have permission to use channel wildcard mentions in this channel.',
    });
    for (const user of crowd) await user.client.ok('post', '/messages', toChannel('x', 'busy', 'crowd'));
    await ann.client.ok('post', '/messages', toChannel('@**topic** fifteen are not many', 'busy', 'crowd'));
    const topic = await ann.client.post('/messages', toChannel('@**topic** sixteen are', 'busy', 'crowd'));
    expect(topic.body).toEqual({
      result: 'error',
      code: 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
      msg: 'You do not have permission to use topic wildcard mentions in this topic.',
    });
    const { id } = await owner.client.ok('post', '/messages', toChannel('@**all** hi', 't', 'crowd'));
    const { message } = await crowd[0]!.client.ok('get', `/messages/${id}`);
    expect(message.flags).toEqual(['stream_wildcard_mentioned', 'wildcard_mentioned']);
  });

  it('of a topic reach the users who have taken part in the topic', async () => {
    await ann.client.ok('post', '/messages', toChannel('first', 'parts'));
    const { id } = await bob.client.ok('post', '/messages', toChannel('@**topic** ping', 'parts'));
    const flags = async (user: TestUser) => (await user.client.ok('get', `/messages/${id}`)).message.flags;
    expect(await flags(ann)).toEqual(['topic_wildcard_mentioned', 'wildcard_mentioned']);
    expect(await flags(owner)).toEqual([]);
  });
});

describe('mentions', () => {
  it('set a flag for named users who receive the message, but not for silent mentions', async () => {
    const { id } = await ann.client.ok(
      'post',
      '/messages',
      toChannel(`@**Bob** and @_**Olga** and @**Gil**`),
    );
    const flags = async (user: TestUser) => (await user.client.ok('get', `/messages/${id}`)).message.flags;
    expect(await flags(bob)).toEqual(['mentioned']);
    expect(await flags(owner)).toEqual([]);
    expect((await guest.client.get(`/messages/${id}`)).body.result).toBe('error');
  });
});

describe('automatic topic policies', () => {
  const send = async (user: TestUser, topic: string) =>
    (await user.client.ok('post', '/messages', toChannel('x', topic))).automatic_new_visibility_policy;

  it('Topic visibility policy of the sender: any → followed by POST /messages; only the answer to the first message reports it', async () => {
    const queue = await ann.client.ok('post', '/register', { event_types: ['user_topic'] });
    expect(await send(ann, 'fresh')).toBe(3);
    expect(await send(ann, 'fresh')).toBeUndefined();
    const { events } = await ann.client.ok('get', '/events', { queue_id: queue.queue_id, last_event_id: -1 });
    expect(events).toMatchObject([{ type: 'user_topic', topic_name: 'fresh', visibility_policy: 3 }]);
  });

  it('leave a muted topic muted', async () => {
    const { stream_id } = await ann.client.ok('get', '/get_stream_id', { stream: 'general' });
    await ann.client.ok('post', '/user_topics', { stream_id, topic: 'hush', visibility_policy: 1 });
    expect(await send(ann, 'hush')).toBeUndefined();
  });

  it('unmute in a muted channel if following is off', async () => {
    const quiet = await chat.user();
    await owner.client.ok('post', '/users/me/subscriptions', {
      subscriptions: [{ name: 'general' }],
      principals: [quiet.id],
    });
    const { stream_id } = await quiet.client.ok('get', '/get_stream_id', { stream: 'general' });
    await quiet.client.ok('patch', '/settings', { automatically_follow_topics_policy: 4 });
    expect(await send(quiet, 'one')).toBeUndefined();
    await quiet.client.ok('post', '/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id, property: 'is_muted', value: true }],
    });
    expect(await send(quiet, 'two')).toBe(2);
  });

  it('follow a topic in which the user is mentioned', async () => {
    const queue = await bob.client.ok('post', '/register', { event_types: ['user_topic'] });
    await ann.client.ok('post', '/messages', toChannel('@**Bob**', 'about bob'));
    const { events } = await bob.client.ok('get', '/events', { queue_id: queue.queue_id, last_event_id: -1 });
    expect(events).toMatchObject([{ topic_name: 'about bob', visibility_policy: 3 }]);
  });
});

describe('a repeated send', () => {
  it('with queue_id and local_id is one message', async () => {
    const queue = await ann.client.ok('post', '/register', { event_types: ['message'] });
    const params = { ...toChannel('once', 'repeat'), queue_id: queue.queue_id, local_id: '17.01' };
    const answers = await Promise.all([1, 2, 3].map(() => ann.client.ok('post', '/messages', params)));
    expect(new Set(answers.map((answer) => answer.id)).size).toBe(1);
    const { events } = await ann.client.ok('get', '/events', { queue_id: queue.queue_id, last_event_id: -1 });
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ type: 'message', local_message_id: '17.01', local_id: '17.01' });
    for (const change of [{ content: 'twice' }, { topic: 'other' }, { local_id: '17.02' }]) {
      const { id } = await ann.client.ok('post', '/messages', { ...params, ...change });
      expect(id).not.toBe(answers[0]!.id);
    }
  });

  it('without queue_id and local_id is a second message, unless the Idempotency-Key is the same', async () => {
    const one = await ann.client.ok('post', '/messages', toChannel('plain'));
    const two = await ann.client.ok('post', '/messages', toChannel('plain'));
    expect(two.id).not.toBe(one.id);
    const key = { 'idempotency-key': 'abc' };
    const first = await ann.client.post('/messages', toChannel('keyed'), key);
    const second = await ann.client.post('/messages', toChannel('keyed'), key);
    expect(second.body.id).toBe(first.body.id);
    expect((await ann.client.post('/messages', toChannel('another'), key)).status).toBe(400);
  });
});

describe('muted users', () => {
  it('send messages that arrive read', async () => {
    await bob.client.ok('post', `/users/me/muted_users/${ann.id}`);
    const { id } = await ann.client.ok('post', '/messages', toPeople('hello?', [bob.id]));
    expect((await bob.client.ok('get', `/messages/${id}`)).message.flags).toEqual(['read']);
    await bob.client.ok('delete', `/users/me/muted_users/${ann.id}`);
  });
});
