import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookAlike, skeleton, topicLookAlike } from '../../src/look-alikes.js';
import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';

/** Names, each with the skeleton that ICU 72 (uspoof_getSkeletonUTF8) returns. */
const SKELETONS = JSON.parse(readFileSync(new URL('skeletons.json', import.meta.url), 'utf8')) as [
  string,
  string,
][];

describe('names that look the same', () => {
  it('have the skeletons that ICU makes', () => {
    const made = SKELETONS.map(([name]) => [name, skeleton(name)]);
    expect(made).toEqual(SKELETONS);
  });

  it.each([
    ['a capital I for an l', 'Iago', 'lago'],
    ['a Cyrillic a', 'Iago', 'Iаgo'],
    ['a zero', 'OTHELLO', 'OTHELL0'],
    ['a name in another script', 'coco', 'сосо'],
    ['a letter of two parts', 'modern', 'modem'],
    ['full-width letters', 'Iago', 'Ｉａｇｏ'],
    ['a selector after a digit', 'Room 1', 'Room 1\ufe0f'],
  ])('%s', (_what, name, other) => expect(lookAlike(other, ['Somebody', name])).toBe(name));

  it.each([
    ['the same name', 'Iago', 'Iago'],
    ['the same name in capitals', 'Iago', 'IAGO'],
    ['accents', 'Zoe', 'Zoë'],
    ['a letter more', 'Anna', 'Annna'],
    ['an ordinary capital', 'Team L', 'Team I'],
  ])('%s is not a look-alike', (_what, name, other) => expect(lookAlike(other, [name])).toBeUndefined());

  it('of topics are reported only if their scripts differ', () => {
    expect(topicLookAlike('modеm', ['modern', 'modem'])).toBe('modern');
    expect(topicLookAlike('сосо', ['coco'])).toBe('coco');
    expect(topicLookAlike('Große Modem', ['Große Modern'])).toBeUndefined();
    expect(topicLookAlike('リリース v1', ['リリース vl'])).toBeUndefined();
  });
});

describe('the service refuses', () => {
  let chat: Chat;
  let owner: TestUser;
  let member: TestUser;
  beforeAll(async () => {
    chat = await startChat();
    owner = await chat.user({ role: ROLE.owner, name: 'Iago' });
    member = await chat.user({ name: 'Othello' });
  });
  afterAll(() => chat.stop());
  const person = (email: string, full_name: string) => ({ email, full_name, password: 'correct horse 42' });
  const refused = (msg: RegExp) => ({
    status: 400,
    body: { code: 'BAD_REQUEST', msg: expect.stringMatching(msg) },
  });

  it('a name that looks like another name, for a new, renamed or returning user, or a bot', async () => {
    const looks = refused(/looks like the name of another user: Iago/);
    expect(await owner.client.post('/users', person('l@x.test', 'lago'))).toMatchObject(looks);
    expect(await member.client.patch('/settings', { full_name: 'Iаgo' })).toMatchObject(looks);
    expect(await owner.client.patch(`/users/${member.id}`, { full_name: 'lаgo' })).toMatchObject(looks);
    const bot = { short_name: 'iago', full_name: 'lago' };
    expect(await member.client.post('/bots', bot)).toMatchObject(looks);
    // An identical name is allowed: two people may have the same name.
    const { user_id } = await owner.client.ok('post', '/users', person('second@x.test', 'Iago'));
    await owner.client.ok('delete', `/users/${user_id}`);
    await owner.client.ok('patch', `/users/${user_id}`, { full_name: 'Emilia' });
    const other = await owner.client.ok('post', '/users', person('third@x.test', 'EmiIia'));
    expect(await owner.client.post(`/users/${user_id}/reactivate`)).toMatchObject(
      refused(/name of another user: EmiIia/),
    );
    await owner.client.ok('delete', `/users/${other.user_id}`);
    await owner.client.ok('post', `/users/${user_id}/reactivate`);
  });

  it('a channel or a group that looks like another', async () => {
    const channel = (name: string) =>
      member.client.post('/users/me/subscriptions', { subscriptions: [{ name }] });
    expect((await channel('billing')).status).toBe(200);
    expect(await channel('bil1ing')).toMatchObject(refused(/Channel name 'bil1ing' looks like/));
    expect((await channel('rest')).status).toBe(200);
    const { stream_id } = await member.client.ok('get', '/get_stream_id', { stream: 'rest' });
    const rename = (new_name: string) => owner.client.patch(`/streams/${stream_id}`, { new_name });
    expect(await rename('biIIing')).toMatchObject(refused(/looks like/));
    expect(await rename('Billing')).toMatchObject(refused(/already exists/));
    expect((await rename('REST')).status).toBe(200);
    const group = (name: string) =>
      member.client.post('/user_groups/create', { name, description: '', members: [] });
    expect((await group('leads')).status).toBe(200);
    expect(await group('Ieads')).toMatchObject(refused(/looks like the group 'leads'/));
  });

  it('a topic that looks the same in another script, by sending and by moving', async () => {
    const send = (topic: string) =>
      member.client.post('/messages', { type: 'channel', to: 'billing', topic, content: 'x' });
    expect((await send('cocoa')).status).toBe(200);
    const forged = refused(/Topic 'сосоа' looks like another topic/);
    expect(await send('сосоа')).toMatchObject(forged);
    const { id } = (await send('сосоах')).body;
    expect(await member.client.patch(`/messages/${id}`, { topic: 'сосоа' })).toMatchObject(forged);
    expect((await member.client.patch(`/messages/${id}`, { topic: '✔ cocoa' })).status).toBe(200);
  });
});
