import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';
import type { Params } from '../support/client.js';

export const COLUMNS = ['owner', 'administrator', 'moderator', 'member', 'guest', 'bot'] as const;
type Column = (typeof COLUMNS)[number];

export let chat: Chat;
export let users: Record<Column, TestUser>;
/** User who creates the objects for the requests, and has no column in the table. */
export let maker: TestUser;
/**
 * All users of the table's columns are subscribed to `shared`; only the maker is subscribed to `other` and `secret`.
 */
export let channels: { shared: number; other: number; secret: number };

/** Creates the organization of the table's requests. */
export async function setUp(): Promise<void> {
  chat = await startChat();
  maker = await chat.user({ role: ROLE.owner, name: 'Maker' });
  const member = await chat.user({ role: ROLE.member, name: 'Member' });
  users = {
    owner: await chat.user({ role: ROLE.owner, name: 'Owner' }),
    administrator: await chat.user({ role: ROLE.administrator, name: 'Administrator' }),
    moderator: await chat.user({ role: ROLE.moderator, name: 'Moderator' }),
    member,
    guest: await chat.user({ role: ROLE.guest, name: 'Guest' }),
    bot: await chat.user({ role: ROLE.member, name: 'Robot', bot: true, ownerId: member.id }),
  };
  await makeChannel('shared', [maker, ...Object.values(users)]);
  await makeChannel('other', [maker]);
  await makeChannel('secret', [maker], { invite_only: true });
  channels = {
    shared: await channelId('shared'),
    other: await channelId('other'),
    secret: await channelId('secret'),
  };
}

export const makeChannel = (name: string, members: TestUser[], options: Params = {}) =>
  maker.client.ok('post', '/users/me/subscriptions', {
    subscriptions: [{ name }],
    principals: members.map((user) => user.id),
    ...options,
  });
export const channelId = async (stream: string): Promise<number> =>
  (await maker.client.ok('get', '/get_stream_id', { stream })).stream_id;
export const messageBy = async (user: TestUser, to: string | number = 'shared'): Promise<number> =>
  (await user.client.ok('post', '/messages', { type: 'channel', to, topic: 'roles', content: 'text' })).id;

let number = 0;
export const next = (): number => ++number;
export const fresh = (word: string) => `${word} ${next()}`;
export const victim = () => chat.user();

export async function linkifier(): Promise<number> {
  const params = { pattern: `pattern${next()}`, url_template: 'https://x.example/' };
  return (await maker.client.ok('post', '/realm/filters', params)).id;
}

export async function group(): Promise<number> {
  const { group_id } = await maker.client.ok('post', '/user_groups/create', {
    name: fresh('managed'),
    description: '',
    members: [],
  });
  return group_id;
}

export async function field(): Promise<number> {
  const params = { name: fresh('field'), field_type: 1 };
  return (await maker.client.ok('post', '/realm/profile_fields', params)).id;
}

export async function channelGroup(): Promise<number> {
  const group_name = fresh('set');
  const params = { group_name, description: '', stream_names: [] };
  await maker.client.ok('post', '/default_stream_groups/create', params);
  const { realm_default_stream_groups: groups } = await maker.client.ok('post', '/register', {
    fetch_event_types: ['default_stream_groups'],
  });
  return groups.find(({ name }: { name: string }) => name === group_name).id;
}
