import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GROUP_SETTINGS } from '../../src/organization/settings.js';
import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';

let chat: Chat;
let owner: TestUser;
let member: TestUser;
let other: TestUser;

beforeAll(async () => {
  chat = await startChat();
  owner = await chat.user({ role: ROLE.owner });
  member = await chat.user();
  other = await chat.user();
});
afterAll(() => chat.stop());

const realm = async () =>
  owner.client.ok('post', '/register', { event_types: ['realm', 'realm_user_groups'] });

describe('PATCH /realm', () => {
  test('POST /register returns the defaults of the contract', async () => {
    const state = await realm();
    expect(state).toMatchObject({
      realm_can_create_public_channel_group: 3,
      realm_create_multiuse_invite_group: 6,
      realm_can_delete_own_message_group: 2,
      realm_can_set_topics_policy_group: 5,
      realm_can_manage_all_groups: 7,
      realm_message_content_edit_limit_seconds: 600,
      realm_message_content_delete_limit_seconds: 600,
      realm_move_messages_within_stream_limit_seconds: 604_800,
      realm_allow_message_editing: true,
      realm_message_edit_history_visibility_policy: 'all',
      realm_topics_policy: 'allow_empty_topic',
      realm_empty_topic_display_name: 'general chat',
      realm_message_retention_days: -1,
      realm_invite_required: true,
      realm_wildcard_mention_policy: 5,
    });
    for (const name of Object.keys(GROUP_SETTINGS)) expect(state).toHaveProperty(`realm_${name}`);
    expect(state).not.toHaveProperty('realm_edit_topic_policy');
  });

  test('a change is stored, sent to everyone, and takes effect immediately', async () => {
    const { queue_id, last_event_id } = await member.client.ok('post', '/register', {
      event_types: ['realm'],
    });
    await owner.client.ok('patch', '/realm', {
      name: 'Renamed',
      message_content_edit_limit_seconds: null,
      can_create_groups: { new: { direct_members: [other.id], direct_subgroups: [] }, old: 3 },
    });
    const { events } = await member.client.ok('get', '/events', { queue_id, last_event_id });
    expect(events).toEqual([
      {
        type: 'realm',
        op: 'update_dict',
        property: 'default',
        data: {
          name: 'Renamed',
          message_content_edit_limit_seconds: null,
          can_create_groups: { direct_members: [other.id], direct_subgroups: [] },
        },
        id: events[0].id,
      },
    ]);
    expect(await realm()).toMatchObject({
      realm_name: 'Renamed',
      realm_message_content_edit_limit_seconds: null,
    });
    const group = (name: string) => ({ name, description: '', members: [] });
    expect((await member.client.post('/user_groups/create', group('refused'))).body.msg).toBe(
      'Insufficient permission',
    );
    await other.client.ok('post', '/user_groups/create', group('allowed'));
    await owner.client.ok('patch', '/realm', { can_create_groups: 3, name: 'Test Organization' });
  });

  test('a request without a change sends no event', async () => {
    const { queue_id } = await member.client.ok('post', '/register', { event_types: ['realm'] });
    await owner.client.ok('patch', '/realm', { name: 'Test Organization', can_create_groups: { new: 3 } });
    expect((await member.client.ok('get', '/events', { queue_id, dont_block: true })).events).toEqual([]);
  });

  test.each([
    ['a stale old value', { can_create_groups: { new: 5, old: 6 } }],
    ['an unknown group', { can_create_groups: { new: 999 } }],
    ['an unknown person', { can_create_groups: { new: { direct_members: [999], direct_subgroups: [] } } }],
    ['a policy that does not exist', { topics_policy: 'whatever' }],
    ['retention of 0 days', { message_retention_days: 0 }],
    ['a name that is too long', { name: 'x'.repeat(41) }],
    ['an unknown channel', { moderation_request_channel_id: 99 }],
    ['a limit of 0', { message_content_edit_limit_seconds: 0 }],
  ])('%s: 400 and nothing stored', async (_name, params) => {
    const before = await realm();
    const answer = await owner.client.patch('/realm', { description: 'must not be stored', ...params });
    expect(answer.status).toBe(400);
    const after = await realm();
    for (const state of [before, after])
      for (const field of ['queue_id', 'last_event_id']) delete state[field];
    expect(after).toEqual(before);
  });
});

