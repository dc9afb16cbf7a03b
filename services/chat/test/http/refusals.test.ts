/** Tests that a request which a rule forbids is refused for this rule, and not for another reason. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';
import type { Answer, Params } from '../support/client.js';

let chat: Chat;
let owner: TestUser;
let ann: TestUser;
let gone: TestUser;
let bot: TestUser;
let channel: number;
let archived: number;
let group: number;
let inner: number;
let folders: number[];

const make = async (name: string, options: Params = {}): Promise<number> =>
  (await owner.client.ok('post', '/channels/create', { name, subscribers: [owner.id, ann.id], ...options }))
    .id;
const makeGroup = async (name: string, members: number[], subgroups: number[] = []): Promise<number> =>
  (await owner.client.ok('post', '/user_groups/create', { name, description: '', members, subgroups }))
    .group_id;

beforeAll(async () => {
  chat = await startChat();
  owner = await chat.user({ role: ROLE.owner });
  ann = await chat.user({ name: 'Ann' });
  gone = await chat.user({ name: 'Gone' });
  bot = await chat.user({ bot: true, ownerId: ann.id });
  channel = await make('talk');
  archived = await make('past');
  await owner.client.ok('delete', `/streams/${archived}`);
  inner = await makeGroup('inner', []);
  group = await makeGroup('group', [ann.id], [inner]);
  folders = [];
  for (const name of ['First', 'Second'])
    folders.push((await owner.client.ok('post', '/channel_folders/create', { name })).channel_folder_id);
  await owner.client.ok('delete', `/users/${gone.id}`);
});
afterAll(() => chat.stop());

const send = (params: Params, who = ann) =>
  who.client.post('/messages', { type: 'channel', to: channel, topic: 't', content: 'x', ...params });
const messageId = async (params: Params = {}) => (await send(params, owner)).body.id as number;
const draft = (changes: object) =>
  ann.client.post('/drafts', { drafts: [{ type: 'stream', to: [channel], content: 'x', ...changes }] });
const members = (params: Params, id = group) => owner.client.post(`/user_groups/${id}/members`, params);
const subgroups = (params: Params) => owner.client.post(`/user_groups/${group}/subgroups`, params);
const newGroup = (name: string, changes: object = {}) =>
  owner.client.post('/user_groups/create', { name, description: '', members: [], ...changes });
const order = (ids: () => number[]) => () => owner.client.patch('/channel_folders', { order: ids() });
const settings = (params: Params) => ann.client.ok('patch', '/settings', params);
const react = (params: Params) => async () =>
  ann.client.post(`/messages/${await messageId()}/reactions`, params);
const schedule = (seconds: number) =>
  ann.client.post('/scheduled_messages', {
    ...{ type: 'direct', to: [owner.id], content: 'x' },
    scheduled_delivery_timestamp: Math.floor(Date.now() / 1000) + seconds,
  });

test.each<[refusal: string, act: () => Promise<Answer>]>([
  ['Message must not be empty', () => send({ content: ' \n' })],
  ['Invalid character in topic', () => send({ topic: 'a\u0007' })],
  ["Not authorized to send to channel '!past'", () => send({ to: archived }, owner)],
  ["'Gone' has a deactivated account", () => send({ type: 'direct', to: [gone.id] })],
  ['Invalid user ID 999999', () => send({ type: 'direct', to: [999_999] })],
  [
    'Only the "general chat" topic is allowed in this channel.',
    async () => send({ to: await make('one topic', { topics_policy: 'empty_topic_only' }) }),
  ],
  ['Must specify exactly 1 channel ID for channel messages', () => draft({ to: [channel, archived] })],
  ['Must specify exactly 1 channel ID for channel messages', () => draft({ to: [] })],
  ['Invalid topic', () => draft({ topic: 'x'.repeat(61) })],
  ['Invalid user ID 999999', () => draft({ type: 'private', to: [999_999] })],
  ['Scheduled delivery time must be in the future.', () => schedule(-1)],
  [
    'User has disabled typing notifications for channel messages',
    async () => {
      await settings({ send_stream_typing_notifications: false });
      return ann.client.post('/typing', { op: 'start', type: 'stream', stream_id: channel, topic: 't' });
    },
  ],
  [
    'User has disabled typing notifications for direct messages',
    async () => {
      await settings({ send_private_typing_notifications: false });
      return ann.client.post('/typing', { op: 'start', to: [owner.id] });
    },
  ],
  [
    'You cannot attach a submessage to this message.',
    async () =>
      ann.client.post('/submessage', {
        ...{ message_id: await messageId(), msg_type: 'widget', content: '{}' },
      }),
  ],
  ['Invalid emoji type.', react({ emoji_name: 'tada', reaction_type: 'other' })],
  [
    'An emoji needs a name or a code.',
    async () => ann.client.delete(`/messages/${await messageId()}/reactions`),
  ],
  ['Invalid emoji code.', react({ emoji_name: 'tada', emoji_code: 'zz', reaction_type: 'unicode_emoji' })],
  ["Emoji 'nothing' does not exist", react({ emoji_name: 'nothing' })],
  ['Invalid emoji name.', react({ emoji_name: 'tada', emoji_code: '1f44d' })],
  ['Nothing to do.', () => members({})],
  ['User group is deactivated.', async () => members({ add: [owner.id] }, await deactivated())],
  ['is already a member of this group', () => members({ add: [ann.id] })],
  ['There is no member', () => members({ delete: [owner.id] })],
  ['Invalid user ID', () => members({ add: [gone.id] })],
  ['is already a subgroup of this group.', () => subgroups({ add: [inner] })],
  ['is not a subgroup of this group.', () => subgroups({ delete: [group] })],
  ['Invalid user group ID', () => subgroups({ add: [999_999] })],
  ['contains this group', () => subgroups({ add: [group] })],
  ["User group name can't be empty!", () => newGroup(' ')],
  ["User group name cannot start with 'role:'.", () => newGroup('role:x')],
  ["User group 'GROUP' already exists.", () => newGroup('GROUP')],
  ['Invalid user ID', () => newGroup('with the gone', { members: [gone.id] })],
  ['Invalid order mapping.', order(() => folders.slice(1))],
  ['Invalid order mapping.', order(() => [folders[0]!, folders[0]!])],
  ['Invalid order mapping.', order(() => [folders[0]!, 999_999])],
  ['Invalid channel folder ID', () => owner.client.patch('/channel_folders/999999', { name: 'x' })],
  [
    'Channel folder name already in use',
    () => owner.client.patch(`/channel_folders/${folders[0]}`, { name: 'SECOND' }),
  ],
  ['This channel is archived.', () => owner.client.patch(`/streams/${archived}`, { description: 'x' })],
  ['Channel already has that name.', () => owner.client.patch(`/streams/${channel}`, { new_name: 'talk' })],
  ['Invalid parameters', () => owner.client.patch(`/streams/${channel}`, PUBLIC_WITHOUT_HISTORY)],
  ['Bots have no settings.', () => bot.client.patch('/settings', { twenty_four_hour_time: true })],
  ['User is not muted', () => ann.client.delete(`/users/me/muted_users/${owner.id}`)],
  ['Nothing to change', async () => owner.client.patch(`/messages/${await messageId()}`)],
  [
    'Cannot change message content while changing channel',
    async () => owner.client.patch(`/messages/${await messageId()}`, { content: 'y', stream_id: archived }),
  ],
  [
    'Invalid propagate_mode without topic edit',
    async () =>
      owner.client.patch(`/messages/${await messageId()}`, { content: 'y', propagate_mode: 'change_all' }),
  ],
])('%s', async (refusal, act) => {
  const { status, body } = await act();
  expect([status, body.msg]).toEqual([400, expect.stringContaining(refusal)]);
});

const PUBLIC_WITHOUT_HISTORY = { is_private: false, history_public_to_subscribers: false };

async function deactivated(): Promise<number> {
  const id = await makeGroup('former', []);
  await owner.client.ok('post', `/user_groups/${id}/deactivate`);
  return id;
}
