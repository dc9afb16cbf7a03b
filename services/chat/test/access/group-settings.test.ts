/**
 * Tests which right each setting of the organization and of a channel gives: people in the setting's group may act,
 * all others are refused.
 */
import { sql } from '@services/kit/db';
import sharp from 'sharp';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHANNEL_GROUP_SETTINGS, type ChannelGroupSetting } from '../../src/channels/channel.js';
import { GROUP_SETTINGS, type GroupSetting } from '../../src/organization/settings.js';
import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';
import { type Answer, encodeForm, type Params } from '../support/client.js';

let chat: Chat;
let owner: TestUser;
let member: TestUser;
let named: TestUser;
let picture: Buffer;
let count = 0;
const fresh = (word: string) => `${word}${++count}`;

beforeAll(async () => {
  chat = await startChat();
  owner = await chat.user({ role: ROLE.owner });
  [member, named] = [await chat.user(), await chat.user()];
  picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
});
afterAll(() => chat.stop());

const NOBODY = 8;
const OWNERS = 7;

/** Creates a channel of the owner with these subscribers. */
async function channel(subscribers: TestUser[], options: object = {}): Promise<number> {
  const ids = [owner, ...subscribers].map(({ id }) => id);
  const params = { name: fresh('channel '), subscribers: ids, ...options };
  return (await owner.client.ok('post', '/channels/create', params)).id;
}

async function message(sender: TestUser, to: number, topic = 'old'): Promise<number> {
  return (await sender.client.ok('post', '/messages', { type: 'channel', to, topic, content: 'x' })).id;
}

const send = ({ client }: TestUser, to: number, changes: object = {}) =>
  client.post('/messages', { type: 'channel', to, topic: 'old', content: 'x', ...changes });
const invite = { invite_expires_in_minutes: 60, stream_ids: [], invite_as: 400 };

async function addEmoji(user: TestUser): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(picture)]), 'x.png');
  const { headers, body } = await encodeForm(form);
  const authorization = `Basic ${btoa(`${user.email}:${user.key}`)}`;
  const answer = await request(`${chat.url}/api/v1/realm/emoji/${fresh('emoji')}`, {
    method: 'POST',
    headers: { ...headers, authorization },
    body,
  });
  return { status: answer.statusCode, headers: {}, body: (await answer.body.json()) as Answer['body'] };
}

type Act = (who: TestUser) => Promise<Answer>;
type Acts = readonly [act: Act, refusal: string];
const INSUFFICIENT = 'Insufficient permission';
const NO_ACCESS = 'Unable to access channel';
const NO_EDIT = "You don't have permission to edit this message";
const NO_DELETE = "You don't have permission to delete this message";
const NO_RESOLVE = "You don't have permission to resolve topics.";

/** Makes a channel of which the actor is an administrator, and changes a setting of the channel. */
const administered =
  (params: Params): Act =>
  async (who) => {
    const can_administer_channel_group = { direct_members: [who.id], direct_subgroups: [] };
    const id = await channel([who], { can_administer_channel_group });
    return who.client.patch(`/streams/${id}`, params);
  };

