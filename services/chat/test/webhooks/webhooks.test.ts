import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from '@services/kit/db';
import { outgoing } from '@services/kit/outgoing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setUpOrganization } from '../../src/organization/set-up.js';
import { type Chat, ManualClock, ROLE, startChat, type TestUser } from '../support/chat.js';
import { listen } from '../support/events.js';

interface Received {
  headers: Record<string, string | string[] | undefined>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the service sends
  body: any;
}

let chat: Chat;
let clock: ManualClock;
let ann: TestUser;
let admin: TestUser;
let bot: { user_id: number; api_key: string; token: string };
let server: Server;
let received: Received[] = [];
let answer: { status: number; body: string; headers?: Record<string, string> };
let channelId: number;

beforeAll(async () => {
  server = createServer((incoming, response) => {
    let text = '';
    incoming.on('data', (chunk) => {
      text += chunk;
    });
    incoming.on('end', () => {
      received.push({ headers: incoming.headers, text, body: JSON.parse(text) });
      response
        .writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
        .end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  clock = new ManualClock(Date.now());
  chat = await startChat({ clock, config: { outgoingAllow: ['127.0.0.0/8'] } });
  // Jobs run only when a test calls for them.
  await chat.app.jobs.stop();
  await chat.db.run(sql`DELETE FROM organization`);
  await chat.app.write((tx) => setUpOrganization(chat.app, tx, 'Acme'));
  ann = await chat.user({ name: 'Ann' });
  admin = await chat.user({ role: ROLE.administrator });
  bot = await makeBot('echo');
  await ann.client.ok('post', '/users/me/subscriptions', { subscriptions: [{ name: 'room' }] });
  channelId = (await ann.client.ok('get', '/get_stream_id', { stream: 'room' })).stream_id;
});
afterAll(async () => {
  await chat.stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
afterEach(() => {
  received = [];
});

const receiver = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
async function makeBot(short_name: string, payload_url = receiver()) {
  return (await ann.client.ok('post', '/bots', {
    full_name: `Bot ${short_name}`,
    short_name,
    bot_type: 3,
    payload_url,
  })) as unknown as typeof bot;
}
const deliver = () => chat.app.jobs.idle();
const direct = (content: string, to: number[] = [bot.user_id]) =>
  ann.client.ok('post', '/messages', { type: 'direct', to, content });
async function last(narrow: [string, unknown][]): Promise<{ content: string; sender_id: number }[]> {
  const { messages } = await ann.client.ok('get', '/messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    narrow,
    apply_markdown: false,
  });
  return messages;
}
const fromBot = async () =>
  (await last([['dm', [bot.user_id]]])).filter((message) => message.sender_id === bot.user_id);

describe('POST /service-outgoing-webhook', () => {
  it('a direct message causes a signed call with the documented payload, and the answer is posted', async () => {
    answer = { status: 200, body: JSON.stringify({ content: 'pong **1**' }) };
    const { id } = await direct('ping **x**');
    await deliver();
    expect(received).toHaveLength(1);
    const { body, headers, text } = received[0]!;
    expect(body).toMatchObject({
      bot_email: 'echo-bot@127.0.0.1',
      bot_full_name: 'Bot echo',
      data: 'ping **x**',
      trigger: 'direct_message',
      token: bot.token,
      message: {
        id,
        type: 'private',
        sender_id: ann.id,
        sender_full_name: 'Ann',
        content: 'ping **x**',
        content_type: 'text/x-markdown',
        rendered_content: '<p>ping <strong>x</strong></p>',
        subject: '',
        display_recipient: expect.arrayContaining([
          expect.objectContaining({ id: ann.id }),
          expect.objectContaining({ id: bot.user_id }),
        ]),
      },
    });
    const timestamp = String(headers['x-chat-timestamp']);
    expect(headers['x-chat-signature']).toBe(
      `v1=${createHmac('sha256', bot.token).update(`${timestamp}.${text}`).digest('hex')}`,
    );
    expect((await fromBot()).at(-1)!.content).toBe('pong **1**');
  });

  it('a mention causes a call, even in a channel that the bot is not subscribed to, and the bot answers there', async () => {
    answer = { status: 200, body: JSON.stringify({ response_string: 'here @**all**' }) };
    await ann.client.ok('post', '/messages', {
      type: 'channel',
      to: channelId,
      topic: 'talk',
      content: `@**Bot echo** hello`,
    });
    await deliver();
    expect(received[0]!.body).toMatchObject({
      trigger: 'mention',
      message: { type: 'stream', stream_id: channelId, subject: 'talk', display_recipient: 'room' },
    });
    const messages = await last([['channel', channelId]]);
    expect(messages.at(-1)).toMatchObject({
      sender_id: bot.user_id,
      content: 'here @**all**',
      subject: 'talk',
    });
    const { messages: mentioned } = await ann.client.ok('get', '/messages', {
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
      narrow: [['is', 'mentioned']],
    });
    expect(mentioned).toEqual([]);
  });

  it.each([
    ['', 'an empty body'],
    ['""', 'an empty JSON text'],
    ['{}', 'no content'],
    ['{"content":"  "}', 'blank content'],
    ['{"response_not_required":true,"content":"x"}', 'response_not_required'],
  ])('%s (%s) says nothing', async (body) => {
    answer = { status: 200, body };
    const before = (await fromBot()).length;
    await direct('quiet');
    await deliver();
    expect(received).toHaveLength(1);
    expect(await fromBot()).toHaveLength(before);
  });

  it('is not called for silent mentions, mentions in code, mentions by outgoing webhook bots, or in channels that the bot cannot read', async () => {
    answer = { status: 200, body: '{}' };
    for (const content of ['@_**Bot echo** x', '`@**Bot echo**` x', 'no mention']) {
      await ann.client.ok('post', '/messages', { type: 'channel', to: channelId, topic: 'talk', content });
    }
    await ann.client.ok('post', '/users/me/subscriptions', {
      subscriptions: [{ name: 'closed' }],
      invite_only: true,
    });
    await ann.client.ok('post', '/messages', {
      type: 'channel',
      to: 'closed',
      topic: 't',
      content: '@**Bot echo** x',
    });
    await deliver();
    expect(received).toEqual([]);
    // Two bots in one conversation both get each response of the other, but responses do not cause calls.
    const other = await makeBot('second');
    answer = { status: 200, body: '{"content":"again @**Bot echo** @**Bot second**"}' };
    await direct('both', [bot.user_id, other.user_id]);
    await deliver();
    expect(received).toHaveLength(2);
  });

  it('calls of one bot are made in the order of their messages', async () => {
    answer = { status: 200, body: '{}' };
    for (const text of ['one', 'two', 'three']) await direct(text);
    await deliver();
    expect(received.map(({ body }) => body.data)).toEqual(['one', 'two', 'three']);
  });
});

describe('failures', () => {
  const notices = async () =>
    (await last([['is', 'dm']])).filter((message) => message.content.includes('got no answer'));

  it.each([500, 429])(
    'status %i is tried again after 1, 5 and 30 seconds; then the conversation and the owner hear of it',
    async (status) => {
      answer = { status, body: 'oops ``` **bold** <b>' };
      await direct('fail');
      for (const seconds of [0, 1.2, 5.6, 33.1]) {
        clock.advance(seconds * 1000);
        await deliver();
      }
      expect(received).toHaveLength(4);
      clock.advance(120_000);
      await deliver();
      expect(received).toHaveLength(4);
      expect((await fromBot()).at(-1)!.content).toContain('Failure!');
      const notice = (await notices()).at(-1)!;
      expect(notice.content).toContain(`HTTP status ${status}`);
      expect(notice.content).toContain('````\noops ``` **bold** <b>\n````');
    },
  );

  it('the bot’s answer is posted when a retry of a failed call succeeds', async () => {
    answer = { status: 503, body: '' };
    await direct('wait');
    await deliver();
    answer = { status: 200, body: '{"content":"at last"}' };
    clock.advance(1200);
    await deliver();
    expect(received).toHaveLength(2);
    expect((await fromBot()).at(-1)!.content).toBe('at last');
  });

  it.each([
    [404, 'not found', 'HTTP status 404'],
    [302, '', 'HTTP status 302'],
    [200, 'not json', 'not a JSON object'],
    [200, '[1]', 'not a JSON object'],
    [200, `{"content":"${'x'.repeat(1024 * 1024)}"}`, 'larger than 1024 KiB'],
  ])('status %i with %.10s is not tried again', async (status, body, reason) => {
    answer = { status, body, ...(status === 302 ? { headers: { location: receiver() } } : {}) };
    await direct('fail once');
    await deliver();
    clock.advance(120_000);
    await deliver();
    expect(received).toHaveLength(1);
    expect((await notices()).at(-1)!.content).toContain(reason);
  });

  it('a name that resolves to another address later cannot reach an internal server', async () => {
    const addresses = ['93.184.215.14', '127.0.0.1', '127.0.0.1', '127.0.0.1'];
    let asked = 0;
    const original = chat.app.outgoing;
    const guarded = outgoing({ resolve: async () => [addresses[asked++] ?? '127.0.0.1'] });
    // The call connects to the address of the first look-up, which is public, even if the name resolves to another
    // address later.
    Object.assign(chat.app, { outgoing: guarded });
    const port = (server.address() as AddressInfo).port;
    const rebinding = await makeBot('rebinding', `http://rebinding.test:${port}/`);
    answer = { status: 200, body: '{"content":"inside"}' };
    await direct('go', [rebinding.user_id]);
    for (const seconds of [0, 1.2, 5.6, 33.1]) {
      clock.advance(seconds * 1000);
      await deliver();
    }
    Object.assign(chat.app, { outgoing: original });
    expect(asked).toBe(2);
    expect(received).toEqual([]);
    expect((await notices()).at(-1)!.content).toContain('not allowed');
  });

  it.each([
    'http://127.0.0.1:1/',
    'http://[::1]/',
    'http://169.254.169.254/',
    'http://10.0.0.1/',
    'http://0x7f.1/',
    'http://localhost/',
  ])('%s is refused without the development setting', async (url) => {
    const original = chat.app.outgoing;
    Object.assign(chat.app, { outgoing: outgoing() });
    await ann.client.ok('patch', `/bots/${bot.user_id}`, { service_payload_url: url });
    await direct('inside');
    await deliver();
    Object.assign(chat.app, { outgoing: original });
    await ann.client.ok('patch', `/bots/${bot.user_id}`, { service_payload_url: receiver() });
    expect((await notices()).at(-1)!.content).toContain('the address is not allowed');
  });

  it('a deactivated bot is not called', async () => {
    const gone = await makeBot('gone');
    await direct('first', [gone.user_id]);
    await ann.client.ok('delete', `/bots/${gone.user_id}`);
    await deliver();
    expect(received).toEqual([]);
  });
});

describe('/bots', () => {
  it('lists own bots, and all bots for administrators; keys are shown once and only to the owner', async () => {
    const events = await listen(admin, ['realm_bot']);
    const own = await listen(ann, ['realm_bot']);
    const made = await ann.client.ok('post', '/bots', { full_name: 'Plain', short_name: 'plain' });
    expect(made.token).toBeUndefined();
    const { bots } = await ann.client.ok('get', '/bots');
    expect(bots.find((b: { user_id: number }) => b.user_id === bot.user_id)).toMatchObject({
      email: 'echo-bot@127.0.0.1',
      bot_type: 3,
      owner_id: ann.id,
      services: [{ base_url: receiver(), interface: 1, token: bot.token }],
    });
    expect((await admin.client.ok('get', '/bots')).bots).toHaveLength(bots.length);
    const stranger = await chat.user();
    expect((await stranger.client.ok('get', '/bots')).bots).toEqual([]);
    const [seen] = await events.next();
    expect(seen).toMatchObject({ op: 'add', bot: { user_id: made.user_id } });
    expect(JSON.stringify(seen)).not.toContain(made.api_key);
    expect((await own.next())[0]!.bot.api_key).toBe(made.api_key);
    expect(await stranger.client.delete(`/bots/${made.user_id}`)).toMatchObject({
      status: 400,
      body: { msg: 'No such bot' },
    });
    expect(await admin.client.post(`/bots/${made.user_id}/api_key/regenerate`)).toMatchObject({
      status: 400,
      body: { code: 'UNAUTHORIZED_PRINCIPAL' },
    });
    const { api_key } = await ann.client.ok('post', `/bots/${made.user_id}/api_key/regenerate`);
    const call = (key: string) =>
      fetch(`${chat.url}/api/v1/users/me`, {
        headers: { authorization: `Basic ${btoa(`plain-bot@127.0.0.1:${key}`)}` },
      });
    expect([(await call(made.api_key)).status, (await call(api_key)).status]).toEqual([401, 200]);
    await admin.client.ok('delete', `/bots/${made.user_id}`);
    expect((await call(api_key)).status).toBe(401);
  });

  it.each([
    [{ bot_type: 4 }, 'Invalid bot type'],
    [{ bot_type: 3 }, 'An outgoing webhook bot needs a payload URL.'],
    [{ bot_type: 3, payload_url: 'ftp://x.test/' }, 'The payload URL must start with http:// or https://.'],
    [{ bot_type: 3, payload_url: 'http://a:b@x.test/' }, 'The payload URL must not hold credentials.'],
    [{ short_name: 'a b' }, 'Bad name or username'],
    [{ short_name: 'echo' }, "Email 'echo-bot@127.0.0.1' already in use"],
  ])('refused: %j', async (params, msg) => {
    const answer = await ann.client.post('/bots', { full_name: 'X', short_name: 'x', ...params });
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', msg } });
  });

  it('a change that is refused in part changes nothing', async () => {
    const { user_id: id } = await ann.client.ok('post', '/bots', { full_name: 'Fixed', short_name: 'fixed' });
    const gone = await chat.user();
    await admin.client.ok('delete', `/users/${gone.id}`);
    const noOwner = 'Failed to change owner, no such user';
    for (const [params, msg] of [
      [{ service_payload_url: receiver() }, 'Only outgoing webhook bots have a payload URL.'],
      [{ bot_owner_id: 999_999 }, noOwner],
      [{ bot_owner_id: bot.user_id }, noOwner],
      [{ bot_owner_id: gone.id }, noOwner],
      [{ role: ROLE.administrator }, 'Insufficient permission'],
    ] as const) {
      const answer = await ann.client.patch(`/bots/${id}`, { full_name: 'Other', ...params });
      expect(answer.body.msg).toBe(msg);
    }
    const { user } = await ann.client.ok('get', `/users/${id}`);
    expect(user).toMatchObject({ full_name: 'Fixed', role: ROLE.member });
    expect(user).not.toHaveProperty('profile_data');
  });

  it('needs the permission to make bots', async () => {
    const guest = await chat.user({ role: ROLE.guest });
    expect(await guest.client.post('/bots', { full_name: 'X', short_name: 'g' })).toMatchObject({
      status: 400,
      body: { msg: 'Insufficient permission' },
    });
  });
});
