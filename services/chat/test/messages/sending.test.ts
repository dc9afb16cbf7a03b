import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chat, startChat, type TestUser } from '../support/chat.js';

let chat: Chat;
let ann: TestUser;
let bob: TestUser;

beforeAll(async () => {
  chat = await startChat();
  ann = await chat.user({ name: 'Ann' });
  bob = await chat.user({ name: 'Bob' });
  await ann.client.ok('post', '/users/me/subscriptions', {
    subscriptions: [{ name: 'general' }],
    principals: [ann.id, bob.id],
  });
});
afterAll(() => chat.stop());

describe('sending to a channel', () => {
  it('reaches all subscribers', async () => {
    const { id } = await ann.client.ok('post', '/messages', {
      type: 'channel',
      to: 'General',
      topic: 'hello',
      content: 'Hi **there** ',
    });
    const { messages } = await bob.client.ok('get', '/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
    });
    expect(messages).toMatchObject([
      {
        id,
        type: 'stream',
        display_recipient: 'general',
        subject: 'hello',
        content: '<p>Hi <strong>there</strong></p>',
        flags: [],
        sender_full_name: 'Ann',
      },
    ]);
  });
});
