import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';

let chat: Chat;
let owner: TestUser;
let ann: TestUser;
let newsId: number;

beforeAll(async () => {
  chat = await startChat();
  owner = await chat.user({ name: 'Olga', role: ROLE.owner });
  ann = await chat.user({ name: 'Ann' });
  await owner.client.ok('post', '/users/me/subscriptions', { subscriptions: [{ name: 'news' }] });
  newsId = (await owner.client.ok('get', '/get_stream_id', { stream: 'news' })).stream_id;
});
afterAll(() => chat.stop());

const make = (params: object, ...names: string[]) =>
  ann.client.ok('post', '/users/me/subscriptions', {
    subscriptions: names.map((name) => ({ name })),
    ...params,
  });

async function news(): Promise<{ subject: string; content: string; sender_full_name: string }[]> {
  const { messages } = await owner.client.ok('get', '/messages', {
    ...{
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      apply_markdown: false,
      narrow: [['channel', newsId]],
    },
  });
  return messages;
}

it('new channels are not announced until the organization names a channel for announcements', async () => {
  await make({ announce: true }, 'early');
  expect(await news()).toEqual([]);
  const refused = await owner.client.patch('/realm', { new_stream_announcements_stream_id: 999 });
  expect(refused.body).toMatchObject({ code: 'BAD_REQUEST', msg: 'Invalid channel ID' });
});

it('the new public channels of a request are announced in one message, if its parameter announce is true', async () => {
  await owner.client.ok('patch', '/realm', { new_stream_announcements_stream_id: newsId });
  await make({}, 'quiet');
  await make({ announce: true, invite_only: true }, 'secret');
  await make({ announce: true }, 'quiet');
  expect(await news()).toEqual([]);
  await make({ announce: true }, 'garden', 'kitchen', 'quiet');
  expect(await news()).toEqual([
    expect.objectContaining({
      subject: 'new channels',
      content: `@_**Ann|${ann.id}** created the channels #**garden**, #**kitchen**.`,
    }),
  ]);
});
