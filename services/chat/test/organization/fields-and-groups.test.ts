import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';
import { listen } from '../support/events.js';

// Tests what administrators define for everyone: profile fields, playgrounds, user groups, the length of passwords.
let chat: Chat;
let owner: TestUser;
let ben: TestUser;
beforeAll(async () => {
  chat = await startChat({ config: { minPasswordLength: 4 } });
  owner = await chat.user({ role: ROLE.owner, name: 'Ann' });
  ben = await chat.user({ name: 'Ben' });
});
afterAll(() => chat.stop());

const refused = (msg: RegExp, code = 'BAD_REQUEST') => ({
  status: 400,
  body: { code, msg: expect.stringMatching(msg) },
});

describe('custom profile fields', () => {
  const add = async (params: object): Promise<number> =>
    (await owner.client.ok('post', '/realm/profile_fields', { ...params })).id;
  const fields = async (reader = ben) =>
    (await reader.client.ok('get', '/realm/profile_fields')).custom_fields;
  const valuesOf = async (user: TestUser) => {
    const answer = await ben.client.ok('get', `/users/${user.id}`, { include_custom_profile_fields: true });
    return answer.user.profile_data;
  };

  it('are added, ordered, changed and removed; everyone gets the whole list', async () => {
    const events = await listen(ben, ['custom_profile_fields']);
    const phone = await add({ name: ' Phone ', hint: 'Contact no.', field_type: 1 });
    const food = await add({
      name: 'Food',
      field_type: 3,
      field_data: { a: { text: 'Apple', order: '1' }, b: { text: 'Bread', order: '2' } },
      display_in_profile_summary: true,
    });
    const github = await add({ field_type: 7, field_data: { subtype: 'github' } });
    await owner.client.ok('patch', '/realm/profile_fields', { order: [food, github, phone] });
    expect(await fields()).toMatchObject([
      { id: food, name: 'Food', type: 3, order: 1, display_in_profile_summary: true },
      { id: github, name: 'GitHub username', order: 2, field_data: '{"subtype":"github"}' },
      { id: phone, name: 'Phone', hint: 'Contact no.', type: 1, order: 3, field_data: '' },
    ]);
    const registered = await ben.client.ok('post', '/register', {
      fetch_event_types: ['custom_profile_fields'],
    });
    expect(registered.custom_profile_fields).toEqual(await fields());
    await ben.client.ok('patch', '/users/me/profile_data', { data: [{ id: food, value: 'a' }] });
    expect(await valuesOf(ben)).toEqual({ [food]: { value: 'a' } });
    // If a choice is removed, the values with this choice are removed.
    const people = await listen(owner, ['realm_user']);
    await owner.client.ok('patch', `/realm/profile_fields/${food}`, {
      field_data: { b: { text: 'Bread', order: '1' } },
    });
    expect(await valuesOf(ben)).toEqual({});
    expect(await people.next()).toMatchObject([
      { op: 'update', person: { user_id: ben.id, custom_profile_field: { id: food, value: null } } },
    ]);
    await owner.client.ok('delete', `/realm/profile_fields/${github}`);
    expect((await fields()).map(({ id }: { id: number }) => id)).toEqual([food, phone]);
    const told = await events.next();
    expect(told).toHaveLength(6);
    expect(told.at(-1)).toEqual({ type: 'custom_profile_fields', fields: await fields() });
    for (const id of [food, phone]) await owner.client.ok('delete', `/realm/profile_fields/${id}`);
  });

  it.each([
    [{ field_type: 1 }, /blank/],
    [{ field_type: 1, name: 'x'.repeat(41) }, /40/],
    [{ field_type: 1, name: 'Hint', hint: 'x'.repeat(81) }, /80/],
    [{ field_type: 9, name: 'Odd' }, /field_type/],
    [{ field_type: 3, name: 'No choices' }, /choice/],
    [
      {
        field_type: 3,
        name: 'Twice',
        field_data: { a: { text: 'x', order: '1' }, b: { text: 'x', order: '2' } },
      },
      /duplicate/,
    ],
    [{ field_type: 2, name: 'Long', display_in_profile_summary: true }, /not supported/],
    [{ field_type: 7, name: 'X', field_data: { subtype: 'nowhere' } }, /Invalid external/],
    [
      { field_type: 7, name: 'X', field_data: { subtype: 'custom', url_pattern: 'javascript:%(username)s' } },
      /Malformed/,
    ],
  ])('refused: %j', async (params, problem) => {
    const answer = await owner.client.post('/realm/profile_fields', { ...params });
    expect(answer).toMatchObject({ status: 400, body: { msg: expect.stringMatching(problem) } });
  });

  it('at most two are in the profile summary, and their names are unique', async () => {
    const made = [];
    for (const name of ['One', 'Two'])
      made.push(await add({ name, field_type: 8, display_in_profile_summary: true }));
    const third = { name: 'Three', field_type: 1, display_in_profile_summary: true };
    expect(await owner.client.post('/realm/profile_fields', third)).toMatchObject(refused(/Only 2/));
    expect(await owner.client.post('/realm/profile_fields', { name: 'One', field_type: 1 })).toMatchObject(
      refused(/already exists/),
    );
    expect(await owner.client.patch('/realm/profile_fields', { order: made.slice(1) })).toMatchObject(
      refused(/order/),
    );
    for (const id of made) await owner.client.ok('delete', `/realm/profile_fields/${id}`);
  });

  it('values are rendered, checked by type and removed; some fields can be changed by administrators only', async () => {
    const bio = await add({ name: 'Bio', field_type: 2 });
    const born = await add({ name: 'Born', field_type: 4 });
    const boss = await add({ name: 'Boss', field_type: 6 });
    const locked = await add({ name: 'Desk', field_type: 1, editable_by_user: false });
    const events = await listen(owner, ['realm_user']);
    await ben.client.ok('patch', '/users/me/profile_data', {
      data: [
        { id: bio, value: '**bold** <b>' },
        { id: born, value: '1990-02-28' },
        { id: boss, value: [owner.id] },
      ],
    });
    const rendered = '<p><strong>bold</strong> &lt;b&gt;</p>';
    expect(await valuesOf(ben)).toEqual({
      [bio]: { value: '**bold** <b>', rendered_value: expect.stringContaining(rendered) },
      [born]: { value: '1990-02-28' },
      [boss]: { value: `[${owner.id}]` },
    });
    const set = (id: number, value: unknown) =>
      ben.client.patch('/users/me/profile_data', { data: [{ id, value }] });
    expect(await set(born, '1990-02-30')).toMatchObject(refused(/not a date/));
    expect(await set(boss, [999_999])).toMatchObject(refused(/Invalid user ID/));
    expect(await set(bio, 'x'.repeat(501))).toMatchObject(refused(/500/));
    expect(await set(locked, 'window')).toMatchObject(refused(/administrator/));
    expect(await set(999_999, 'x')).toMatchObject(refused(/not found/));
    await owner.client.ok('patch', `/users/${ben.id}`, { profile_data: [{ id: locked, value: 'window' }] });
    expect((await valuesOf(ben))[locked].value).toBe('window');
    expect(await ben.client.delete('/users/me/profile_data', { data: [locked] })).toMatchObject(
      refused(/administrator/),
    );
    await ben.client.ok('delete', '/users/me/profile_data', { data: [bio, born] });
    expect(Object.keys(await valuesOf(ben)).map(Number)).toEqual([boss, locked]);
    const changes = (await events.next()).map(({ person }) => person.custom_profile_field);
    expect(changes.at(-1)).toEqual({ id: born, value: null });
    expect(changes).toHaveLength(6);
  });
});

