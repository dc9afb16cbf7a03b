import { createHash } from 'node:crypto';
import { sql } from '@services/kit/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chat, ManualClock, ROLE, startChat, type TestUser } from '../support/chat.js';
import { eventsOf } from '../support/events.js';

const DAY = 86_400_000;
const clock = new ManualClock(Date.parse('2026-03-01T12:00:00Z'));

let chat: Chat;
let owner: TestUser;
let moderator: TestUser;
let ann: TestUser;
let bob: TestUser;
let guest: TestUser;
let general: number;
let other: number;

beforeAll(async () => {
  chat = await startChat({ clock });
  owner = await chat.user({ name: 'Olga', role: ROLE.owner });
  moderator = await chat.user({ name: 'Mo', role: ROLE.moderator });
  ann = await chat.user({ name: 'Ann' });
  bob = await chat.user({ name: 'Bob' });
  guest = await chat.user({ name: 'Gil', role: ROLE.guest });
  general = await channel('general', [owner, moderator, ann, bob, guest]);
  other = await channel('other', [owner, moderator, ann]);
});
afterAll(() => chat.stop());

async function channel(name: string, people: TestUser[], options: object = {}): Promise<number> {
  await owner.client.ok('post', '/users/me/subscriptions', {
    subscriptions: [{ name }],
    principals: people.map((user) => user.id),
    ...options,
  });
  return (await owner.client.ok('get', '/get_stream_id', { stream: name })).stream_id;
}

const send = async (user: TestUser, topic: string, content = 'text', to: number | string = general) =>
  (await user.client.ok('post', '/messages', { type: 'channel', to, topic, content })).id as number;
const edit = (user: TestUser, id: number, params: object) =>
  user.client.patch(`/messages/${id}`, { ...params });
const get = async (user: TestUser, id: number) => (await user.client.ok('get', `/messages/${id}`)).message;

