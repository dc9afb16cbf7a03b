import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Chat, ManualClock, ROLE, startChat, type TestUser } from '../support/chat.js';
import { type Content, populate } from '../support/content.js';
import { listen } from '../support/events.js';

const START = Date.UTC(2026, 5, 1, 12);
const clock = new ManualClock(START);
let chat: Chat;
let ann: TestUser;
let ben: TestUser;
let content: Content;
beforeAll(async () => {
  chat = await startChat({ clock });
  ann = await chat.user({ role: ROLE.owner, name: 'Ann' });
  ben = await chat.user({ name: 'Ben' });
  content = await populate([ann, ben]);
});
afterAll(() => chat.stop());

const seconds = () => Math.floor(clock.now() / 1000);
const schedule = async (user: TestUser, params: object): Promise<number> =>
  (
    await user.client.ok('post', '/scheduled_messages', {
      type: 'stream',
      to: content.publicChannel,
      topic: 'later',
      content: 'hello *later*',
      ...params,
    })
  ).scheduled_message_id;
const listed = async (user: TestUser) =>
  (await user.client.ok('get', '/scheduled_messages')).scheduled_messages;
const refused = (msg: RegExp, code = 'BAD_REQUEST') => ({
  status: 400,
  body: { code, msg: expect.stringMatching(msg) },
});
/** Advances the clock, and runs the jobs that are due then. */
const pass = async (ms: number) => {
  clock.advance(ms);
  await chat.app.jobs.idle();
};

test('a message is sent once, at its time, and its writer is notified of each step', async () => {
  const events = await listen(ann, ['scheduled_messages']);
  const messages = await listen(ben, ['message']);
  const at = seconds() + 60;
  const id = await schedule(ann, { scheduled_delivery_timestamp: at });
  const shown = {
    scheduled_message_id: id,
    type: 'stream',
    to: content.publicChannel,
    topic: 'later',
    content: 'hello *later*',
    rendered_content: expect.stringContaining('<em>later</em>'),
    scheduled_delivery_timestamp: at,
    failed: false,
  };
  expect(await listed(ann)).toEqual([shown]);
  expect(await listed(ben)).toEqual([]);
  const { scheduled_messages } = await ann.client.ok('post', '/register', {
    fetch_event_types: ['scheduled_messages'],
  });
  expect(scheduled_messages).toEqual([shown]);
  await pass(59_000);
  expect(await messages.next()).toEqual([]);
  await pass(1_000);
  expect(await messages.next()).toMatchObject([
    { message: { sender_id: ann.id, subject: 'later', content: 'hello *later*', timestamp: at } },
  ]);
  await pass(600_000);
  expect(await messages.next()).toEqual([]);
  expect(await listed(ann)).toEqual([]);
  expect(await events.next()).toEqual([
    { type: 'scheduled_messages', op: 'add', scheduled_messages: [shown] },
    { type: 'scheduled_messages', op: 'remove', scheduled_message_id: id },
  ]);
});

test('text, destination and time can be changed; nothing is sent at the earlier time', async () => {
  const messages = await listen(ben, ['message']);
  const id = await schedule(ann, { scheduled_delivery_timestamp: seconds() + 60 });
  await ann.client.ok('patch', `/scheduled_messages/${id}`, {
    type: 'direct',
    to: [ben.id],
    content: 'only you',
    scheduled_delivery_timestamp: seconds() + 120,
  });
  await pass(60_000);
  expect(await messages.next()).toEqual([]);
  await pass(60_000);
  expect(await messages.next()).toMatchObject([{ message: { type: 'private', content: 'only you' } }]);
  const gone = await schedule(ann, { scheduled_delivery_timestamp: seconds() + 60 });
  expect(await ben.client.delete(`/scheduled_messages/${gone}`)).toMatchObject(refused(/does not exist/));
  await ann.client.ok('delete', `/scheduled_messages/${gone}`);
  await pass(60_000);
  expect(await messages.next()).toEqual([]);
});

test('a message whose writer has lost the permission fails with a notice; with a new time, it is tried again', async () => {
  const id = await schedule(ben, { scheduled_delivery_timestamp: seconds() + 60 });
  await ann.client.ok('patch', `/streams/${content.publicChannel}`, {
    can_send_message_group: { new: 6 },
  });
  const notices = await listen(ben, ['message', 'scheduled_messages']);
  await pass(60_000);
  expect(await notices.next()).toMatchObject([
    {
      type: 'scheduled_messages',
      op: 'update',
      scheduled_message: { scheduled_message_id: id, failed: true },
    },
    { type: 'message', message: { content: expect.stringContaining('Not authorized to send') } },
  ]);
  expect(await listed(ben)).toMatchObject([{ scheduled_message_id: id, failed: true }]);
  await ann.client.ok('patch', `/streams/${content.publicChannel}`, { can_send_message_group: { new: 2 } });
  expect(await ben.client.patch(`/scheduled_messages/${id}`, { content: 'again' })).toMatchObject(
    refused(/future/),
  );
  await ben.client.ok('patch', `/scheduled_messages/${id}`, {
    content: 'again',
    scheduled_delivery_timestamp: seconds() + 60,
  });
  expect(await listed(ben)).toMatchObject([{ failed: false }]);
  await pass(60_000);
  expect((await notices.next()).filter(({ type }) => type === 'message')).toMatchObject([
    { message: { content: 'again', sender_id: ben.id } },
  ]);
});

test('a message that a send would refuse cannot be scheduled, and nothing is stored', async () => {
  const before = await ann.client.ok('get', `/users/me/${content.publicChannel}/topics`);
  const attempt = (params: object) =>
    ben.client.post('/scheduled_messages', {
      type: 'stream',
      to: content.publicChannel,
      topic: 'fresh topic',
      content: 'x',
      scheduled_delivery_timestamp: seconds() + 60,
      ...params,
    });
  expect(await attempt({ scheduled_delivery_timestamp: seconds() })).toMatchObject(refused(/future/));
  expect(await attempt({ to: 999_999 })).toMatchObject(refused(/does not exist/, 'STREAM_DOES_NOT_EXIST'));
  expect(await attempt({ content: '  ' })).toMatchObject(refused(/empty/));
  expect(await attempt({ topic: undefined })).toMatchObject(refused(/topic/, 'REQUEST_VARIABLE_MISSING'));
  expect(await attempt({ type: 'direct', to: ['nobody@example.com'] })).toMatchObject(refused(/nobody/));
  const events = await listen(ann, ['message']);
  await schedule(ben, { topic: 'another fresh topic', scheduled_delivery_timestamp: seconds() + 3600 });
  expect(await events.next()).toEqual([]);
  expect(await ann.client.ok('get', `/users/me/${content.publicChannel}/topics`)).toEqual(before);
});
