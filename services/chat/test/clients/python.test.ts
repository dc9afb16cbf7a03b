import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';
import { populate } from '../support/content.js';

/** Requests in forms that only the Python client uses, sent directly because the program is not on npm. */
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

test('its constructor reads the version with credentials that the endpoint does not need', async () => {
  const settings = await ben.client.ok('get', '/server_settings');
  expect(settings).toMatchObject({ zulip_version: expect.stringMatching(/^\d/), zulip_feature_level: 416 });
});

test('an empty list of principals means the caller', async () => {
  const mine = { subscriptions: ['general'], principals: [] };
  expect(await ben.client.ok('delete', '/users/me/subscriptions', mine)).toMatchObject({
    removed: ['general'],
  });
  const again = { subscriptions: [{ name: 'general' }], principals: [] };
  expect(await ben.client.ok('post', '/users/me/subscriptions', again)).toMatchObject({
    subscribed: { [ben.id]: ['general'] },
  });
});

test('get_subscribers sends both id and name of the channel; the name is ignored', async () => {
  const { stream_id } = await ben.client.ok('get', '/get_stream_id', { stream: 'general' });
  expect(stream_id).toBe(channel);
  expect(await ben.client.ok('get', `/streams/${stream_id}/members`, { stream: 'general' })).toMatchObject({
    subscribers: [ann.id, ben.id],
    ignored_parameters_unsupported: ['stream'],
  });
});

test('every endpoint knows dont_block, which the client adds to retries; Python’s True is a boolean', async () => {
  const message = { type: 'private', to: [ann.email], content: 'once more', dont_block: 'true' };
  expect(await ben.client.ok('post', '/messages', message)).not.toHaveProperty(
    'ignored_parameters_unsupported',
  );
  const read = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: 'False' };
  expect((await ben.client.ok('get', '/messages', read)).messages).toMatchObject([{ content: 'once more' }]);
});

test('it marks all as read by a POST without a body and a content type', async () => {
  expect(await ben.client.ok('post', '/mark_all_as_read')).toMatchObject({ complete: true });
});