describe('editing content', () => {
  it('changes the text, the flags and the history, and notifies all readers', async () => {
    const id = await send(ann, 'edit', 'one **two**');
    const [event] = await eventsOf(bob, ['update_message'], () => edit(ann, id, { content: 'one @**Bob**' }));
    expect(event).toMatchObject({
      type: 'update_message',
      user_id: ann.id,
      message_id: id,
      message_ids: [id],
      flags: ['mentioned'],
      rendering_only: false,
      orig_content: 'one **two**',
      orig_rendered_content: '<p>one <strong>two</strong></p>',
      content: 'one @**Bob**',
      stream_id: general,
      stream_name: 'general',
      edit_timestamp: clock.now() / 1000,
    });
    expect(event.propagate_mode).toBeUndefined();
    const message = await get(bob, id);
    expect(message.flags).toEqual(['mentioned']);
    expect(message.last_edit_timestamp).toBe(clock.now() / 1000);
    expect(message.last_moved_timestamp).toBeUndefined();
    expect(message.edit_history).toEqual([
      {
        user_id: ann.id,
        timestamp: clock.now() / 1000,
        prev_content: 'one **two**',
        prev_rendered_content: '<p>one <strong>two</strong></p>',
      },
    ]);
    const { message_history: history } = await bob.client.ok('get', `/messages/${id}/history`);
    expect(history).toHaveLength(2);
    expect(history[0]).toEqual({
      topic: 'edit',
      content: 'one **two**',
      rendered_content: '<p>one <strong>two</strong></p>',
      timestamp: clock.now() / 1000,
      user_id: ann.id,
    });
    expect(history[1].content_html_diff).toContain('highlight_text_inserted');
    expect(history[1].prev_content).toBe('one **two**');
  });

  it.each([
    ['nothing to change', () => ({})],
    ['content and channel together', () => ({ content: 'x', stream_id: other })],
    ['a propagate mode without a move', () => ({ content: 'x', propagate_mode: 'change_all' })],
    ['a hash that does not match', () => ({ content: 'x', prev_content_sha256: 'f'.repeat(64) })],
    ['a topic that it has', () => ({ topic: 'errors' })],
    ['too long a text', () => ({ content: 'x'.repeat(10_001) })],
    ['too long a topic', () => ({ topic: 'x'.repeat(61) })],
    ['an unknown channel', () => ({ stream_id: 999_999 })],
  ])('is refused for %s', async (_what, params) => {
    const id = await send(ann, 'errors');
    const { status, body } = await edit(ann, id, params());
    expect([status, body.result]).toEqual([400, 'error']);
    expect((await get(ann, id)).content).toBe('<p>text</p>');
  });

  it('is accepted with the hash of the text that was edited', async () => {
    const id = await send(ann, 'hash', 'né');
    const hash = createHash('sha256').update('né').digest('hex');
    expect((await edit(ann, id, { content: 'new', prev_content_sha256: hash })).status).toBe(200);
  });

  it('is allowed to the sender alone, and only within the time limit', async () => {
    const id = await send(ann, 'limits');
    for (const user of [bob, owner, guest])
      expect((await edit(user, id, { content: 'mine' })).body.msg).toBe(
        "You don't have permission to edit this message",
      );
    clock.advance(600_001);
    expect((await edit(ann, id, { content: 'late' })).body.msg).toMatch(/time limit/);
    await owner.client.ok('patch', '/realm', { message_content_edit_limit_seconds: 'null' });
    expect((await edit(ann, id, { content: 'never late' })).status).toBe(200);
    await owner.client.ok('patch', '/realm', { allow_message_editing: false });
    expect((await edit(ann, id, { content: 'off' })).body.msg).toBe(
      'Your organization has turned off message editing',
    );
    await owner.client.ok('patch', '/realm', {
      allow_message_editing: true,
      message_content_edit_limit_seconds: 600,
    });
  });

  it('of a direct message cannot move it', async () => {
    const { id } = await ann.client.ok('post', '/messages', { type: 'direct', to: [bob.id], content: 'x' });
    for (const params of [{ topic: 'y' }, { stream_id: general }])
      expect((await edit(ann, id, params)).status).toBe(400);
    expect((await edit(bob, id, { content: 'y' })).status).toBe(400);
    expect((await edit(ann, id, { content: 'y' })).status).toBe(200);
    expect((await edit(owner, id, { content: 'z' })).body.msg).toBe('Invalid message(s)');
  });

  it('to an empty text leaves the text "(deleted)"', async () => {
    const id = await send(ann, 'empty');
    await edit(ann, id, { content: ' ' });
    expect((await get(ann, id)).content).toBe('<p>(deleted)</p>');
  });

  it('leaves versions in the history that the organization’s setting allows', async () => {
    const id = await send(ann, 'policy', 'first');
    await edit(ann, id, { content: 'second' });
    await edit(ann, id, { topic: 'policy 2' });
    await owner.client.ok('patch', '/realm', { message_edit_history_visibility_policy: 'moves' });
    const moves = await get(bob, id);
    expect(moves.edit_history).toHaveLength(1);
    expect(JSON.stringify(moves)).not.toContain('first');
    const history = await bob.client.ok('get', `/messages/${id}/history`);
    expect(history.message_history).toHaveLength(2);
    expect(JSON.stringify(history)).not.toContain('first');
    await owner.client.ok('patch', '/realm', { message_edit_history_visibility_policy: 'none' });
    expect((await get(bob, id)).edit_history).toBeUndefined();
    expect((await bob.client.get(`/messages/${id}/history`)).status).toBe(400);
    await owner.client.ok('patch', '/realm', { message_edit_history_visibility_policy: 'all' });
  });
});

