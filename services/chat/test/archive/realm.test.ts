import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '@services/kit/db';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importArchive } from '../../src/archive/import.js';
import { actions } from '../../src/cli/actions.js';
import { issueKey } from '../../src/users/credentials.js';
import { type Chat, startChat } from '../support/chat.js';
import { ApiClient } from '../support/client.js';
import { Mailbox } from '../support/mailbox.js';
import { UPLOAD, writeRealmExport } from './realm-fixture.js';

let folder: string;
let file: string;
let chat: Chat;
let report: string[];
const mailbox = new Mailbox();
const clients = new Map<string, ApiClient>();
const keys = new Map<string, string>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chat-realm-'));
  file = await writeRealmExport(folder);
  const config = { mailUrl: await mailbox.start() };
  chat = await startChat({ config, fill: async (app) => (report = await importArchive(app, file)) });
  for (const [name, id] of [
    ['iago', 8],
    ['hamlet', 9],
    ['polonius', 10],
    ['robot', 11],
  ] as const) {
    const key = await chat.app.write((tx) => issueKey(tx, chat.app.random, id));
    keys.set(name, key);
    clients.set(name, new ApiClient(chat.url, { email: `${name}@zulip.testserver`, key }));
  }
});
afterAll(async () => {
  await chat.stop();
  await mailbox.stop();
  await rm(folder, { recursive: true });
});

const as = (name: string) => clients.get(name)!;
const messagesOf = async (name: string, narrow: object[]) => {
  const params = { anchor: 'newest', num_before: 50, num_after: 0, narrow, allow_empty_topic_name: true };
  return (await as(name).ok('get', '/messages', params)).messages;
};
const one = async (name: string, id: number) =>
  (await as(name).ok('get', `/messages/${id}`, { allow_empty_topic_name: true })).message;

