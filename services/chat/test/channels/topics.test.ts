import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Chat, TestUser } from '../support/chat.js';
import { listen } from '../support/events.js';
import { idOf, makeChannel, startPeople } from './people.js';

let chat: Chat;
let owner: TestUser;
let ann: TestUser;
let bob: TestUser;
let guest: TestUser;

beforeAll(async () => {
  ({ chat, owner, ann, bob, guest } = await startPeople());
});
afterAll(() => chat.stop());

const make = (name: string, params: object = {}) => makeChannel(name, ann, params);

describe('topics', () => {
  it('are listed newest first; spellings of one topic are merged under the latest spelling', async () => {
    const id = await make('topical', { principals: [ann.id, bob.id] });
    const send = async (topic: string) =>
      (await ann.client.ok('post', '/messages', { type: 'channel', to: id, topic, content: 'x' })).id;
    await send('First');
    const second = await send('second');
    const first = await send('FIRST');
    expect((await bob.client.ok('get', `/users/me/${id}/topics`)).topics).toEqual([
      { name: 'FIRST', max_id: first },
      { name: 'second', max_id: second },
    ]);
  });

  it('can be muted by the older and the newer endpoint, and are sent in the form that a client supports', async () => {
    const id = await idOf('topical', owner);
    const older = await listen(bob, ['muted_topics']);
    const newer = await listen(bob, ['user_topic', 'muted_topics']);
    const muted = (params: object) => bob.client.patch('/users/me/subscriptions/muted_topics', { ...params });
    expect((await muted({ stream: 'topical', topic: 'first', op: 'remove' })).status).toBe(400);
    expect((await muted({ stream: 'topical', topic: 'first', op: 'add' })).status).toBe(200);
    expect((await muted({ stream: 'topical', stream_id: id, topic: 'first', op: 'add' })).status).toBe(400);
    expect(await older.next()).toMatchObject([
      { type: 'muted_topics', muted_topics: [['topical', 'first', expect.any(Number)]] },
    ]);
    expect(await newer.next()).toMatchObject([
      { type: 'user_topic', stream_id: id, topic_name: 'first', visibility_policy: 1 },
    ]);
    const register = await bob.client.ok('post', '/register', {
      fetch_event_types: ['muted_topics', 'user_topic'],
    });
    expect(register.muted_topics).toMatchObject([['topical', 'first', expect.any(Number)]]);
    expect(register.user_topics).toMatchObject([
      { stream_id: id, topic_name: 'first', visibility_policy: 1 },
    ]);
    expect((await muted({ stream_id: id, topic: 'FIRST', op: 'remove' })).status).toBe(200);
    expect(
      (await bob.client.post('/user_topics', { stream_id: id, topic: 'x', visibility_policy: 4 })).status,
    ).toBe(400);
    expect(
      (await guest.client.post('/user_topics', { stream_id: id, topic: 'x', visibility_policy: 1 })).body
        .code,
    ).toBe('STREAM_DOES_NOT_EXIST');
  });
});