describe('moving', () => {
  it.each([
    ['change_one', [false, true, false]],
    ['change_later', [false, true, true]],
    ['change_all', [true, true, true]],
  ] as const)('%s takes these messages of the topic along', async (mode, expected) => {
    const ids: number[] = [];
    for (let n = 0; n < 3; n++) ids.push(await send(ann, `from ${mode}`));
    const [event] = await eventsOf(bob, ['update_message'], () =>
      edit(ann, ids[1]!, { topic: `to ${mode}`, propagate_mode: mode }),
    );
    const moved = await Promise.all(ids.map(async (id) => (await get(bob, id)).subject === `to ${mode}`));
    expect(moved).toEqual(expected);
    expect(event).toMatchObject({
      orig_subject: `from ${mode}`,
      subject: `to ${mode}`,
      propagate_mode: mode,
      message_ids: ids.filter((_, index) => expected[index]),
      topic_links: [],
    });
    expect(event.content).toBeUndefined();
    const { topics } = await bob.client.ok('get', `/users/me/${general}/topics`);
    const names = topics.map((topic: { name: string }) => topic.name);
    expect(names).toContain(`to ${mode}`);
    expect(names.includes(`from ${mode}`)).toBe(mode !== 'change_all');
    expect((await get(bob, ids[1]!)).last_moved_timestamp).toBe(Math.floor(clock.now() / 1000));
    expect((await get(bob, ids[1]!)).last_edit_timestamp).toBeUndefined();
  });

  it('is refused for guests, and only moderators may move old messages', async () => {
    const id = await send(guest, 'old');
    expect((await edit(guest, id, { topic: 'new' })).status).toBe(400);
    clock.advance(7 * DAY + 1000);
    expect((await edit(ann, id, { topic: 'new' })).body.msg).toMatch(/time limit/);
    expect((await edit(moderator, id, { topic: 'new' })).status).toBe(200);
  });

  it('fails with MOVE_MESSAGES_TIME_LIMIT_EXCEEDED if some messages of the topic are too old', async () => {
    await send(bob, 'partly old');
    clock.advance(7 * DAY + 1000);
    const second = await send(bob, 'partly old');
    const third = await send(bob, 'partly old');
    const { body } = await edit(ann, third, { topic: 'x', propagate_mode: 'change_all' });
    expect(body).toMatchObject({
      code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
      first_message_id_allowed_to_move: second,
      total_messages_in_topic: 3,
      total_messages_allowed_to_move: 2,
    });
    expect((await edit(ann, second, { topic: 'x', propagate_mode: 'change_later' })).status).toBe(200);
  });

  it('to resolve a topic needs another permission, has no time limit, and does not count as a move', async () => {
    const id = await send(ann, 'todo');
    clock.advance(30 * DAY);
    expect((await edit(bob, id, { topic: '✔ todo', propagate_mode: 'change_all' })).status).toBe(200);
    const message = await get(ann, id);
    expect(message).toMatchObject({ subject: '✔ todo' });
    expect(message.last_moved_timestamp).toBeUndefined();
    await owner.client.ok('patch', '/realm', { can_resolve_topics_group: { new: 6 } });
    expect((await edit(bob, id, { topic: 'todo', propagate_mode: 'change_all' })).status).toBe(400);
    await owner.client.ok('patch', '/realm', { can_resolve_topics_group: { new: 2 } });
  });

  it('to another channel removes the messages for users who cannot see them there', async () => {
    const hidden = await channel('hidden', [owner, ann], { invite_only: true });
    const id = await send(ann, 'to hide');
    const deleted = await eventsOf(
      bob,
      ['delete_message', 'update_message'],
      () => edit(ann, id, { stream_id: hidden, propagate_mode: 'change_all' }),
      { client_capabilities: { bulk_message_deletion: true } },
    );
    expect(deleted).toMatchObject([
      {
        type: 'delete_message',
        message_type: 'stream',
        message_ids: [id],
        stream_id: general,
        topic: 'to hide',
      },
    ]);
    expect((await bob.client.get(`/messages/${id}`)).body.msg).toBe('Invalid message(s)');
    expect(await get(ann, id)).toMatchObject({ stream_id: hidden, display_recipient: 'hidden' });
    expect((await get(ann, id)).edit_history[0]).toMatchObject({ prev_stream: general, stream: hidden });
  });

  it('needs the right to send to the destination', async () => {
    const closed = await channel('closed', [owner], { invite_only: true });
    const id = await send(ann, 'stay');
    expect((await edit(ann, id, { stream_id: closed })).body.code).toBe('STREAM_DOES_NOT_EXIST');
    await owner.client.ok('delete', `/streams/${closed}`);
    expect((await edit(owner, id, { stream_id: closed })).status).toBe(400);
  });

  it('keeps the users’ policies for the topic', async () => {
    const id = await send(owner, 'mine');
    await bob.client.ok('post', '/user_topics', { stream_id: general, topic: 'mine', visibility_policy: 1 });
    await edit(owner, id, { topic: 'Moved', propagate_mode: 'change_all' });
    const { user_topics } = await bob.client.ok('post', '/register', { fetch_event_types: ['user_topic'] });
    const about = user_topics.filter((row: { topic_name: string }) => /^(mine|moved)$/i.test(row.topic_name));
    expect(about).toMatchObject([{ stream_id: general, topic_name: 'Moved', visibility_policy: 1 }]);
  });

  it('is announced in the topics by the notification bot', async () => {
    await chat.app.write(async (tx) => {
      await tx.run(sql`INSERT INTO account (email, email_key, full_name, role, joined_at, is_bot, bot_type, is_system_bot)
        VALUES ('bot@localhost', 'bot@localhost', 'Notification Bot', 400, ${tx.now}, true, 1, true)`);
    });
    const id = await send(ann, 'noted');
    await edit(ann, id, {
      topic: 'noted there',
      propagate_mode: 'change_all',
      send_notification_to_old_thread: true,
    });
    const narrow = (topic: string) => [
      ['channel', general],
      ['topic', topic],
    ];
    const read = async (topic: string) =>
      (
        await bob.client.ok('get', '/messages', {
          anchor: 'newest',
          num_before: 1,
          num_after: 0,
          narrow: narrow(topic),
          apply_markdown: false,
        })
      ).messages[0];
    expect(await read('noted there')).toMatchObject({
      sender_full_name: 'Notification Bot',
      content: `This topic was moved here from #**general>noted** by @_**Ann|${ann.id}**.`,
    });
    expect(await read('noted')).toMatchObject({
      content: `This topic was moved to #**general>noted there** by @_**Ann|${ann.id}**.`,
    });
    await edit(ann, id, { topic: '✔ noted there', propagate_mode: 'change_all' });
    expect(await read('✔ noted there')).toMatchObject({
      content: `@_**Ann|${ann.id}** has marked this topic as resolved.`,
    });
  });
});

