import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';
import { type Content, populate } from '../support/content.js';
import { listen } from '../support/events.js';

// Tests channels created in one call, default channels, deletion of whole topics, receipts and reports.
let chat: Chat;
let owner: TestUser;
let ben: TestUser;
let cat: TestUser;
let content: Content;
beforeAll(async () => {
  chat = await startChat();
  owner = await chat.user({ role: ROLE.owner, name: 'Ann' });
  ben = await chat.user({ name: 'Ben' });
  cat = await chat.user({ name: 'Cat' });
  content = await populate([owner, ben, cat]);
});
afterAll(() => chat.stop());

const send = async (user: TestUser, topic: string, text = 'text', to: string | number = 'general') =>
  (await user.client.ok('post', '/messages', { type: 'channel', to, topic, content: text })).id as number;
const refused = (msg: RegExp, code = 'BAD_REQUEST') => ({
  status: 400,
  body: { code, msg: expect.stringMatching(msg) },
});

describe('/channels/create', () => {
  it('creates a channel with the given subscribers and no others', async () => {
    const { id } = await owner.client.ok('post', '/channels/create', {
      name: 'music_group',
      description: 'About music',
      subscribers: [ben.id],
    });
    const events = await listen(cat, ['stream', 'subscription']);
    expect(await owner.client.ok('get', `/streams/${id}/members`)).toMatchObject({ subscribers: [ben.id] });
    const empty = await ben.client.ok('post', '/channels/create', { name: 'Nobody here', subscribers: [] });
    expect(await ben.client.ok('get', `/streams/${empty.id}`)).toMatchObject({
      stream: { name: 'Nobody here', subscriber_count: 0, creator_id: ben.id },
    });
    expect(await events.next()).toMatchObject([
      { type: 'stream', op: 'create', streams: [{ stream_id: empty.id }] },
    ]);
    const secret = await ben.client.ok('post', '/channels/create', {
      name: 'Hidden',
      subscribers: [ben.id, cat.id],
      invite_only: true,
    });
    expect((await owner.client.ok('get', `/streams/${secret.id}`)).stream.invite_only).toBe(true);
  });

  it('refuses a name in use, an unknown subscriber, and a guest', async () => {
    const create = (user: TestUser, params: object) => user.client.post('/channels/create', { ...params });
    expect(await create(owner, { name: 'GENERAL', subscribers: [] })).toMatchObject(
      refused(/already exists/),
    );
    expect(await create(owner, { name: 'fresh', subscribers: [999_999] })).toMatchObject(refused(/999999/));
    const guest = await chat.user({ role: ROLE.guest });
    expect(await create(guest, { name: 'fresh', subscribers: [] })).toMatchObject(
      refused(/Insufficient permission/),
    );
    // A refused request does not change data.
    expect(await owner.client.get('/get_stream_id', { stream: 'fresh' })).toMatchObject({ status: 400 });
  });
});

describe('/default_streams', () => {
  it('newcomers join the channels that administrators have made default channels, until these are removed from the list', async () => {
    const events = await listen(ben, ['default_streams']);
    const stream_id = content.publicChannel;
    await owner.client.ok('post', '/default_streams', { stream_id });
    const join = async (email: string) => {
      const { user_id } = await owner.client.ok('post', '/users', {
        email,
        password: 'correct horse 42',
        full_name: 'New',
      });
      const path = `/users/${user_id}/subscriptions/${stream_id}`;
      return (await owner.client.ok('get', path)).is_subscribed;
    };
    expect(await join('one@example.com')).toBe(true);
    await owner.client.ok('delete', '/default_streams', { stream_id });
    expect(await join('two@example.com')).toBe(false);
    expect(await events.next()).toEqual([
      { type: 'default_streams', default_streams: [stream_id] },
      { type: 'default_streams', default_streams: [] },
    ]);
    expect(await owner.client.post('/default_streams', { stream_id: content.privateChannel })).toMatchObject(
      refused(/cannot be private/),
    );
  });
});

describe('/streams/{id}/delete_topic', () => {
  it('deletes all messages of one topic, ignoring its case, and notifies the subscribers', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 105; i++) ids.push(await send(ben, i % 2 === 0 ? 'Doomed' : 'doomed'));
    const kept = await send(ben, 'kept');
    const events = await listen(cat, ['delete_message'], {
      client_capabilities: { bulk_message_deletion: true },
    });
    const path = `/streams/${content.publicChannel}/delete_topic`;
    expect(await ben.client.post(path, { topic_name: 'doomed' })).toMatchObject(refused(/permission/));
    expect(await owner.client.ok('post', path, { topic_name: 'DOOMED' })).toMatchObject({ complete: true });
    const told = (await events.next()).flatMap(({ message_ids }) => message_ids).sort((a, b) => a - b);
    expect(told).toEqual(ids);
    const names = (await cat.client.ok('get', `/users/me/${content.publicChannel}/topics`)).topics.map(
      (topic: { name: string }) => topic.name,
    );
    expect(names).toContain('kept');
    expect(names.map((name: string) => name.toLowerCase())).not.toContain('doomed');
    expect((await cat.client.get(`/messages/${kept}`)).status).toBe(200);
    // Deleting a topic without messages succeeds.
    expect(await owner.client.ok('post', path, { topic_name: 'never was' })).toMatchObject({
      complete: true,
    });
  });

  it('keeps messages that the administrator cannot read', async () => {
    await ben.client.ok('post', '/channels/create', {
      name: 'closed',
      subscribers: [ben.id, cat.id],
      invite_only: true,
    });
    const id = await send(ben, 'ours', 'text', 'closed');
    const { stream_id } = await ben.client.ok('get', '/get_stream_id', { stream: 'closed' });
    await owner.client.ok('post', `/streams/${stream_id}/delete_topic`, { topic_name: 'ours' });
    expect((await cat.client.get(`/messages/${id}`)).status).toBe(200);
  });
});