describe('playgrounds', () => {
  it('are added and removed; everyone gets the whole list', async () => {
    const events = await listen(ben, ['realm_playgrounds']);
    const playground = {
      name: 'Python playground',
      pygments_language: 'Python',
      url_template: 'https://python.example.com?code={code}',
    };
    const { id } = await owner.client.ok('post', '/realm/playgrounds', playground);
    const { realm_playgrounds } = await ben.client.ok('post', '/register', {
      fetch_event_types: ['realm_playgrounds'],
    });
    expect(realm_playgrounds).toEqual([{ id, ...playground }]);
    expect(await owner.client.post('/realm/playgrounds', playground)).toMatchObject(refused(/exists/));
    for (const [change, problem] of [
      [{ url_template: 'https://x.example/?q={text}' }, /"code"/],
      [{ url_template: 'https://x.example/{lang}?q={code}' }, /only variable/],
      [{ url_template: 'javascript:{code}' }, /http/],
      [{ url_template: 'https://x.example/{code' }, /Invalid URL template/],
      [{ pygments_language: 'a"b' }, /Invalid characters/],
    ] as const)
      expect(await owner.client.post('/realm/playgrounds', { ...playground, ...change })).toMatchObject(
        refused(problem),
      );
    await owner.client.ok('delete', `/realm/playgrounds/${id}`);
    expect(await owner.client.delete(`/realm/playgrounds/${id}`)).toMatchObject(
      refused(/Invalid playground/),
    );
    expect(await events.next()).toEqual([
      { type: 'realm_playgrounds', realm_playgrounds: [{ id, ...playground }] },
      { type: 'realm_playgrounds', realm_playgrounds: [] },
    ]);
  });
});

