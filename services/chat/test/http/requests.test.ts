import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defineRoute } from '../../src/http/route.js';
import { createServer } from '../../src/http/server.js';
import { type Chat, startChat, type TestUser } from '../support/chat.js';

let chat: Chat;
let user: TestUser;

beforeAll(async () => {
  chat = await startChat();
  user = await chat.user();
});
afterAll(() => chat.stop());

describe('paths and methods', () => {
  test('an unknown path is 404 NOT_FOUND in the envelope', async () => {
    const answer = await user.client.get('/nowhere');
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ result: 'error', code: 'NOT_FOUND' });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['x-request-id']).toBeTruthy();
  });

  test('a path with a trailing slash is unknown', async () => {
    expect((await user.client.get('/events/')).status).toBe(404);
  });

  test('a wrong method is 405 with Allow and allowed_methods', async () => {
    const answer = await user.client.patch('/events');
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('DELETE, GET, HEAD, OPTIONS');
    expect(answer.body).toMatchObject({
      code: 'METHOD_NOT_ALLOWED',
      allowed_methods: ['DELETE', 'GET', 'HEAD', 'OPTIONS'],
    });
  });

  test('TRACE, which no path supports, gets 405 as well', async () => {
    const trace = await user.client.send('TRACE', '/register');
    expect([trace.status, trace.headers.allow, trace.body.code]).toEqual([
      405,
      'OPTIONS, POST',
      'METHOD_NOT_ALLOWED',
    ]);
  });

  test('OPTIONS answers 204 with Allow; HEAD works as GET', async () => {
    const options = await user.client.send('OPTIONS', '/register');
    expect([options.status, options.headers.allow]).toEqual([204, 'OPTIONS, POST']);
    const head = await user.client.send('HEAD', '/events', { queue_id: 'none' }, 'query');
    expect([head.status, head.body]).toEqual([400, undefined]);
  });
});

describe('credentials', () => {
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  const attempt = (headers: Record<string, string>) =>
    chat.anonymous().send('POST', '/register', { event_types: [] }, 'form', headers);

  test.each([
    ['no credentials', () => ({})],
    ['another scheme', () => ({ authorization: 'Bearer x' })],
    ['malformed base64', () => ({ authorization: 'Basic ???' })],
    ['no colon', () => basic('nothing')],
    ['an unknown address', () => basic(`nobody@example.com:${user.key}`)],
    ['a wrong key', () => basic(`${user.email}:${'x'.repeat(32)}`)],
  ])('%s: 401 UNAUTHORIZED with WWW-Authenticate', async (_name, headers) => {
    const answer = await attempt(headers());
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ result: 'error', code: 'UNAUTHORIZED' });
    expect(answer.headers['www-authenticate']).toBe('Basic realm="chat"');
  });

  test('addresses of users are compared without case', async () => {
    expect((await attempt(basic(`${user.email.toUpperCase()}:${user.key}`))).status).toBe(200);
  });
});

test('the request object of a handler has fast properties in V8, so that minor garbage collections free it', async () => {
  let received: unknown;
  const route = defineRoute({
    method: 'GET',
    path: '/call',
    auth: 'none',
    summary: 'Keeps what its handler gets',
    params: {},
    returns: Type.Object({}),
    handler: async (call) => {
      received = call;
      return {};
    },
  });
  const server = await createServer(chat.app, [route]);
  for (let n = 0; n < 3; n++) expect((await server.inject('/api/v1/call')).statusCode).toBe(200);
  await server.close();
  setFlagsFromString('--allow-natives-syntax');
  const isPlain = runInThisContext('(object) => %HasFastProperties(object)') as (object: unknown) => boolean;
  expect(isPlain(received)).toBe(true);
});
