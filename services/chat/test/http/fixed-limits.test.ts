/** Tests the limits that are not settings, each with the last value within the limit and the first value beyond it. */
import { type SQL, sql } from '@services/kit/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readInvitees } from '../../src/invitations/addresses.js';
import { linkifierProblem } from '../../src/linkifiers/rules.js';
import { isMailAddress } from '../../src/mail/address.js';
import { narrow } from '../../src/messages/narrow/parameter.js';
import { FIELD_TYPE, type FieldDefinition } from '../../src/profile-fields/field.js';
import { checkedField } from '../../src/profile-fields/rules.js';
import { statusAt } from '../../src/users/presence/rules.js';
import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';
import type { Answer, Params } from '../support/client.js';

let chat: Chat;
let owner: TestUser;
let user: TestUser;
let bot: TestUser;

beforeAll(async () => {
  chat = await startChat();
  owner = await chat.user({ role: ROLE.owner });
  user = await chat.user();
  bot = await chat.user({ bot: true, ownerId: user.id });
  await owner.client.ok('post', '/users/me/subscriptions', {
    subscriptions: [{ name: 'talk' }],
    principals: [owner.id, user.id],
  });
});
afterAll(() => chat.stop());

const refused = (answer: Answer) => [answer.status, answer.body.code];
const REFUSED = [400, 'BAD_REQUEST'];

/** Returns SQL for a table of `n` rows: the column `n` has their numbers. */
const rows = (count: number) => sql`generate_series(1, ${count}::int) AS n`;

describe('a list has a maximum number of entries', () => {
  const draft = { type: 'private', to: [], topic: '', content: 'x' };
  test.each<[string, number, (count: number) => SQL, (nth: number) => Promise<Answer>]>([
    [
      'channel folders',
      500,
      (count) =>
        sql`INSERT INTO channel_folder (name, position, created_at) SELECT 'f' || n, n, 0 FROM ${rows(count)}`,
      (nth) => owner.client.post('/channel_folders/create', { name: `new ${nth}` }),
    ],
    [
      'default channel groups',
      50,
      (count) =>
        sql`INSERT INTO default_channel_group (name, description) SELECT 'g' || n, '' FROM ${rows(count)}`,
      (nth) =>
        owner.client.post('/default_stream_groups/create', {
          group_name: `new ${nth}`,
          description: '',
          stream_names: [],
        }),
    ],
    [
      'drafts',
      1000,
      (count) =>
        sql`INSERT INTO draft (user_id, body, edited_at) SELECT ${user.id}, '{}', 0 FROM ${rows(count)}`,
      () => user.client.post('/drafts', { drafts: [draft] }),
    ],
    [
      'linkifiers',
      100,
      (count) =>
        sql`INSERT INTO linkifier (pattern, url_template, position) SELECT 'p' || n, 'https://x.test', n FROM ${rows(count)}`,
      (nth) => owner.client.post('/realm/filters', { pattern: `new-${nth}`, url_template: 'https://x.test' }),
    ],
    [
      'playgrounds',
      200,
      (count) =>
        sql`INSERT INTO playground (name, pygments_language, url_template) SELECT 'p' || n, 'c', '' FROM ${rows(count)}`,
      (nth) =>
        owner.client.post('/realm/playgrounds', {
          name: `new ${nth}`,
          pygments_language: 'Python',
          url_template: 'https://x.test/{code}',
        }),
    ],
    [
      'profile fields',
      50,
      (count) =>
        sql`INSERT INTO profile_field (field_type, name, position) SELECT 1, 'f' || n, n FROM ${rows(count)}`,
      (nth) => owner.client.post('/realm/profile_fields', { field_type: 1, name: `new ${nth}` }),
    ],
    [
      'scheduled messages',
      500,
      (count) =>
        sql`INSERT INTO scheduled_message (user_id, body, deliver_at) SELECT ${user.id},
          ${JSON.stringify({ type: 'private', to: [user.id], content: 'x' })}::jsonb, 4e12 FROM ${rows(count)}`,
      () =>
        user.client.post('/scheduled_messages', {
          type: 'direct',
          to: [user.id],
          content: 'x',
          scheduled_delivery_timestamp: Math.floor(Date.now() / 1000) + 86_400,
        }),
    ],
    [
      'exports in a day',
      5,
      (count) =>
        sql`INSERT INTO export (user_id, export_type, requested_at, finished_at)
          SELECT ${owner.id}, 1, ${Date.now()}, 1 FROM ${rows(count)}`,
      () => owner.client.post('/export/realm', {}),
    ],
  ])('%s: %i', async (_what, most, fill, add) => {
    await chat.db.run(fill(most - 1));
    const last = await add(1);
    expect([last.status, last.body.msg]).toEqual([200, '']);
    const next = await add(2);
    expect(refused(next)).toEqual(REFUSED);
  });

  test('an export no longer counts against the limit after a day', async () => {
    await chat.db.run(sql`UPDATE export SET requested_at = ${Date.now() - 86_400_000 - 1000}`);
    expect((await owner.client.post('/export/realm', {})).status).toBe(200);
  });

  test('a message has up to 5000 submessages', async () => {
    const content = '/poll Question\nyes\nno';
    const { id } = await user.client.ok('post', '/messages', {
      type: 'channel',
      to: 'talk',
      topic: 't',
      content,
    });
    await chat.db.run(sql`INSERT INTO submessage (message_id, sender_id, msg_type, content)
      SELECT ${id}, ${user.id}, 'widget', '{}' FROM ${rows(4998)}`);
    const vote = () =>
      user.client.post('/submessage', {
        message_id: id,
        msg_type: 'widget',
        content: JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 }),
      });
    expect([(await vote()).status, refused(await vote())]).toEqual([200, REFUSED]);
  });

  test('the storage of a bot holds 10 MB with its keys, and a key has up to 1000 bytes', async () => {
    const send = async (storage: object) =>
      (await bot.client.send('PUT', '/bot_storage', { storage }, 'json')).status;
    expect([await send({ ['é'.repeat(500)]: '' }), await send({ [`${'é'.repeat(500)}x`]: '' })]).toEqual([
      200, 400,
    ]);
    await chat.db.run(sql`DELETE FROM bot_storage`);
    await chat.db.run(
      sql`INSERT INTO bot_storage (bot_id, key, value) VALUES (${bot.id}, 'k', repeat('x', 9999990))`,
    );
    expect([await send({ a: '12345678' }), await send({ b: '' }), await send({ a: '123456789' })]).toEqual([
      200, 400, 400,
    ]);
  });
});

