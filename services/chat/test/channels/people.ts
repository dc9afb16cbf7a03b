import { expect } from 'vitest';
import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';

/**
 * An organization with one person of each kind that the rules of channels distinguish, and functions that act for
 * them.
 */
export interface People {
  chat: Chat;
  owner: TestUser;
  ann: TestUser;
  bob: TestUser;
  guest: TestUser;
}

export async function startPeople(): Promise<People> {
  const chat = await startChat();
  return {
    chat,
    owner: await chat.user({ name: 'Olga', role: ROLE.owner }),
    ann: await chat.user({ name: 'Ann' }),
    bob: await chat.user({ name: 'Bob' }),
    guest: await chat.user({ name: 'Gil', role: ROLE.guest }),
  };
}

export const subscribe = (user: TestUser, name: string, params: object = {}) =>
  user.client.post('/users/me/subscriptions', { subscriptions: [{ name }], ...params });

export const idOf = async (name: string, user: TestUser): Promise<number> =>
  (await user.client.ok('get', '/get_stream_id', { stream: name })).stream_id;

/** Creates a channel whose first subscriber is the user. */
export async function makeChannel(name: string, user: TestUser, params: object = {}): Promise<number> {
  const { body } = await subscribe(user, name, params);
  expect(body.result).toBe('success');
  return idOf(name, user);
}
