import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';
import { populate } from '../support/content.js';

/**
 * Sends the requests that zulip-terminal's model makes, and checks the fields that it reads. Both were found by
 * running zulip-terminal against the service; it is not on npm.
 */
let chat: Chat;
let ann: TestUser;
let ben: TestUser;
let channel: number;

beforeAll(async () => {
  chat = await startChat();
  ann = await chat.user({ name: 'Ann', role: ROLE.owner });
  ben = await chat.user({ name: 'Ben' });
  channel = (await populate([ann, ben])).publicChannel;
});
afterAll(() => chat.stop());

const EVENT_TYPES = [
  'message',
  'update_message',
  'reaction',
  'subscription',
  'typing',
  'update_message_flags',
];
const OLD_SETTINGS = ['update_global_notifications', 'update_display_settings'];

const register = (params: object = {}) =>
  ben.client.ok('post', '/register', {
    event_types: [...EVENT_TYPES, ...OLD_SETTINGS, 'user_settings', 'realm_emoji'],
    fetch_event_types: [
      ...['realm', 'presence', 'subscription', 'message', 'starred_messages', 'update_message_flags'],
      ...['muted_topics', 'realm_user', 'realm_user_groups', 'user_settings', 'realm_emoji'],
      ...['custom_profile_fields', 'zulip_version', ...OLD_SETTINGS],
    ],
    client_gravatar: true,
    apply_markdown: true,
    include_subscribers: true,
    ...params,
  });

test('the responses to zulip-terminal’s first two requests have all fields that it reads', async () => {
  const [messages, state] = await Promise.all([
    ben.client.ok('get', '/messages', {
      anchor: 0,
      num_before: 30,
      num_after: 10,
      apply_markdown: true,
      use_first_unread_anchor: true,
      client_gravatar: true,
      narrow: '[]',
    }),
    register(),
  ]);
  expect(messages.messages.at(-1)).toMatchObject({ content: '<p>only you</p>', display_recipient: [{}, {}] });
  expect(messages.ignored_parameters_unsupported).toBeUndefined();
  expect(state.ignored_parameters_unsupported).toBeUndefined();
  expect(state).toMatchObject({
    user_id: ben.id,
    email: ben.email,
    full_name: 'Ben',
    realm_name: 'Test Organization',
    realm_message_retention_days: -1,
    max_topic_length: 60,
    muted_topics: [],
    starred_messages: [],
    unread_msgs: {
      pms: expect.arrayContaining([expect.objectContaining({ sender_id: ann.id })]),
      streams: [{ topic: 'start' }, { topic: 'start' }],
      huddles: [],
    },
  });
  for (const { color, subscribers, in_home_view } of state.subscriptions)
    expect([color, subscribers.sort(), in_home_view]).toEqual([
      expect.stringMatching(/^#[0-9a-f]{6}$/),
      [ann.id, ben.id].sort(),
      true,
    ]);
});

test('the register response has each setting as a field of its own, which zulip-terminal reads, unless the client declares user_settings_object', async () => {
  const state = await register();
  expect(state).toMatchObject({ twenty_four_hour_time: false, pm_content_in_desktop_notifications: true });
  const { user_settings } = state;
  for (const name of Object.keys(user_settings))
    expect([name, state[name]]).toEqual([name, user_settings[name]]);
  const modern = await register({ client_capabilities: { user_settings_object: true } });
  expect(modern.user_settings).toEqual(user_settings);
  expect(modern).not.toHaveProperty('twenty_four_hour_time');
});

test('narrows are accepted in the spelling of zulip-terminal: pm_with and pm-with, with a blank after the comma', async () => {
  const cleo = await chat.user();
  await ben.client.ok('post', '/messages', { type: 'private', to: [ann.id], content: 'to Ann' });
  await ben.client.ok('post', '/messages', { type: 'private', to: [ann.id, cleo.id], content: 'to both' });
  const contents = async (narrow: unknown[]) => {
    const found = await ben.client.ok('get', '/messages', {
      anchor: 10_000_000_000_000_000,
      num_before: 1,
      num_after: 0,
      apply_markdown: false,
      narrow: JSON.stringify(narrow),
    });
    return found.messages.map((message: { content: string }) => message.content);
  };
  for (const operator of ['pm_with', 'pm-with']) {
    expect(await contents([[operator, ann.email]])).toEqual(['to Ann']);
    expect(await contents([[operator, `${ann.email}, ${cleo.email}`]])).toEqual(['to both']);
  }
});

test('reaction events carry the user object that zulip-terminal reads', async () => {
  const { queue_id, last_event_id } = await register();
  const { id } = await ann.client.ok('post', '/messages', { type: 'private', to: [ben.id], content: 'yes?' });
  const emoji = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' };
  await ann.client.ok('post', `/messages/${id}/reactions`, { ...emoji, message_id: String(id) });
  await ann.client.ok('delete', `/messages/${id}/reactions`, { ...emoji, message_id: String(id) });
  const { events } = await ben.client.ok('get', '/events', { queue_id, last_event_id });
  const user = { user_id: ann.id, email: ann.email, full_name: 'Ann' };
  expect(events.slice(1)).toMatchObject([
    { type: 'reaction', op: 'add', message_id: id, user_id: ann.id, user, ...emoji },
    { type: 'reaction', op: 'remove', message_id: id, user_id: ann.id, user, ...emoji },
  ]);
});

test('muting a channel sends zulip-terminal in_home_view, the opposite of is_muted', async () => {
  const { queue_id, last_event_id } = await register();
  await ben.client.ok('post', '/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: channel, property: 'is_muted', value: true }],
  });
  const { events } = await ben.client.ok('get', '/events', { queue_id, last_event_id });
  const told = events.map(({ property, value }: { property: string; value: boolean }) => [property, value]);
  expect(Object.fromEntries(told)).toEqual({ is_muted: true, in_home_view: false });
});

test('the error for a missing queue has the text at which zulip-terminal registers again', async () => {
  const { body } = await ben.client.get('/events', { queue_id: 'gone', last_event_id: 1 });
  expect(body.msg).toMatch(/^Bad event queue id:/);
});