describe('typing in a channel', () => {
  test('is sent to subscribers if the channel has up to 100', async () => {
    const { stream_id } = await owner.client.ok('get', '/get_stream_id', { stream: 'talk' });
    await chat.db.run(sql`WITH people AS (
        INSERT INTO account (email, email_key, full_name, role, joined_at, settings)
        SELECT 'n' || n || '@x.test', 'n' || n || '@x.test', 'Name ' || n, 400, 0, '{}' FROM ${rows(98)} RETURNING id)
      INSERT INTO subscription (user_id, channel_id, color, subscribed_at) SELECT id, ${stream_id}, '#000000', 0 FROM people`);
    const queue = await user.client.ok('post', '/register', {
      event_types: ['typing', 'typing_edit_message'],
      client_capabilities: { stream_typing_notifications: true },
    });
    const { id } = await owner.client.ok('post', '/messages', {
      type: 'channel',
      to: 'talk',
      topic: 't',
      content: 'x',
    });
    const tell = async () => {
      await owner.client.ok('post', '/typing', { op: 'start', type: 'stream', stream_id, topic: 't' });
      await owner.client.ok('post', `/messages/${id}/typing`, { op: 'start' });
      const { events } = await user.client.ok('get', '/events', {
        queue_id: queue.queue_id,
        dont_block: true,
      });
      return events.map(({ type }: { type: string }) => type);
    };
    expect(await tell()).toEqual(['typing', 'typing_edit_message']);
    const more = await chat.user();
    await more.client.ok('post', '/users/me/subscriptions', { subscriptions: [{ name: 'talk' }] });
    expect(await tell()).toEqual(['typing', 'typing_edit_message']);
  });
});

describe('a request', () => {
  const withParameters = (count: number): Params =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, '1']));

  test('has up to 200 parameters', async () => {
    expect((await user.client.post('/users/me/status', withParameters(200))).body.msg).not.toContain(
      'parameters',
    );
    const more = await user.client.post('/users/me/status', withParameters(201));
    expect([refused(more), more.body.msg]).toEqual([REFUSED, 'More than 200 parameters']);
  });

  test('has an idempotency key of up to 255 characters', async () => {
    const send = async (length: number) =>
      user.client.post(
        '/messages',
        { type: 'channel', to: 'talk', topic: 't', content: 'once' },
        { 'Idempotency-Key': 'k'.repeat(length) },
      );
    expect([(await send(255)).status, refused(await send(256))]).toEqual([200, REFUSED]);
  });

  test('has up to 4096 characters in a token for push notifications', async () => {
    const add = (length: number) =>
      user.client.post('/users/me/apns_device_token', { token: 'a'.repeat(length), appid: 'x' });
    expect([(await add(4096)).status, (await add(4097)).status]).toEqual([200, 400]);
  });

  test('has up to 50 characters in the short name of a bot', async () => {
    const make = (length: number) =>
      user.client.post('/bots', { full_name: `Bot ${length}`, short_name: 'b'.repeat(length) });
    expect([(await make(50)).status, (await make(51)).status]).toEqual([200, 400]);
  });
});