const ORGANIZATION: Record<GroupSetting, Acts> = {
  can_create_public_channel_group: [
    (who) => who.client.post('/channels/create', { name: fresh('own '), subscribers: [] }),
    INSUFFICIENT,
  ],
  can_create_private_channel_group: [
    (who) => who.client.post('/channels/create', { name: fresh('own '), subscribers: [], invite_only: true }),
    INSUFFICIENT,
  ],
  can_add_subscribers_group: [
    async (who) => {
      const id = await channel([who]);
      const { stream } = await who.client.ok('get', `/streams/${id}`);
      const { id: other } = await chat.user();
      const params = { subscriptions: [{ name: stream.name }], principals: [other] };
      return who.client.post('/users/me/subscriptions', params);
    },
    NO_ACCESS,
  ],
  can_invite_users_group: [
    (who) => who.client.post('/invites', { ...invite, invitee_emails: `${fresh('new')}@x.test` }),
    INSUFFICIENT,
  ],
  create_multiuse_invite_group: [(who) => who.client.post('/invites/multiuse', invite), INSUFFICIENT],
  can_add_custom_emoji_group: [addEmoji, INSUFFICIENT],
  can_create_bots_group: [
    (who) => who.client.post('/bots', { full_name: fresh('Bot '), short_name: fresh('bot') }),
    INSUFFICIENT,
  ],
  can_create_groups: [
    (who) => who.client.post('/user_groups/create', { name: fresh('g'), description: '', members: [] }),
    INSUFFICIENT,
  ],
  can_move_messages_between_channels_group: [
    async (who) => {
      const [from, to] = [await channel([who]), await channel([who])];
      return who.client.patch(`/messages/${await message(owner, from)}`, { stream_id: to });
    },
    "You don't have permission to move this message",
  ],
  can_move_messages_between_topics_group: [
    async (who) =>
      who.client.patch(`/messages/${await message(owner, await channel([who]))}`, { topic: 'new' }),
    NO_EDIT,
  ],
  can_resolve_topics_group: [
    async (who) => {
      const id = await message(owner, await channel([who]));
      return who.client.patch(`/messages/${id}`, { topic: '✔ old', propagate_mode: 'change_all' });
    },
    NO_RESOLVE,
  ],
  can_delete_any_message_group: [
    async (who) => who.client.delete(`/messages/${await message(owner, await channel([who]))}`),
    NO_DELETE,
  ],
  can_delete_own_message_group: [
    async (who) => who.client.delete(`/messages/${await message(who, await channel([who]))}`),
    NO_DELETE,
  ],
  can_mention_many_users_group: [
    async (who) => {
      const id = await channel([who]);
      await chat.db.run(sql`WITH people AS (
          INSERT INTO account (email, email_key, full_name, role, joined_at, settings)
          SELECT ${fresh('m')} || n, ${fresh('m')} || n, ${fresh('M')} || n, 400, 0, '{}'
          FROM generate_series(1, 14) AS n RETURNING id)
        INSERT INTO subscription (user_id, channel_id, color, subscribed_at)
        SELECT id, ${id}, '#000000', 0 FROM people`);
      return send(who, id, { content: '@**all**' });
    },
    'use channel wildcard mentions',
  ],
  direct_message_permission_group: [
    async (who) => {
      const { id } = await chat.user();
      return who.client.post('/messages', { type: 'direct', to: [id], content: 'x' });
    },
    'Direct messages are disabled in this organization.',
  ],
  direct_message_initiator_group: [
    async (who) => {
      const { id } = await chat.user();
      return who.client.post('/messages', { type: 'direct', to: [id], content: 'x' });
    },
    'You do not have permission to initiate direct message conversations.',
  ],
  can_set_delete_message_policy_group: [
    administered({ can_delete_own_message_group: { new: OWNERS } }),
    INSUFFICIENT,
  ],
  can_set_topics_policy_group: [administered({ topics_policy: 'empty_topic_only' }), INSUFFICIENT],
  can_manage_all_groups: [
    async (who) => {
      const group = { name: fresh('g'), description: '', members: [] };
      const { group_id } = await owner.client.ok('post', '/user_groups/create', group);
      return who.client.post(`/user_groups/${group_id}/members`, { add: [owner.id] });
    },
    INSUFFICIENT,
  ],
};

/** Expects that `act` succeeds for the named person alone, and is refused for another member. */
async function expectGiven([act, refusal]: Acts): Promise<void> {
  const refused = await act(member);
  expect([refused.status, refused.body.msg]).toEqual([400, expect.stringContaining(refusal)]);
  expect((await act(named)).body).toMatchObject({ result: 'success' });
}

const justNamed = () => ({ new: { direct_members: [named.id], direct_subgroups: [] } });

