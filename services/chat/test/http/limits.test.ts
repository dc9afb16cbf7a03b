import { Value } from 'typebox/value';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHAT_CONFIG, type ChatConfig } from '../../src/config.js';
import { type Chat, ManualClock, ROLE, startChat, type TestUser } from '../support/chat.js';
import { encodeForm } from '../support/client.js';

/** The default configuration. (Other tests run without its rate limits.) */
const defaults = Value.Default(CHAT_CONFIG, {}) as ChatConfig;

const clock = new ManualClock(Date.now());
let chat: Chat;
let admin: TestUser;
let user: TestUser;
let bot: TestUser;

beforeAll(async () => {
  const { rateSend, rateSendBot } = defaults;
  chat = await startChat({
    clock,
    config: {
      ...{ rateSend, rateSendBot, maxFileUploadMib: 2 },
      rateUpload: { points: 2, windowSeconds: 60 },
      rateUploadMib: { points: 3, windowSeconds: 3600 },
    },
  });
  admin = await chat.user({ role: ROLE.administrator });
  user = await chat.user();
  bot = await chat.user({ bot: true, ownerId: admin.id });
  await admin.client.ok('post', '/users/me/subscriptions', {
    subscriptions: [{ name: 'general' }],
    principals: [admin.id, user.id, bot.id],
  });
});
afterAll(() => chat.stop());

const send = (who: TestUser, changes: object = {}) =>
  who.client.post('/messages', { type: 'channel', to: 'general', topic: 't', content: 'x', ...changes });

async function upload(who: TestUser, bytes: number): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob([Buffer.alloc(bytes)]), 'file.bin');
  const encoded = await encodeForm(form);
  const { statusCode, body } = await request(`${chat.url}/api/v1/user_uploads`, {
    method: 'POST',
    headers: { ...encoded.headers, authorization: `Basic ${btoa(`${who.email}:${who.key}`)}` },
    body: encoded.body,
  });
  await body.dump();
  return statusCode;
}

describe('limits of lengths and sizes are those that the response to POST /register names', () => {
  let told: Record<string, number>;
  beforeAll(async () => {
    told = (await user.client.ok('post', '/register', { fetch_event_types: ['realm'] })) as never;
  });

  test.each([
    ['max_message_length', 'content', 10_000],
    ['max_topic_length', 'topic', 60],
  ])('%s bounds %s of POST /messages: %i characters', async (name, parameter, limit) => {
    expect(told[name]).toBe(limit);
    expect((await send(admin, { [parameter]: 'é'.repeat(limit) })).status).toBe(200);
    expect((await send(admin, { [parameter]: 'é'.repeat(limit + 1) })).status).toBe(400);
  });

  test('max_file_upload_size_mib limits POST /user_uploads and tus', async () => {
    expect(told.max_file_upload_size_mib).toBe(2);
    const bytes = 2 * 1024 * 1024;
    expect([await upload(admin, bytes), await upload(admin, bytes + 1)]).toEqual([200, 400]);
    const { statusCode } = await request(`${chat.url}/api/v1/tus`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${admin.email}:${admin.key}`)}`,
        'tus-resumable': '1.0.0',
        'upload-length': String(bytes + 1),
      },
    });
    expect(statusCode).toBe(413);
  });

  test.each([
    [8000, 200],
    [8001, 400],
  ])('welcome message text of POST /invites: %i characters are answered with %i', async (length, status) => {
    const answer = await admin.client.post('/invites', {
      ...{ invitee_emails: `welcome${length}@example.com`, stream_ids: [] },
      welcome_message_custom_text: 'é'.repeat(length),
    });
    expect(answer.status).toBe(status);
  });
});

describe('rates', () => {
  test('have the expected defaults', () => {
    const rate = (points: number, windowSeconds: number) => ({ points, windowSeconds });
    expect(defaults).toMatchObject({
      invitationValidityMinutes: 14_400,
      rateUser: rate(200, 60),
      rateAddress: rate(100, 60),
      rateLogin: rate(5, 1800),
      rateUpload: rate(100, 60),
      rateUploadMib: rate(1024, 3600),
      rateEmailChange: rate(2, 3600),
      rateEmailChangeDay: rate(5, 86_400),
      rateInvite: rate(100, 86_400),
    });
  });

  test.each([
    ['a person', () => user, 60],
    ['a bot', () => bot, 120],
  ])('messages of %s in a minute have a limit', async (_who, who, limit) => {
    clock.advance(120_000);
    const statuses = [];
    for (let n = 0; n <= limit; n++) statuses.push((await send(who())).status);
    expect(statuses.indexOf(429)).toBe(limit);
    clock.advance(120_000);
    expect((await send(who())).status).toBe(200);
  });

  test('uploads of a user are limited by number in a minute and by size in an hour', async () => {
    clock.advance(7_200_000);
    expect([await upload(user, 1), await upload(user, 1), await upload(user, 1)]).toEqual([200, 200, 429]);
    clock.advance(120_000);
    expect([await upload(user, 1), await upload(user, 1)]).toEqual([200, 429]);
    clock.advance(7_200_000);
    expect(await upload(user, 1)).toBe(200);
  });
});
