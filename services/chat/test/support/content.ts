import type { TestUser } from './chat.js';

export interface Content {
  publicChannel: number;
  privateChannel: number;
  /**
   * Ids of three messages: one in the public channel, one in the private channel, and one between the first two
   * people.
   */
  messages: { public: number; private: number; direct: number };
}

/** Creates channels, subscriptions and messages of the first user, so that every endpoint has something to return. */
export async function populate(users: TestUser[]): Promise<Content> {
  const [first, second] = users as [TestUser, TestUser];
  const subscribe = (name: string, principals: TestUser[], options: object = {}) =>
    first.client.ok('post', '/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: principals.map((user) => user.id),
      ...options,
    });
  await subscribe('general', users);
  await subscribe('secret', [first, second], { invite_only: true });
  const channelId = async (stream: string) =>
    (await first.client.ok('get', '/get_stream_id', { stream })).stream_id as number;
  const send = async (message: object) =>
    (await first.client.ok('post', '/messages', { topic: 'start', ...message })).id as number;
  return {
    publicChannel: await channelId('general'),
    privateChannel: await channelId('secret'),
    messages: {
      public: await send({ type: 'channel', to: 'general', content: 'hello @**all**' }),
      private: await send({ type: 'channel', to: 'secret', content: 'between us' }),
      direct: await send({ type: 'direct', to: [second.id], content: 'only you' }),
    },
  };
}