describe('deleting', () => {
  const remove = (user: TestUser, id: number) => user.client.delete(`/messages/${id}`);

  it('removes a message permanently, with reactions and flags, and notifies its readers', async () => {
    const id = await send(ann, 'gone', 'a @**Bob**');
    await bob.client.ok('post', `/messages/${id}/reactions`, { emoji_name: 'tada' });
    const events = await eventsOf(bob, ['delete_message'], () => remove(ann, id));
    expect(events).toMatchObject([
      { message_id: id, message_type: 'stream', stream_id: general, topic: 'gone' },
    ]);
    for (const user of [ann, bob, owner])
      expect((await user.client.get(`/messages/${id}`)).body.msg).toBe('Invalid message(s)');
    const left = await chat.db.one(sql`SELECT (SELECT count(*) FROM reaction WHERE message_id = ${id})
      + (SELECT count(*) FROM user_message WHERE message_id = ${id}) AS rows`);
    expect(left).toEqual({ rows: 0 });
    const { topics } = await ann.client.ok('get', `/users/me/${general}/topics`);
    expect(topics.map((topic: { name: string }) => topic.name)).not.toContain('gone');
  });

  it('BAD_REQUEST: message does not exist: Invalid message(s)', async () => {
    const { id } = await ann.client.ok('post', '/messages', { type: 'direct', to: [bob.id], content: 'x' });
    for (const [user, target] of [
      [ann, 4_000_000_000],
      [owner, id],
    ] as const)
      expect((await remove(user, target)).body).toEqual({
        result: 'error',
        code: 'BAD_REQUEST',
        msg: 'Invalid message(s)',
      });
  });

  it("BAD_REQUEST: no delete permission: You don't have permission to delete this message", async () => {
    const id = await send(ann, 'kept');
    for (const user of [bob, moderator, guest])
      expect((await remove(user, id)).body).toEqual({
        result: 'error',
        code: 'BAD_REQUEST',
        msg: "You don't have permission to delete this message",
      });
    expect((await remove(owner, id)).status).toBe(200);
  });

  it('own messages has a time limit; deletion by the channel’s group has none', async () => {
    const id = await send(ann, 'late');
    clock.advance(600_001);
    expect((await remove(ann, id)).body.msg).toMatch(/time limit/);
    await owner.client.ok('patch', `/streams/${general}`, {
      can_delete_any_message_group: { new: { direct_members: [ann.id], direct_subgroups: [] } },
    });
    expect((await remove(ann, id)).status).toBe(200);
  });
});
