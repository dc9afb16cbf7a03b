import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseUnavailable, sql } from '@services/kit/db';
import { listen } from '@services/kit/http';
import Type from 'typebox';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defineRoute } from '../../src/http/route.js';
import { createServer } from '../../src/http/server.js';
import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';
import { type Answer, ApiClient, encodeForm } from '../support/client.js';
import { type Content, populate } from '../support/content.js';

let chat: Chat;
let owner: TestUser;
let member: TestUser;
let bot: TestUser;
let found: Content;
let stopFailing: () => Promise<void>;
let failing: ApiClient;

/** Errors that no endpoint throws on purpose: a bug, and an outage of the database. */
const FAILING = [
  ['/fault', () => new Error('the password is swordfish')],
  ['/outage', () => new DatabaseUnavailable('no connection to db.internal')],
] as const;

beforeAll(async () => {
  chat = await startChat({
    config: { uploadQuotaMib: 1, rateSendBot: { points: 1, windowSeconds: 60 }, logLevel: 'silent' },
  });
  owner = await chat.user({ role: ROLE.owner });
  member = await chat.user();
  bot = await chat.user({ bot: true, ownerId: owner.id });
  found = await populate([owner, member]);
  const routes = FAILING.map(([path, error]) =>
    defineRoute({
      method: 'GET',
      path,
      auth: 'none',
      summary: 'Fails',
      params: {},
      returns: Type.Object({}),
      handler: async () => {
        throw error();
      },
    }),
  );
  const server = await createServer(chat.app, routes);
  failing = new ApiClient((await listen(server, { host: '127.0.0.1', port: 0 })).url);
  stopFailing = () => server.close();
});
afterAll(async () => {
  await stopFailing();
  await chat.stop();
});

async function file(path: string, bytes: Uint8Array): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([bytes]), 'file.bin');
  const encoded = await encodeForm(form);
  const { statusCode, headers, body } = await request(`${chat.url}/api/v1${path}`, {
    method: 'POST',
    headers: { ...encoded.headers, authorization: `Basic ${btoa(`${owner.email}:${owner.key}`)}` },
    body: encoded.body,
  });
  return { status: statusCode, headers, body: (await body.json()) as Answer['body'] };
}

