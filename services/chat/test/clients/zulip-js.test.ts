import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';

/** The JavaScript client as npm has it: written by others for another server, so it decides what is right. */
// biome-ignore lint/suspicious/noExplicitAny: the client has no types
const zulip = createRequire(import.meta.url)('zulip-js') as (config: object) => Promise<any>;

const PASSWORD = 'correct horse 42';
let chat: Chat;
let owner: TestUser;
// biome-ignore lint/suspicious/noExplicitAny: the client has no types
let ann: any;
// biome-ignore lint/suspicious/noExplicitAny: the client has no types
let ben: any;
let benId: number;

async function login(name: string) {
  const username = `${name.toLowerCase()}@example.com`;
  const { user_id } = await owner.client.ok('post', '/users', { email: username, password: PASSWORD, full_name: name });
  return { id: user_id as number, client: await zulip({ username, password: PASSWORD, realm: chat.url }) };
}

beforeAll(async () => {
  chat = await startChat();
  owner = await chat.user({ role: ROLE.owner });
  ({ client: ann } = await login('Ann'));
  ({ client: ben, id: benId } = await login('Ben'));
  await ann.users.me.subscriptions.add({ subscriptions: JSON.stringify([{ name: 'general', description: 'All' }]) });
  await ben.users.me.subscriptions.add({ subscriptions: JSON.stringify([{ name: 'general' }]) });
});
afterAll(() => chat.stop());

describe('zulip-js', () => {
  test('logs in by password and knows who it is', async () => {
    expect(await ann.users.me.getProfile()).toMatchObject({ result: 'success', full_name: 'Ann' });
    expect(await ann.server.settings()).toMatchObject({ result: 'success', zulip_feature_level: 416 });
  });

  test('sends, and another client hears it at once', async () => {
    const { queue_id, last_event_id } = await ben.queues.register({ event_types: ['message'] });
    const heard = ben.events.retrieve({ queue_id, last_event_id, dont_block: false });
    const sent = await ann.messages.send({ to: 'general', type: 'stream', subject: 'js', content: 'hello **you**' });
    expect(sent).toMatchObject({ result: 'success' });
    const { events } = await heard;
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      type: 'message',
      message: { id: sent.id, subject: 'js', sender_full_name: 'Ann', display_recipient: 'general' },
    });
    expect(await ben.queues.deregister({ queue_id })).toMatchObject({ result: 'success' });
  });

  test('registers with event_types null as text, as its event loop does', async () => {
    const state = await ann.queues.register({ event_types: null });
    expect(state).toMatchObject({ result: 'success' });
    expect(state.subscriptions.map((subscription: { name: string }) => subscription.name)).toContain('general');
  });

  test('reads, reacts, stars, edits and deletes', async () => {
    const { id } = await ann.messages.send({ to: 'general', type: 'stream', topic: 'js', content: 'first' });
    expect(await ben.reactions.add({ message_id: id, emoji_name: 'heart', emoji_code: '2764', reaction_type: 'unicode_emoji' })).toMatchObject({ result: 'success' });
    expect(await ben.messages.flags.add({ messages: [id], flag: 'starred' })).toMatchObject({ result: 'success', messages: [id] });
    expect(await ann.messages.update({ message_id: id, content: 'second' })).toMatchObject({ result: 'success' });
    const { messages } = await ben.messages.retrieve({ anchor: id, num_before: 0, num_after: 0, apply_markdown: false });
    expect(messages[0]).toMatchObject({ id, content: 'second', reactions: [{ emoji_name: 'heart', user_id: benId }] });
    expect(messages[0].flags).toContain('starred');
    expect(messages[0].edit_history).toHaveLength(1);
    expect(await ann.messages.deleteById({ message_id: id })).toMatchObject({ result: 'success' });
  });

  test('direct messages, typing, lists', async () => {
    const direct = await ann.messages.send({ to: 'ben@example.com', type: 'private', content: 'psst' });
    expect(direct).toMatchObject({ result: 'success' });
    expect(await ann.typing.send({ to: [benId], op: 'start' })).toMatchObject({ result: 'success' });
    expect((await ann.users.retrieve()).members.length).toBeGreaterThan(2);
    expect((await ann.streams.retrieve()).streams).toHaveLength(1);
    expect((await ann.streams.subscriptions.retrieve()).subscriptions[0].name).toBe('general');
    expect((await ann.streams.getStreamId('general')).stream_id).toEqual(expect.any(Number));
    expect((await ann.emojis.retrieve()).emoji).toEqual({});
  });
});
