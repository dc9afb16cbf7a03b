import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';
import { populate } from '../support/content.js';

/**
 * Sends requests in the forms that only Zulip's Python client uses. The tests send them directly, because the client
 * is not on npm.
 */
let chat: Chat;
let ann: TestUser;
let ben: TestUser;
let channel: number;

beforeAll(async () => {
  chat = await startChat();
  ann = await chat.user({ role: ROLE.owner });
  ben = await chat.user();
  channel = (await populate([ann, ben])).publicChannel;
});
afterAll(() => chat.stop());

test('the constructor of the Python client reads the server’s version, and sends credentials that the endpoint does not need', async () => {
  const settings = await ben.client.ok('get', '/server_settings');
  expect(settings).toMatchObject({ zulip_version: expect.stringMatching(/^\d/), zulip_feature_level: 416 });
});

test('an empty list of principals in a subscription means the caller', async () => {
  const mine = { subscriptions: ['general'], principals: [] };
  expect(await ben.client.ok('delete', '/users/me/subscriptions', mine)).toMatchObject({
    removed: ['general'],
  });
  const again = { subscriptions: [{ name: 'general' }], principals: [] };
  expect(await ben.client.ok('post', '/users/me/subscriptions', again)).toMatchObject({
    subscribed: { [ben.id]: ['general'] },
  });
});

test('get_subscribers accepts both the id and the name of a channel; the name is ignored', async () => {
  const { stream_id } = await ben.client.ok('get', '/get_stream_id', { stream: 'general' });
  expect(stream_id).toBe(channel);
  expect(await ben.client.ok('get', `/streams/${stream_id}/members`, { stream: 'general' })).toMatchObject({
    subscribers: [ann.id, ben.id],
    ignored_parameters_unsupported: ['stream'],
  });
});

test('every endpoint accepts dont_block, which the Python client adds to retries, and Python’s True as a boolean', async () => {
  const message = { type: 'private', to: [ann.email], content: 'once more', dont_block: 'true' };
  expect(await ben.client.ok('post', '/messages', message)).not.toHaveProperty(
    'ignored_parameters_unsupported',
  );
  const read = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: 'False' };
  expect((await ben.client.ok('get', '/messages', read)).messages).toMatchObject([{ content: 'once more' }]);
});

test('all messages are marked as read by a POST without a body and a content type, as the Python client sends it', async () => {
  expect(await ben.client.ok('post', '/mark_all_as_read')).toMatchObject({ complete: true });
});
