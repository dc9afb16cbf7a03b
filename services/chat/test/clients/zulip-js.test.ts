import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';
import { populate } from '../support/content.js';
import { OWNER, Program } from '../support/program.js';

// biome-ignore lint/suspicious/noExplicitAny: the package has no types
const zulip = createRequire(import.meta.url)('zulip-js') as (config: object) => Promise<any>;

describe('zulip-js 2.1.0', () => {
  let chat: Chat;
  let owner: TestUser;
  let other: TestUser;
  // biome-ignore lint/suspicious/noExplicitAny: the package has no types
  let client: any;
  let channel: number;
  const me = { username: 'newcomer@example.com', password: OWNER.password };

  /** Returns the response to a call, which must succeed; `ignored` lists parameters that the service ignores. */
  // biome-ignore lint/suspicious/noExplicitAny: answers have as many shapes as there are endpoints
  async function ok(call: Promise<any>, ignored?: string[]): Promise<any> {
    const { result, msg, ignored_parameters_unsupported, ...rest } = await call;
    expect([result, msg, ignored_parameters_unsupported]).toEqual(['success', '', ignored]);
    return rest;
  }

  beforeAll(async () => {
    chat = await startChat();
    owner = await chat.user({ role: ROLE.owner });
    other = await chat.user();
    channel = (await populate([owner, other])).publicChannel;
    await owner.client.ok('post', '/users', { ...me, email: me.username, full_name: 'Newcomer' });
    client = await zulip({ ...me, realm: chat.url });
    await ok(client.users.me.subscriptions.add({ subscriptions: JSON.stringify([{ name: 'general' }]) }));
  });
  afterAll(() => chat.stop());

  const send = async (content: string) =>
    (await ok(client.messages.send({ type: 'stream', to: 'general', subject: 'js', content }))).id as number;

  test('logs in with a password; with a wrong password, it gets no key', async () => {
    expect(client.config.apiKey).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(await ok(client.users.me.getProfile())).toMatchObject({ email: me.username, is_bot: false });
    const wrong = await zulip({ ...me, password: 'another phrase', realm: chat.url });
    expect(await wrong.users.me.getProfile()).toMatchObject({ result: 'error', code: 'UNAUTHORIZED' });
    expect(await client.server.settings()).toMatchObject({ zulip_feature_level: 416 });
  });

  test('registers for some or all types of events, and reads its own message from the queue', async () => {
    const all = await ok(client.queues.register({ event_types: null }));
    expect(all.realm_users.length).toBeGreaterThan(2);
    const some = await ok(client.queues.register({ event_types: ['message'] }));
    const id = await send('from a script');
    for (const { queue_id, last_event_id } of [all, some]) {
      const { events } = await ok(client.events.retrieve({ queue_id, last_event_id }));
      const messages = events.filter(({ type }: { type: string }) => type === 'message');
      expect(messages).toMatchObject([
        { type: 'message', message: { id, subject: 'js', sender_email: me.username } },
      ]);
    }
    await ok(client.queues.deregister({ queue_id: some.queue_id }));
    expect(await client.events.retrieve({ ...some, dont_block: true })).toMatchObject({
      code: 'BAD_EVENT_QUEUE_ID',
    });
  });

  test('sends to a channel and to people, and reads both by narrows', async () => {
    const first = await send('one');
    const to = JSON.stringify([other.email]);
    const { id: direct } = await ok(client.messages.send({ type: 'private', to, content: 'two' }));
    const read = async (narrow: object[], anchor: number | string = 'newest') =>
      (await ok(client.messages.retrieve({ narrow, anchor, num_before: 10, num_after: 0 }))).messages;
    expect((await read([{ operator: 'stream', operand: 'general' }])).at(-1)).toMatchObject({ id: first });
    expect(await read([{ operator: 'pm-with', operand: other.email }])).toMatchObject([{ id: direct }]);
    expect(await ok(client.messages.getById({ message_id: first }), ['message_id'])).toMatchObject({
      raw_content: 'one',
    });
  });

  test('edits, reads the history, deletes', async () => {
    const message_id = await send('befor');
    await ok(client.messages.update({ message_id, content: 'before' }), ['message_id']);
    const { message_history } = await ok(client.messages.getHistoryById({ message_id }), ['message_id']);
    expect(message_history.map((entry: { content: string }) => entry.content)).toEqual(['befor', 'before']);
    expect(await ok(client.messages.render('**bold**'))).toEqual({
      rendered: '<p><strong>bold</strong></p>',
    });
    await ok(client.messages.deleteById({ message_id }), ['message_id']);
    expect(await client.messages.getById({ message_id })).toMatchObject({ msg: 'Invalid message(s)' });
  });

  test('reacts, stars, marks as read and as unread', async () => {
    const message_id = await send('look');
    await ok(client.reactions.add({ message_id, emoji_name: 'thumbs_up' }));
    const emoji = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' };
    await ok(client.reactions.add({ message_id, ...emoji }));
    const { message } = await ok(client.messages.getById({ message_id }), ['message_id']);
    expect(message.reactions).toMatchObject([{ emoji_name: 'thumbs_up' }, emoji]);
    await ok(client.reactions.remove({ message_id, emoji_name: 'thumbs_up' }));
    await ok(client.messages.deleteReactionById({ message_id, emoji_name: 'tada' }), ['message_id']);
    for (const flag of ['starred', 'read'])
      for (const op of ['add', 'remove'])
        expect((await ok(client.messages.flags[op]({ flag, messages: [message_id] }))).messages).toEqual([
          message_id,
        ]);
  });

  test('lists channels, topics, subscriptions, users, emoji; unsubscribes', async () => {
    await send('for the list of topics');
    const named = (list: { name: string }[]) => list.map(({ name }) => name);
    expect(named((await ok(client.streams.retrieve())).streams)).toContain('general');
    expect(await ok(client.streams.getStreamId('general'))).toEqual({ stream_id: channel });
    expect(named((await ok(client.streams.topics.retrieve({ stream_id: channel }))).topics)).toContain('js');
    expect(named((await ok(client.streams.subscriptions.retrieve())).subscriptions)).toEqual(['general']);
    expect((await ok(client.users.retrieve())).members.length).toBeGreaterThan(2);
    expect(await ok(client.emojis.retrieve())).toEqual({ emoji: {} });
    const subscriptions = JSON.stringify(['general']);
    expect(await ok(client.users.me.subscriptions.remove({ subscriptions }))).toEqual({
      removed: ['general'],
      not_removed: [],
    });
    await ok(client.users.me.subscriptions.add({ subscriptions: JSON.stringify([{ name: 'general' }]) }));
  });

  test('sends typing notifications to one person and to several', async () => {
    for (const to of [[other.id], [other.id, owner.id]])
      for (const op of ['start', 'stop']) await ok(client.typing.send({ to, op }));
  });

  test('endpoints that newer servers have removed respond with 404', async () => {
    for (const call of [client.filters.retrieve(), client.users.me.pointer.retrieve()])
      expect(await call).toMatchObject({ result: 'error', code: 'NOT_FOUND' });
  });
});