describe('/messages/{id}/read_receipts', () => {
  const read = (user: TestUser, id: number) =>
    user.client.ok('post', '/messages/flags', { messages: [id], op: 'add', flag: 'read' });
  const readers = async (user: TestUser, id: number) =>
    (await user.client.ok('get', `/messages/${id}/read_receipts`)).user_ids;

  it('lists the users who have read a message, except its sender, muted users, and users who hide their receipts', async () => {
    const id = await send(owner, 'receipts');
    expect(await readers(owner, id)).toEqual([]);
    await read(ben, id);
    await read(cat, id);
    expect(await readers(ben, id)).toEqual([ben.id, cat.id]);
    await owner.client.ok('post', `/users/me/muted_users/${cat.id}`);
    expect(await readers(owner, id)).toEqual([ben.id]);
    expect(await readers(cat, id)).toEqual([ben.id, cat.id]);
    await owner.client.ok('delete', `/users/me/muted_users/${cat.id}`);
    await cat.client.ok('patch', '/settings', { send_read_receipts: false });
    expect(await readers(owner, id)).toEqual([ben.id]);
    await cat.client.ok('patch', '/settings', { send_read_receipts: true });
    expect(await readers(owner, id)).toEqual([ben.id, cat.id]);
  });

  it('is allowed to users who can see the message, unless the organization turns it off', async () => {
    expect(await cat.client.get(`/messages/${content.messages.direct}/read_receipts`)).toMatchObject(
      refused(/Invalid message/),
    );
    await owner.client.ok('patch', '/realm', { enable_read_receipts: false });
    const id = content.messages.public;
    expect(await cat.client.get(`/messages/${id}/read_receipts`)).toMatchObject(refused(/disabled/));
    await owner.client.ok('patch', '/realm', { enable_read_receipts: true });
    expect((await cat.client.get(`/messages/${id}/read_receipts`)).status).toBe(200);
  });
});

describe('/messages/{id}/report', () => {
  const report = (user: TestUser, id: number, params: object) =>
    user.client.post(`/messages/${id}/report`, { ...params });

  it('is off until the organization chooses a channel for reports', async () => {
    expect(await report(ben, content.messages.public, { report_type: 'spam' })).toMatchObject(
      refused(/must be specified/),
    );
  });

  it('quotes the message to the moderators, and nothing in the quote mentions or links', async () => {
    await owner.client.ok('post', '/channels/create', {
      name: 'moderators',
      subscribers: [owner.id],
      invite_only: true,
    });
    const { stream_id } = await owner.client.ok('get', '/get_stream_id', { stream: 'moderators' });
    await owner.client.ok('patch', '/realm', { moderation_request_channel_id: stream_id });
    const events = await listen(owner, ['message']);
    const { id } = await ben.client.ok('post', '/messages', {
      type: 'direct',
      to: [cat.id],
      content: '````\n@**Ann** leave the fence',
    });
    expect(await report(cat, id, { report_type: 'other' })).toMatchObject(refused(/explanation/));
    expect(await report(cat, id, { report_type: 'rude' })).toMatchObject({ status: 400 });
    // A report repeats the content, so only readers of the message can report it.
    expect(await report(owner, id, { report_type: 'spam' })).toMatchObject(refused(/Invalid message/));
    expect(
      (await report(cat, id, { report_type: 'harassment', description: 'He is ```rude```.' })).status,
    ).toBe(200);
    const [event, ...more] = await events.next();
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      flags: [],
      message: {
        stream_id,
        subject: "Ben's moderation requests",
        sender_full_name: 'Notification Bot',
        content: expect.stringContaining('@**Ann** leave the fence'),
      },
    });
    expect(event!.message.content).toContain('**Harassment**');
    const { message } = await owner.client.ok('get', `/messages/${event!.message.id}`);
    expect(message.content).not.toContain('class="user-mention" data-user-id');
    expect(message.content).toContain('He is ```rude```.');
  });

  it('links to the reported message if it is in a channel', async () => {
    const events = await listen(owner, ['message'], { apply_markdown: true });
    const id = await send(ben, 'trouble');
    expect((await report(cat, id, { report_type: 'spam' })).status).toBe(200);
    const event = (await events.next()).at(-1);
    expect(event!.message.content).toContain(`/topic/trouble/near/${id}`);
  });
});
