import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { widgetOf } from '../../src/messages/submessages/widget.js';
import { type Chat, startChat, type TestUser } from '../support/chat.js';
import { populate } from '../support/content.js';
import { listen } from '../support/events.js';

let chat: Chat;
let ann: TestUser;
let ben: TestUser;
let cat: TestUser;
beforeAll(async () => {
  chat = await startChat();
  ann = await chat.user();
  ben = await chat.user();
  cat = await chat.user();
  await populate([ann, ben]);
});
afterAll(() => chat.stop());

it.each([
  ['/poll', { question: '', options: [] }],
  ['/poll What?\n- a\n* b\n\nb\n', { question: 'What?', options: ['a', 'b'] }],
  ['/poll\nonly option', { question: '', options: ['only option'] }],
])('%j is a poll', (content, extra_data) => {
  expect(widgetOf(content)).toEqual({ widget_type: 'poll', extra_data });
});
it('a task list has titles and descriptions', () => {
  expect(widgetOf('/todo Today\nbread: two: rye\nmilk')).toEqual({
    widget_type: 'todo',
    extra_data: {
      task_list_title: 'Today',
      tasks: [
        { task: 'bread', desc: 'two: rye' },
        { task: 'milk', desc: '' },
      ],
    },
  });
});
it.each(['/polls', 'see /poll', '/me polls', ' /poll x'])('%j is none', (content) => {
  expect(widgetOf(content)).toBeUndefined();
});

describe('POST /submessage', () => {
  const vote = { type: 'vote', key: 'canned,0', vote: 1 };
  const take = (user: TestUser, message_id: number, content: unknown) =>
    user.client.post('/submessage', {
      message_id,
      msg_type: 'widget',
      content: typeof content === 'string' ? content : JSON.stringify(content),
    });
  const send = async (content: string, to: object = { type: 'stream', to: 'general', topic: 'votes' }) =>
    (await ann.client.ok('post', '/messages', { ...to, content })).id as number;

  it('readers can vote; everyone who has the message gets an event, and later readers see all votes', async () => {
    const events = await listen(ben, ['message', 'submessage']);
    const id = await send('/poll Lunch?\nsoup\nsalad');
    const widget = {
      id: expect.any(Number),
      message_id: id,
      sender_id: ann.id,
      msg_type: 'widget',
      content: JSON.stringify({
        widget_type: 'poll',
        extra_data: { question: 'Lunch?', options: ['soup', 'salad'] },
      }),
    };
    expect((await take(ben, id, vote)).status).toBe(200);
    expect((await take(ben, id, { type: 'new_option', idx: 1, option: 'bread' })).status).toBe(200);
    const content = JSON.stringify(vote);
    const [sent, voted] = await events.next();
    expect(sent!.message.submessages).toEqual([widget]);
    expect(voted).toEqual({
      type: 'submessage',
      submessage_id: expect.any(Number),
      message_id: id,
      sender_id: ben.id,
      msg_type: 'widget',
      content,
    });
    const { message } = await ann.client.ok('get', `/messages/${id}`);
    expect(message.submessages.slice(0, 2)).toEqual([widget, { ...widget, sender_id: ben.id, content }]);
    expect(message.submessages).toHaveLength(3);
  });

  it('invalid votes, another user’s title, messages without a poll, and hidden messages are refused', async () => {
    const id = await send('/poll Lunch?');
    const msg = async (answer: Promise<{ body: { msg: string } }>) => (await answer).body.msg;
    expect(await msg(take(ben, id, 'no json'))).toMatch(/json/);
    expect(await msg(take(ben, id, { type: 'vote', key: 'x', vote: 5 }))).toMatch(/Invalid data for a poll/);
    expect(await msg(take(ben, id, { type: 'strike', key: '0,x' }))).toMatch(/Invalid data for a poll/);
    const question = { type: 'question', question: 'Dinner?' };
    expect(await msg(take(ben, id, question))).toMatch(/not yours/);
    expect((await take(ann, id, question)).status).toBe(200);
    expect(await msg(take(ben, await send('no poll'), vote))).toMatch(/cannot attach/);
    const direct = await send('/poll us?', { type: 'direct', to: [ben.id] });
    expect(await msg(take(cat, direct, vote))).toMatch(/Invalid message/);
    expect((await take(ben, direct, vote)).status).toBe(200);
    await ann.client.ok('delete', `/messages/${direct}`);
    expect(await msg(take(ben, direct, vote))).toMatch(/Invalid message/);
  });
});