describe('the event loop of zulip-js, while the server is killed and restarted', () => {
  let folder: string;
  let program: Program;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'chat-zulip-js-'));
    program = new Program(path.join(folder, 'data'));
    await program.init();
    await program.serve();
  });
  afterAll(async () => {
    await program.kill();
    await rm(folder, { recursive: true });
  });

  test('the client continues with its queue and never registers again', async () => {
    // The client logs each failed connection; its loop never ends.
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const client = await zulip({ username: OWNER.email, password: OWNER.password, realm: program.url });
    const heard: string[] = [];
    const types: string[] = [];
    client.callOnEachEvent((event: { type: string; message?: { content: string } }) => {
      types.push(event.type);
      if (event.message !== undefined) heard.push(event.message.content);
    });
    const say = async (content: string) =>
      expect(
        await client.messages.send({ type: 'stream', to: 'general', topic: 'js', content }),
      ).toMatchObject({
        result: 'success',
      });
    // The client's loop registers a queue some time after this call.
    await expect
      .poll(async () => {
        await client.users.me.subscriptions.add({
          subscriptions: JSON.stringify([{ name: `x${types.length}` }]),
        });
        return types.length;
      })
      .toBeGreaterThan(0);
    await say('before');
    await expect.poll(() => heard).toEqual(['before']);
    const { port } = program;
    await say('sent and not yet heard');
    await program.kill();
    await program.serve(port);
    await say('after');
    await expect.poll(() => heard).toEqual(['before', 'sent and not yet heard', 'after']);
  });
});