describe('an import from a Zulip export', () => {
  it('keeps the identities and roles of users', async () => {
    const { members } = await as('iago').ok('get', '/users');
    const known = (id: number) => members.find((user: { user_id: number }) => user.user_id === id);
    expect(known(8)).toMatchObject({
      full_name: 'Iago',
      role: 100,
      email: 'iago@zulip.testserver',
      is_active: true,
    });
    expect(known(8).avatar_url).toMatch(/^\/user_avatars\/2\/avatars\/\w+\.png/);
    expect(known(8).date_joined).toBe('2023-11-13T22:13:19+00:00');
    expect(known(10)).toMatchObject({ role: 600 });
    expect(known(11)).toMatchObject({ is_bot: true, bot_type: 3, bot_owner_id: 9 });
    expect(known(12)).toMatchObject({ is_bot: true, bot_type: 1 });
    expect(known(14)).toMatchObject({ full_name: 'Ghost', is_active: false });
    expect(known(13)).toMatchObject({ is_active: false, email: 'user13@import.invalid' });
    const { user_settings } = await as('hamlet').ok('post', '/register', {
      fetch_event_types: ['user_settings'],
    });
    expect(user_settings).toMatchObject({ twenty_four_hour_time: true, web_font_size_px: 16 });
  });

  it('creates channels with their permissions, folders and subscriptions', async () => {
    const { streams } = await as('iago').ok('get', '/streams', {
      include_all: true,
      exclude_archived: false,
      include_default: true,
    });
    const channel = (id: number) => streams.find((stream: { stream_id: number }) => stream.stream_id === id);
    expect(channel(20)).toMatchObject({
      name: 'Denmark',
      rendered_description: expect.stringContaining('All of <strong>Denmark</strong>'),
      folder_id: 3,
      is_default: true,
      can_send_message_group: 3,
      can_administer_channel_group: { direct_members: [8], direct_subgroups: [expect.any(Number)] },
    });
    expect(channel(21)).toMatchObject({ invite_only: true, history_public_to_subscribers: false });
    expect(channel(22)).toMatchObject({ is_archived: true });
    const { subscriptions } = await as('hamlet').ok('get', '/users/me/subscriptions');
    expect(subscriptions).toMatchObject([
      { stream_id: 20, is_muted: true, pin_to_top: true, color: '#e79ab5' },
    ]);
    const { user_groups } = await as('iago').ok('get', '/user_groups');
    const leads = user_groups.find((group: { name: string }) => group.name === 'leads');
    expect(leads.id).toBeGreaterThan(31);
    expect(leads).toMatchObject({
      members: [9],
      can_manage_group: { direct_members: [8], direct_subgroups: [leads.id] },
    });
  });

  it('renders messages again, and keeps their ids, times and topics', async () => {
    const hello = await one('iago', 1001);
    expect(hello).toMatchObject({
      sender_id: 8,
      subject: 'plans',
      timestamp: 1_700_001_001,
      client: 'website',
    });
    expect(hello.content).toContain('<span class="user-mention" data-user-id="9">@Hamlet</span>');
    expect(hello.content).toContain('https://bugs.example/7');
    expect(hello.content).toContain('href="/#narrow/channel/21-core-team"');
    expect(hello.content).toMatch(/<img [^>]*\/user_avatars\/2\/emoji\/images\//);
    for (const name of ['iago', 'hamlet', 'polonius'])
      for (const { content } of await messagesOf(name, []))
        expect(content).not.toMatch(/theirs|other server|script/);
    expect((await one('iago', 1008)).subject).toBe('');
    const { topics } = await as('iago').ok('get', '/users/me/20/topics', { allow_empty_topic_name: true });
    expect(topics).toEqual([
      { name: '', max_id: 1008 },
      { name: 'Plans', max_id: 1002 },
    ]);
    const found = await messagesOf('iago', [{ operator: 'search', operand: 'hello' }]);
    expect(found.map((message: { id: number }) => message.id)).toEqual([1001]);
  });

  it('shows direct messages to their people only', async () => {
    const direct = async (name: string) =>
      (await messagesOf(name, [{ operator: 'is', operand: 'dm' }])).map(
        (message: { id: number }) => message.id,
      );
    expect(await direct('iago')).toEqual([1003, 1004]);
    expect(await direct('hamlet')).toEqual([1003, 1004, 1005]);
    expect(await direct('polonius')).toEqual([1004]);
    const group = await one('hamlet', 1004);
    expect(group.display_recipient.map((person: { id: number }) => person.id)).toEqual([8, 9, 10]);
    expect((await one('hamlet', 1005)).sender_full_name).toBe('Notification Bot');
    expect((await as('hamlet').get('/messages/1006')).status).toBe(400);
  });

  it('keeps flags, reactions, edit histories and topic policies', async () => {
    expect((await one('hamlet', 1001)).flags).toEqual(['mentioned']);
    expect((await one('hamlet', 1002)).flags).toEqual(['read', 'starred', 'has_alert_word']);
    expect((await one('iago', 1002)).flags).toEqual(['read', 'historical']);
    expect((await one('iago', 1006)).flags).toEqual(['mentioned']);
    const { reactions } = await one('iago', 1001);
    expect(reactions).toMatchObject([
      { user_id: 9, emoji_name: 'thumbs_up', emoji_code: '1f44d', reaction_type: 'unicode_emoji' },
      { emoji_name: 'castle', emoji_code: '7', reaction_type: 'realm_emoji' },
      { emoji_name: 'zulip', reaction_type: 'service_extra_emoji' },
    ]);
    const { message_history } = await as('iago').ok('get', '/messages/1002/history');
    // The organization's setting limits the shown history to moves.
    expect(message_history.map((edit: { topic: string }) => edit.topic)).toEqual(['drafts', 'Plans']);
    const edits = await chat.db.rows(
      sql`SELECT prev_content, prev_rendered_content FROM message_edit ORDER BY id`,
    );
    expect(edits[1]).toEqual({ prev_content: 'A *file*', prev_rendered_content: '<p>A <em>file</em></p>' });
    const { user_topics } = await as('hamlet').ok('post', '/register', { fetch_event_types: ['user_topic'] });
    expect(user_topics).toMatchObject([{ stream_id: 20, topic_name: 'Plans', visibility_policy: 3 }]);
    const { status } = await as('iago').ok('get', '/users/9/status');
    expect(status).toMatchObject({ status_text: 'thinking', emoji_name: 'skull' });
    expect((await as('hamlet').ok('get', '/users/me/alert_words')).alert_words).toEqual(['ghost']);
    expect((await as('robot').ok('get', '/bot_storage')).storage).toEqual({ number: '7' });
    const { user } = await as('iago').ok('get', '/users/9', { include_custom_profile_fields: true });
    expect(user.profile_data['6'].rendered_value).toContain('Prince of <em>Denmark</em>');
    expect(user.profile_data['9'].value).toBe('[8]');
  });

  it('keeps polls with their votes, and scheduled messages', async () => {
    const { submessages } = await one('iago', 1006);
    expect(
      submessages.map(({ sender_id, content }: { sender_id: number; content: string }) => [
        sender_id,
        JSON.parse(content),
      ]),
    ).toEqual([
      [
        11,
        {
          widget_type: 'poll',
          extra_data: { question: 'Who?', options: ['the uncle', 'the uncle', 'the ghost'] },
        },
      ],
      [8, { type: 'vote', key: 'canned,2', vote: 1 }],
      [8, { type: 'new_option', idx: 1, option: 'nobody' }],
    ]);
    const scheduled = async (name: string) =>
      (await as(name).ok('get', '/scheduled_messages')).scheduled_messages;
    expect(await scheduled('iago')).toMatchObject([
      {
        scheduled_message_id: 1,
        ...{ type: 'stream', to: 20, topic: 'plans' },
        ...{ content: 'See you', rendered_content: '<p>See you</p>' },
        ...{ scheduled_delivery_timestamp: 4_000_000_000, failed: false },
      },
    ]);
    expect(await scheduled('hamlet')).toMatchObject([
      { scheduled_message_id: 2, type: 'private', to: [8], failed: true },
      { scheduled_message_id: 5, to: [8, 10], failed: true },
    ]);
    const jobs = await chat.db.rows(sql`SELECT run_at FROM kit_job WHERE kind = 'scheduled-message'`);
    expect(jobs).toEqual([{ run_at: 4_000_000_000_000 }]);
  });

  it('serves files under the paths that messages name', async () => {
    const authorization = `Basic ${Buffer.from(`hamlet@zulip.testserver:${keys.get('hamlet')}`).toString('base64')}`;
    const read = async (path: string) =>
      (await request(chat.url + path, { headers: { authorization } })).body.text();
    expect(await read(`/user_uploads/${UPLOAD}`)).toBe('bytes of a file');
    const { content } = await one('hamlet', 1002);
    const old = /href="(\/user_uploads\/[^"]*plan.txt)"/.exec(content)![1]!;
    expect(await read(old)).toBe('bytes of a plan');
    const { attachments } = await as('hamlet').ok('get', '/attachments');
    expect(attachments.map(({ messages }: { messages: { id: number }[] }) => messages[0]?.id)).toEqual([
      1002, 1002,
    ]);
  });

  it('keeps the settings of the organization', async () => {
    const realm = await as('iago').ok('post', '/register', { fetch_event_types: ['realm'] });
    expect(realm).toMatchObject({
      realm_name: 'Elsinore',
      realm_message_content_edit_limit_seconds: 3600,
      realm_message_edit_history_visibility_policy: 'moves',
      realm_topics_policy: 'disable_empty_topic',
      realm_new_stream_announcements_stream_id: 20,
      realm_can_create_groups: 6,
      realm_icon_source: 'U',
    });
  });

  it('reports everything that it left out or changed', () => {
    const text = report.join('\n');
    expect(report[0]).toMatch(
      /^Read 7 accounts, 1 groups, .*3 channels, .*2 uploads, .*7 messages, .*3 reactions, .*3 scheduled messages/,
    );
    for (const line of [
      /Not read: 1 messages: their sender or recipients are not part of the export \(1007\)/,
      /Not read: 2 histories of messages: they are not valid JSON \(1003, 1004\)/,
      /Not read: 1 marks of messages/,
      /Not read: 1 reactions: their emoji is not known \(broken\)/,
      /Not read: 1 reactions: their user or message is not part of the export \(4242\)/,
      /Not read: 1 values of profiles: their user or field was not read/,
      /Not read: 1 linkifiers: .*Look-ahead and look-behind are not supported/,
      /Not read: 1 emoji: the file is not a picture/,
      /Not read: 3 emoji: their names are not valid here or used twice \(, Not a name!, castle\)/,
      /Not read: 1 uploads: the export does not have the file \(2\/aa\/gone\/gone.txt\)/,
      /Not read: 1 rows of zerver_realmauditlog/,
      /Not read: 1 file analytics.json/,
      /Not read: 1 files in avatars/,
      /Not read: 1 settings of users: this service has no such value of web_font_size_px \(9: 9999\)/,
      /Not read: 2 settings of the organization: .*video_chat_provider, digest_emails_enabled/,
      /Changed: 1 polls and task lists: the export has no votes for them, they start anew \(1004\)/,
      /Not read: 1 votes of polls and changes of task lists: they are invalid \(1006\)/,
      /Not read: 1 votes of polls and changes of task lists: their user or message .* \(4242\)/,
      /Not read: 1 scheduled messages: their sender or recipients are not part of the export \(4\)/,
      /Changed: 1 scheduled messages: their time has passed, they wait for a new one/,
      /Changed: 1 bots: bots inside the server become generic ones \(12\)/,
      /Changed: 1 addresses: they are invalid or used twice/,
      /Changed: 1 channels: readers without an account do not exist here \(old\)/,
    ])
      expect(text).toMatch(line);
  });

  it('leaves a service that works: new messages have later ids, and everyone can choose a password', async () => {
    const sent = { type: 'channel', to: 'Denmark', topic: 'new', content: 'Next' };
    expect((await as('hamlet').ok('post', '/messages', sent)).id).toBe(1009);
    expect(await actions['user.invite-all']!(chat.app, {} as never)).toBe(3);
    await expect.poll(() => mailbox.to('hamlet@zulip.testserver').length, { timeout: 15_000 }).toBe(1);
    const link = /http:\/\/\S+\/password_reset\/\w+/.exec(mailbox.to('hamlet@zulip.testserver')[0]!.text)![0];
    const body = new URLSearchParams({ password: 'a long and unusual phrase' }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await request(link, { method: 'POST', body, headers })).statusCode).toBe(200);
    const login = { username: 'hamlet@zulip.testserver', password: 'a long and unusual phrase' };
    expect((await chat.anonymous().post('/fetch_api_key', login)).status).toBe(200);
    await expect(importArchive(chat.app, file)).rejects.toThrow(/set up already/);
  });
});