async function raw(type: string, body: string, path = '/messages/render'): Promise<Answer> {
  const authorization = `Basic ${btoa(`${owner.email}:${owner.key}`)}`;
  const answer = await request(`${chat.url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': type },
    body,
  });
  const { statusCode: status, headers } = answer;
  return { status, headers, body: (await answer.body.json()) as Answer['body'] };
}

/** Creates an account for a single row of the table. */
async function other(): Promise<TestUser> {
  return chat.user({ role: ROLE.member });
}

const send = (changes: object, who = owner) =>
  who.client.post('/messages', { type: 'channel', to: 'general', topic: 't', content: 'x', ...changes });

/** Rows of the table of errors that have no test elsewhere: status, code, cause, extra fields. */
const ROWS: [string, () => Promise<Answer>, extra?: object][] = [
  ['400 BAD_REQUEST: a rule of an endpoint is broken', () => send({ content: ' ' })],
  [
    '400 REQUEST_VARIABLE_MISSING: a required parameter is absent',
    () => owner.client.post('/messages/render'),
    { var_name: 'content' },
  ],
  [
    '400 REQUEST_VARIABLE_INVALID: a parameter does not decode; the text names it',
    () => owner.client.get('/messages', { anchor: 'newest', num_before: 'x', num_after: 0 }),
    { var_name: 'num_before', msg: expect.stringContaining('num_before') },
  ],
  [
    '400 REQUEST_CONFUSING_VAR: a name and its alias with different values',
    () => send({ subject: 'other' }),
    { var_name1: 'topic', var_name2: 'subject' },
  ],
  ['400 INVALID_JSON: a JSON body does not parse', () => raw('application/json', '{')],
  [
    '400 REQUEST_VARIABLE_INVALID: an id past its column',
    () => owner.client.patch('/realm', { new_stream_announcements_stream_id: 2 ** 31 }),
    { var_name: 'new_stream_announcements_stream_id' },
  ],
  ['404 NOT_FOUND: an id of the path past its column', () => owner.client.get(`/streams/${2 ** 31}`)],
  ['400 BAD_REQUEST: a user id past its column', () => owner.client.get(`/users/${2 ** 31}`)],
  ['400 BAD_REQUEST: a form without a boundary', () => raw('multipart/form-data', 'content=x')],
  [
    '400 BAD_REQUEST: a form that ends early',
    () =>
      raw(
        'multipart/form-data; boundary=b',
        '--b\r\ncontent-disposition: form-data; name="content"\r\n\r\nx',
      ),
  ],
  [
    '400 BAD_REQUEST: a form whose file ends early',
    () =>
      raw(
        'multipart/form-data; boundary=b',
        '--b\r\ncontent-disposition: form-data; name="f"; filename="f"\r\n\r\nx',
        '/user_uploads',
      ),
  ],
  [
    '400 BAD_REQUEST: a boundary longer than any',
    () => raw(`multipart/form-data; boundary=${'b'.repeat(500)}`, 'x'),
  ],
  [
    '400 BAD_REQUEST: a form that ends early, without credentials',
    () => raw('multipart/form-data; boundary=b', '--b\r\nco', '/fetch_api_key'),
  ],
  [
    '400 BAD_NARROW: an unknown operator',
    () =>
      owner.client.get('/messages', {
        ...{ anchor: 'newest', num_before: 1, num_after: 0, narrow: [['colour', 'red']] },
      }),
  ],
  [
    '400 BAD_EVENT_QUEUE_ID: an unknown queue',
    () => owner.client.get('/events', { queue_id: 'none' }),
    { queue_id: 'none' },
  ],
  [
    "400 BAD_EVENT_QUEUE_ID: another user's queue",
    async () => {
      const { queue_id } = await owner.client.ok('post', '/register', { fetch_event_types: [] });
      return member.client.get('/events', { queue_id });
    },
  ],
  ['400 STREAM_DOES_NOT_EXIST: by name', () => send({ to: 'none' }), { stream: 'none' }],
  ['400 STREAM_DOES_NOT_EXIST: by id', () => send({ to: 999_999 }), { stream_id: 999_999 }],
  [
    '400 STREAM_DOES_NOT_EXIST: a channel that the caller may not know of',
    async () => send({ to: found.privateChannel }, await other()),
    { stream_id: expect.any(Number) },
  ],
  [
    '400 UNAUTHORIZED_PRINCIPAL: a role too low for an administrator endpoint',
    () => member.client.post('/users', { email: 'x@y.zz', password: 'correct horse', full_name: 'X' }),
  ],
  [
    '400 CANNOT_DEACTIVATE_LAST_USER: DELETE /users/me by the only owner',
    () => owner.client.delete('/users/me'),
    { is_last_owner: true, entity: 'organization owner' },
  ],
  [
    '400 REACTION_ALREADY_EXISTS',
    async () => {
      const path = `/messages/${found.messages.public}/reactions`;
      await member.client.ok('post', path, { emoji_name: 'wave' });
      return member.client.post(path, { emoji_name: 'wave' });
    },
  ],
  [
    '400 REACTION_DOES_NOT_EXIST',
    () => owner.client.delete(`/messages/${found.messages.public}/reactions`, { emoji_name: 'wave' }),
  ],
  ['400 BAD_IMAGE: an emoji that is no picture', () => file('/realm/emoji/bad', Buffer.from('text'))],
  [
    '400 REALM_UPLOAD_QUOTA: the uploads of the organization are at their limit',
    async () => {
      const files = async () =>
        (
          await readdir(dirname(chat.app.files.temporaryFolder), { recursive: true, withFileTypes: true })
        ).filter((entry) => entry.isFile()).length;
      expect((await file('/user_uploads', Buffer.alloc(600_000))).status).toBe(200);
      const before = await files();
      const answer = await file('/user_uploads', Buffer.alloc(600_000));
      expect([before > 0, await files()]).toEqual([true, before]);
      return answer;
    },
  ],
  ['401 UNAUTHORIZED: no credentials', () => chat.anonymous().get('/users/me')],
  [
    '401 AUTHENTICATION_FAILED: a wrong password',
    () => chat.anonymous().post('/fetch_api_key', { username: owner.email, password: 'wrong' }),
  ],
  [
    '401 USER_DEACTIVATED: right credentials, account off',
    async () => {
      const gone = await other();
      await owner.client.ok('delete', `/users/${gone.id}`);
      return gone.client.get('/users/me');
    },
  ],
  [
    '401 REALM_DEACTIVATED: right credentials, organization off',
    async () => {
      const turn = (on: boolean) =>
        chat.app.write(async (tx) => {
          await tx.run(sql`UPDATE organization SET is_active = ${on}`);
          tx.changed({ organization: true });
        });
      await turn(false);
      try {
        return await owner.client.get('/users/me');
      } finally {
        await turn(true);
      }
    },
  ],
  ['404 BAD_REQUEST: a custom emoji that is absent', () => owner.client.delete('/realm/emoji/none')],
  ['404 NOT_FOUND: an unknown path', () => owner.client.get('/nowhere')],
  ['404 NOT_FOUND: a missing upload', () => owner.client.get('/user_uploads/2/aa/none/none.txt')],
  [
    '405 METHOD_NOT_ALLOWED: a wrong method',
    () => owner.client.patch('/register'),
    { allowed_methods: ['OPTIONS', 'POST'] },
  ],
  [
    '413 REQUEST_TOO_LARGE: a form above 2 MiB',
    () => raw('application/x-www-form-urlencoded', `content=${'x'.repeat(2 * 1024 * 1024)}`),
  ],
  ['415 BAD_REQUEST: a body of an unknown type', () => raw('text/weird', 'something')],
  [
    '429 RATE_LIMIT_HIT: more sends than a bot may make',
    async () => {
      await send({}, bot);
      return send({}, bot);
    },
    { 'retry-after': expect.any(Number) },
  ],
  ['500 INTERNAL_SERVER_ERROR: a fault', () => failing.get('/fault')],
  ['503 SERVER_NOT_READY: the database is gone', () => failing.get('/outage')],
];

describe('the table of errors', () => {
  test.each(ROWS)('%s', async (name, attempt, extra = {}) => {
    const [status, code] = name.split(/[ :]/);
    const answer = await attempt();
    expect([answer.status, answer.body.code], answer.body.msg).toEqual([Number(status), code]);
    expect(answer.body).toMatchObject({ result: 'error', msg: expect.any(String), ...extra });
    expect(answer.headers['x-request-id']).toBeTruthy();
    if (status === '401')
      expect(answer.headers['www-authenticate'] !== undefined).toBe(code === 'UNAUTHORIZED');
    // The response does not reveal internals.
    expect(answer.body.msg).not.toMatch(/swordfish|internal\b(?! server)|db\./);
  });
});