describe('a setting of the organization gives the right to', () => {
  it.each(Object.entries(ORGANIZATION))('%s', async (setting, acts) => {
    await owner.client.ok('patch', '/realm', { [setting]: justNamed() });
    await expectGiven(acts);
    const usual = GROUP_SETTINGS[setting as GroupSetting];
    await owner.client.ok('patch', '/realm', { [setting]: { new: usual } });
  });
});

type InChannel = readonly [act: (who: TestUser, channel: number) => Promise<Answer>, refusal: string];

const CHANNEL: Record<ChannelGroupSetting, InChannel> = {
  can_add_subscribers_group: [
    async (who, id) => {
      const { stream } = await who.client.ok('get', `/streams/${id}`);
      const params = { subscriptions: [{ name: stream.name }], principals: [(await chat.user()).id] };
      return who.client.post('/users/me/subscriptions', params);
    },
    NO_ACCESS,
  ],
  can_administer_channel_group: [
    ({ client }, id) => client.patch(`/streams/${id}`, { description: fresh('d') }),
    'You do not have permission to administer this channel.',
  ],
  can_create_topic_group: [
    (who, id) => send(who, id, { topic: fresh('new') }),
    'You do not have permission to create new topics in this channel.',
  ],
  can_delete_any_message_group: [
    async ({ client }, id) => client.delete(`/messages/${await message(owner, id)}`),
    NO_DELETE,
  ],
  can_delete_own_message_group: [
    async (who, id) => who.client.delete(`/messages/${await message(who, id)}`),
    NO_DELETE,
  ],
  can_move_messages_out_of_channel_group: [
    async (who, id) =>
      who.client.patch(`/messages/${await message(owner, id)}`, { stream_id: await channel([who]) }),
    "You don't have permission to move this message",
  ],
  can_move_messages_within_channel_group: [
    async ({ client }, id) => client.patch(`/messages/${await message(owner, id)}`, { topic: 'new' }),
    NO_EDIT,
  ],
  can_remove_subscribers_group: [
    async ({ client }, id) => {
      const { stream } = await client.ok('get', `/streams/${id}`);
      const params = { subscriptions: [stream.name], principals: [owner.id] };
      return client.delete('/users/me/subscriptions', params);
    },
    INSUFFICIENT,
  ],
  can_resolve_topics_group: [
    async ({ client }, id) => {
      const topic = fresh('open ');
      const one = await message(owner, id, topic);
      return client.patch(`/messages/${one}`, { topic: `✔ ${topic}`, propagate_mode: 'change_all' });
    },
    NO_RESOLVE,
  ],
  can_send_message_group: [(who, id) => send(who, id), 'Not authorized to send to channel'],
  can_subscribe_group: [
    async ({ client }, id) => {
      const { stream } = await owner.client.ok('get', `/streams/${id}`);
      return client.post('/users/me/subscriptions', { subscriptions: [{ name: stream.name }] });
    },
    NO_ACCESS,
  ],
};

describe('a setting of a channel gives the right to', () => {
  /** Settings of the organization that give the same rights in all channels. */
  const BOTH = Object.keys(GROUP_SETTINGS).filter(
    (setting) => setting in CHANNEL_GROUP_SETTINGS || setting.startsWith('can_move_messages'),
  );
  beforeAll(() =>
    owner.client.ok('patch', '/realm', Object.fromEntries(BOTH.map((one) => [one, { new: NOBODY }]))),
  );

  it.each(Object.entries(CHANNEL))('%s', async (setting, [act, refusal]) => {
    const isPrivate = setting === 'can_subscribe_group';
    const id = await channel(isPrivate ? [] : [member, named], { invite_only: isPrivate });
    await message(owner, id);
    await owner.client.ok('patch', `/streams/${id}`, { [setting]: justNamed() });
    await expectGiven([(who) => act(who, id), refusal]);
  });
});