describe('user groups', () => {
  const create = async (name: string, members: number[] = [], subgroups: number[] = []): Promise<number> =>
    (await owner.client.ok('post', '/user_groups/create', { name, description: '', members, subgroups }))
      .group_id;

  it('subgroups are added, listed, counted for membership and removed', async () => {
    const inner = await create('inner', [ben.id]);
    const outer = await create('outer');
    const events = await listen(ben, ['user_group']);
    const isMember = async (params: object = {}) =>
      (await ben.client.ok('get', `/user_groups/${outer}/members/${ben.id}`, { ...params }))
        .is_user_group_member;
    expect(await isMember()).toBe(false);
    await owner.client.ok('post', `/user_groups/${outer}/subgroups`, { add: [inner] });
    expect(await isMember()).toBe(true);
    expect(await isMember({ direct_member_only: true })).toBe(false);
    const whole = await create('whole', [], [outer]);
    const subgroups = async (params: object = {}) =>
      (await ben.client.ok('get', `/user_groups/${whole}/subgroups`, { ...params })).subgroups;
    expect(await subgroups()).toEqual([inner, outer]);
    expect(await subgroups({ direct_subgroup_only: true })).toEqual([outer]);
    expect(await owner.client.post(`/user_groups/${inner}/subgroups`, { add: [whole] })).toMatchObject(
      refused(/cannot contain/),
    );
    expect(await ben.client.post(`/user_groups/${outer}/subgroups`, { delete: [inner] })).toMatchObject(
      refused(/Insufficient/),
    );
    expect(await owner.client.delete(`/user_groups/${inner}`)).toMatchObject(refused(/subgroup of outer/));
    await owner.client.ok('post', `/user_groups/${outer}/subgroups`, { delete: [inner] });
    await owner.client.ok('delete', `/user_groups/${inner}`);
    expect(await ben.client.get(`/user_groups/${inner}/members`)).toMatchObject(
      refused(/Invalid user group/),
    );
    expect((await events.next()).map(({ op }) => op)).toEqual([
      'add_subgroups',
      'add',
      'remove_subgroups',
      'remove',
    ]);
  });

  it('a group that has rights somewhere is neither deleted nor deactivated', async () => {
    const id = await create('callers', [ben.id]);
    const attempts = async () => [
      (await owner.client.delete(`/user_groups/${id}`)).body.msg,
      (await owner.client.post(`/user_groups/${id}/deactivate`)).body.msg,
    ];
    await owner.client.ok('patch', '/realm', {
      can_create_groups: { new: { direct_members: [], direct_subgroups: [id, 6] } },
    });
    expect(await attempts()).toEqual(Array(2).fill(expect.stringContaining('can_create_groups')));
    await owner.client.ok('patch', '/realm', { can_create_groups: { new: 3 } });
    const { id: channel } = await owner.client.ok('post', '/channels/create', {
      name: 'announcements',
      subscribers: [],
      can_send_message_group: id,
    });
    expect(await attempts()).toEqual(Array(2).fill(expect.stringContaining('announcements')));
    await owner.client.ok('patch', `/streams/${channel}`, { can_send_message_group: { new: 2 } });
    await owner.client.ok('delete', `/user_groups/${id}`);
  });
});

describe('minPasswordLength', () => {
  it('a server that allows four characters accepts a short and common password', async () => {
    const account = { email: 'newbie@example.com', full_name: 'New User' };
    expect(await owner.client.post('/users', { ...account, password: 'tmp' })).toMatchObject(refused(/4/));
    await owner.client.ok('post', '/users', { ...account, password: 'temp' });
    const { password_min_length } = await ben.client.ok('post', '/register', {
      fetch_event_types: ['realm'],
    });
    expect(password_min_length).toBe(4);
    const login = { username: account.email, password: 'temp' };
    expect((await chat.anonymous().post('/fetch_api_key', login)).status).toBe(200);
  });
});
