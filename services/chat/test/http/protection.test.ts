import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Chat, ManualClock, ROLE, startChat, type TestUser } from '../support/chat.js';

let chat: Chat;
let user: TestUser;
let owner: TestUser;
const clock = new ManualClock(Date.now());

beforeAll(async () => {
  chat = await startChat({
    clock,
    config: { rateUser: { points: 40, windowSeconds: 60 }, rateAddress: { points: 30, windowSeconds: 60 } },
  });
  user = await chat.user();
  owner = await chat.user({ role: ROLE.owner });
});
afterAll(() => chat.stop());
/** Advances the clock by two minutes, so that no earlier request counts against a limit per minute. */
const later = () => clock.advance(120_000);

describe('rate limits', () => {
  test('responses carry X-RateLimit headers; the request over the limit gets 429 RATE_LIMIT_HIT with Retry-After', async () => {
    later();
    const first = await user.client.get('/users/me');
    expect(first.headers['x-ratelimit-limit']).toBe('40');
    expect(first.headers['x-ratelimit-remaining']).toBe('39');
    expect(Number(first.headers['x-ratelimit-reset'])).toBeGreaterThan(Date.now() / 1000);
    for (let i = 0; i < 39; i++) expect((await user.client.get('/users/me')).status).toBe(200);
    const refused = await user.client.get('/users/me');
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMIT_HIT']);
    expect(refused.body['retry-after']).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBe(Math.ceil(refused.body['retry-after']));
    expect((await owner.client.get('/users/me')).status).toBe(200);
    later();
    expect((await user.client.get('/users/me')).status).toBe(200);
  });

  test('requests without credentials or with wrong credentials are limited by address', async () => {
    later();
    const wrong = { authorization: `Basic ${Buffer.from(`${user.email}:wrong`).toString('base64')}` };
    const statuses = new Set<number>();
    for (let i = 0; i < 31; i++)
      statuses.add((await chat.anonymous().send('GET', '/users/me', {}, 'query', wrong)).status);
    expect([...statuses]).toEqual([401, 429]);
    expect((await chat.anonymous().get('/server_settings')).status).toBe(429);
    expect((await user.client.get('/users/me')).status).toBe(200);
  });

  test('X-Forwarded-For is trusted only from configured proxies', async () => {
    later();
    for (let i = 0; i < 31; i++)
      await chat
        .anonymous()
        .send('GET', '/server_settings', {}, 'query', { 'x-forwarded-for': `10.0.0.${i}` });
    expect((await chat.anonymous().get('/server_settings')).status).toBe(429);
  });
});

describe('Idempotency-Key', () => {
  const save = (title: string, key: string, who = user) =>
    who.client.post('/saved_snippets', { title, content: 'text' }, { 'idempotency-key': key });
  const snippets = async (who = user) =>
    (await who.client.ok('get', '/saved_snippets')).saved_snippets.length;

  test('a repeated request gets the first response and has no effect', async () => {
    later();
    const before = await snippets();
    const first = await save('once', 'key-1');
    const second = await save('once', 'key-1');
    expect(second.body).toEqual(first.body);
    expect(await snippets()).toBe(before + 1);
  });
  test('the same key with another body gives 400', async () => {
    const other = await save('other', 'key-1');
    expect([other.status, other.body.code]).toEqual([400, 'BAD_REQUEST']);
  });
  test('the key of another user, or no key, does not repeat the request', async () => {
    const before = await snippets(owner);
    await save('once', 'key-1', owner);
    await owner.client.ok('post', '/saved_snippets', { title: 'once', content: 'text' });
    expect(await snippets(owner)).toBe(before + 2);
  });
  test('simultaneous repeats have one effect', async () => {
    later();
    const before = await snippets();
    const answers = await Promise.all(Array.from({ length: 5 }, () => save('race', 'key-2')));
    expect(new Set(answers.map((answer) => answer.body.saved_snippet_id)).size).toBe(1);
    expect(await snippets()).toBe(before + 1);
  });
  test('a repeat of a failed request runs again', async () => {
    const key = { 'idempotency-key': 'key-3' };
    const params = { email: user.email, password: 'correct horse 42', full_name: 'Taken' };
    expect((await owner.client.post('/users', params, key)).status).toBe(400);
    const again = await owner.client.post('/users', { ...params, email: 'free@example.com' }, key);
    expect(again.status).toBe(200);
  });
  test('after 24 hours the key can be used for another request', async () => {
    const before = await snippets();
    clock.advance(24 * 3_600_000 + 1);
    await save('once', 'key-1');
    expect(await snippets()).toBe(before + 1);
  });
});