describe('a narrow', () => {
  const read = (terms: unknown[]) => narrow().check(terms, 'narrow');
  const list = (count: number) => Array.from({ length: count }, (_, n) => n);

  test('has up to 50 terms, and up to 100 people in a term', () => {
    const terms = (count: number) => list(count).map(() => ['is', 'starred']);
    expect(read(terms(50))).toHaveLength(50);
    expect(() => read(terms(51))).toThrow('more than 50 terms');
    expect(read([['dm', list(100)]])).toHaveLength(1);
    expect(() => read([['dm', list(101)]])).toThrow('too many people');
  });
});

describe('an invitation and its addresses', () => {
  test('has up to 100 different addresses', () => {
    const people = (count: number) => Array.from({ length: count }, (_, n) => `n${n}@x.org`);
    expect(readInvitees([...people(100), 'N0@X.org'].join(',')).addresses).toHaveLength(100);
    expect(() => readInvitees(people(101).join('\n'))).toThrow('At most 100 people');
  });

  test.each([
    [64, 3, true],
    [65, 3, false],
    [64, 63, true],
    [64, 64, false],
  ])('a local part of %i and a label of %i characters: %s', (local, label, isValid) => {
    expect(isMailAddress(`${'a'.repeat(local)}@${'b'.repeat(label)}.org`)).toBe(isValid);
  });

  test('an address has up to 254 characters', () => {
    const address = (last: number) =>
      `${'a'.repeat(64)}@${`${'d'.repeat(60)}.`.repeat(3)}${'e'.repeat(last)}`;
    expect([address(6).length, isMailAddress(address(6)), isMailAddress(address(7))]).toEqual([
      254,
      true,
      false,
    ]);
  });
});

test.each<[number, number, RegExp | undefined]>([
  [500, 20, undefined],
  [501, 20, /longer than 500/],
  [20, 2000, undefined],
  [20, 2001, /longer than 2000/],
])('a linkifier of %i characters and a template of %i', (pattern, template, problem) => {
  const found = linkifierProblem('p'.repeat(pattern), `https://x.test/${'t'.repeat(template - 15)}`);
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(problem);
});

describe('a profile field', () => {
  const field = (field_data: object, changes: Partial<FieldDefinition> = {}): FieldDefinition =>
    ({
      name: 'f',
      hint: '',
      field_data,
      display_in_profile_summary: false,
      required: false,
      ...changes,
    }) as never;
  const choices = (count: number, length = 5) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, n) => [`v${n}`, { text: String(n).padStart(length, '0'), order: n }]),
    );
  const check = (type: number, data: object) => () => checkedField(type as never, field(data), []);

  test('has up to 200 choices of up to 100 characters', () => {
    expect(check(FIELD_TYPE.list, choices(200))).not.toThrow();
    expect(check(FIELD_TYPE.list, choices(201))).toThrow('too many choices');
    expect(check(FIELD_TYPE.list, choices(1, 100))).not.toThrow();
    expect(check(FIELD_TYPE.list, choices(1, 101))).toThrow('too long');
    const named = (length: number) => ({ ['v'.repeat(length)]: { text: 'x', order: '1' } });
    expect(check(FIELD_TYPE.list, named(100))).not.toThrow();
    expect(check(FIELD_TYPE.list, named(101))).toThrow('blank');
  });

  test('has up to 1024 characters in its URL pattern', () => {
    const service = (length: number) => ({
      subtype: 'custom',
      url_pattern: `https://x.test/%(username)s${'p'.repeat(length - 27)}`,
    });
    expect(check(FIELD_TYPE.externalAccount, service(1024))).not.toThrow();
    expect(check(FIELD_TYPE.externalAccount, service(1025))).toThrow('Malformed URL pattern');
  });
});

test('a user is offline 200 seconds after the last sign of presence', () => {
  const row = { active_at: 1_000_000, idle_at: null } as never;
  expect([statusAt(row, 1_200_000), statusAt(row, 1_200_001)]).toEqual(['active', 'offline']);
});