describe('user groups', () => {
  const groups = async (who = owner) => (await who.client.ok('get', '/user_groups')).user_groups;
  const named = async (name: string) =>
    (await groups()).find((group: { name: string }) => group.name === name);

  test('the system groups exist, and each group contains the next stricter group', async () => {
    const system = (await groups()).filter((group: { is_system_group: boolean }) => group.is_system_group);
    expect(system.map((group: { name: string }) => group.name)).toEqual([
      'role:internet',
      'role:everyone',
      'role:members',
      'role:fullmembers',
      'role:moderators',
      'role:administrators',
      'role:owners',
      'role:nobody',
    ]);
    for (let i = 0; i < 6; i++) expect(system[i].direct_subgroup_ids).toEqual([system[i + 1].id]);
    const { members } = await owner.client.ok('get', `/user_groups/${system[2].id}/members`);
    expect(members).toEqual(expect.arrayContaining([owner.id, member.id, other.id]));
    for (const { id } of system)
      expect((await owner.client.patch(`/user_groups/${id}`, { description: 'x' })).status).toBe(400);
  });

  test('are created, changed, and given members and subgroups, each with an event', async () => {
    const { queue_id } = await owner.client.ok('post', '/register', { event_types: ['user_group'] });
    const { group_id } = await member.client.ok('post', '/user_groups/create', {
      name: 'team',
      description: 'a team',
      members: [member.id],
    });
    await member.client.ok('patch', `/user_groups/${group_id}`, {
      name: 'the team',
      can_join_group: { new: 3 },
    });
    await other.client.ok('post', `/user_groups/${group_id}/members`, { add: [other.id] });
    const inner = await member.client.ok('post', '/user_groups/create', {
      name: 'inner',
      description: '',
      members: [owner.id],
    });
    await member.client.ok('post', `/user_groups/${group_id}/members`, { add_subgroups: [inner.group_id] });
    await other.client.ok('post', `/user_groups/${group_id}/members`, { delete: [other.id] });
    const { events } = await owner.client.ok('get', '/events', { queue_id, dont_block: true });
    expect(events).toMatchObject([
      { op: 'add', group: { id: group_id, name: 'team', members: [member.id], is_system_group: false } },
      { op: 'update', group_id, data: { name: 'the team', can_join_group: 3 } },
      { op: 'add_members', group_id, user_ids: [other.id] },
      { op: 'add', group: { id: inner.group_id } },
      { op: 'add_subgroups', group_id, direct_subgroup_ids: [inner.group_id] },
      { op: 'remove_members', group_id, user_ids: [other.id] },
    ]);
    expect((await owner.client.ok('get', `/user_groups/${group_id}/members`)).members).toEqual([
      owner.id,
      member.id,
    ]);
    expect(await named('the team')).toMatchObject({ members: [member.id], creator_id: member.id });
  });

  test('cycles are refused', async () => {
    const team = await named('the team');
    const inner = await named('inner');
    const answer = await owner.client.post(`/user_groups/${inner.id}/members`, { add_subgroups: [team.id] });
    expect([answer.status, answer.body.code]).toEqual([400, 'BAD_REQUEST']);
    expect(
      (await owner.client.post(`/user_groups/${inner.id}/members`, { add_subgroups: [inner.id] })).status,
    ).toBe(400);
  });

  test('a deactivated group is hidden, and gives its members no permission', async () => {
    const { group_id } = await member.client.ok('post', '/user_groups/create', {
      name: 'gone',
      description: '',
      members: [member.id],
    });
    await member.client.ok('post', `/user_groups/${group_id}/deactivate`);
    expect(await named('gone')).toBeUndefined();
    const all = await owner.client.ok('get', '/user_groups', { include_deactivated_groups: true });
    expect(all.user_groups.map((group: { id: number }) => group.id)).toContain(group_id);
    expect((await owner.client.patch('/realm', { can_create_groups: { new: group_id } })).status).toBe(400);
  });

  test.each([
    ['an empty name', { name: ' ' }],
    ['a name in use, in other letters', { name: 'THE TEAM' }],
    ['a reserved prefix', { name: 'role:mine' }],
    ['an unknown member', { members: [999] }],
    ['an unknown subgroup', { subgroups: [999] }],
  ])('%s: 400', async (_name, change) => {
    const params = { name: 'fresh group', description: '', members: [], ...change };
    expect((await member.client.post('/user_groups/create', params)).status).toBe(400);
  });
});