describe('cookies', () => {
  const password = 'correct horse 42';
  const person = { email: 'browser@example.com', full_name: 'Browser' };
  const login = async () => {
    const answer = await chat.anonymous().post('/json/login', { username: person.email, password });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return { header: String(answer.headers['set-cookie']), csrf: answer.body.csrf_token as string };
  };
  const asBrowser = (
    method: string,
    path: string,
    cookie: string,
    headers: Record<string, string> = {},
    params = {},
  ) =>
    chat.anonymous().send(method, path, params, method === 'GET' ? 'query' : 'form', {
      cookie: cookie.split(';')[0]!,
      ...headers,
    });

  beforeAll(async () => {
    later();
    await owner.client.ok('post', '/users', { ...person, password });
  });

  test('log-in sets an HttpOnly, SameSite cookie; GET /json/me returns the CSRF token', async () => {
    const { header, csrf } = await login();
    expect(header).toMatch(
      /^chat_session=[A-Za-z0-9]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1209600$/,
    );
    const me = await asBrowser('GET', '/json/me', header);
    expect(me.body).toMatchObject({ email: person.email, csrf_token: csrf });
    expect((await asBrowser('GET', '/json/users', header)).status).toBe(200);
  });
  test('changing requests need X-CSRF-Token', async () => {
    const { header, csrf } = await login();
    const snippet = { title: 'a', content: 'b' };
    const without = await asBrowser('POST', '/json/saved_snippets', header, {}, snippet);
    expect(without.status).toBe(403);
    expect(
      (await asBrowser('POST', '/json/saved_snippets', header, { 'x-csrf-token': 'wrong' }, snippet)).status,
    ).toBe(403);
    expect(
      (await asBrowser('POST', '/json/saved_snippets', header, { 'x-csrf-token': csrf }, snippet)).status,
    ).toBe(200);
  });
  test('the cookie is refused under /api/v1, and a key under /json', async () => {
    const { header } = await login();
    expect((await asBrowser('GET', '/api/v1/users/me', header)).status).toBe(401);
    expect((await user.client.get('/json/users/me')).status).toBe(401);
  });
  test('a log-out ends the session, and so do 14 days without use', async () => {
    const { header, csrf } = await login();
    const out = await asBrowser('POST', '/json/logout', header, { 'x-csrf-token': csrf });
    expect(String(out.headers['set-cookie'])).toContain('Max-Age=0');
    expect((await asBrowser('GET', '/json/me', header)).status).toBe(401);
    const second = await login();
    clock.advance(13 * 86_400_000);
    expect((await asBrowser('GET', '/json/me', second.header)).status).toBe(200);
    await chat.app.writer.idle();
    clock.advance(13 * 86_400_000);
    expect((await asBrowser('GET', '/json/me', second.header)).status).toBe(200);
    await chat.app.writer.idle();
    clock.advance(14 * 86_400_000 + 1);
    expect((await asBrowser('GET', '/json/me', second.header)).status).toBe(401);
  });

  test('a request for a password reset does not reveal whether the account exists; the link works once and revokes keys and cookies', async () => {
    later();
    // The test reads the mail from the queue, because no job sends it.
    await chat.app.jobs.stop();
    const { header } = await login();
    const known = await chat.anonymous().post('/json/password_reset', { email: person.email });
    const unknown = await chat.anonymous().post('/json/password_reset', { email: 'nobody@example.com' });
    expect(unknown.body).toEqual(known.body);
    const { sql } = await import('@services/kit/db');
    const letters = await chat.db.rows<{ payload: { to: string; text: string } }>(
      sql`SELECT payload FROM kit_job WHERE kind = 'mail'`,
    );
    const link = letters
      .map(({ payload }) => payload)
      .find(({ to, text }) => to === person.email && text.includes('/password_reset/'));
    const url = /http\S+/.exec(link!.text)![0];
    expect((await fetch(url)).status).toBe(200);
    const set = (text: string) =>
      fetch(url, { method: 'POST', body: new URLSearchParams({ password: text }) });
    expect((await set('password')).status).toBe(400);
    expect((await set('another phrase 77')).status).toBe(200);
    expect((await set('another phrase 78')).status).toBe(400);
    expect((await asBrowser('GET', '/json/me', header)).status).toBe(401);
    const again = await chat
      .anonymous()
      .post('/fetch_api_key', { username: person.email, password: 'another phrase 77' });
    expect(again.status).toBe(200);
  });
});
