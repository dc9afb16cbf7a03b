import { listen } from '@services/kit/http';
import fc from 'fast-check';
import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer } from '../../src/http/server.js';
import { ROUTES } from '../../src/routes.js';
import { type Chat, startChat, type TestUser } from '../support/chat.js';
import { type Answer, ApiClient, type Sending } from '../support/client.js';
import { filledPath, parametersOf, pathNames, routeName } from '../support/samples.js';

/**
 * All routes of the service, each with a handler that returns its decoded parameters. Requests pass through the real
 * server. Whichever way a request is sent, it must be decoded to the same values.
 */
const ECHOES = ROUTES.map((route) => ({
  ...route,
  auth: 'user' as const,
  needs: undefined as never,
  returns: Type.Object({ params: Type.Unknown() }),
  handler: async (call: { params: unknown }) => ({ params: call.params }),
}));
const WAYS: readonly Sending[] = ['query', 'form', 'multipart', 'json'];

let chat: Chat;
let user: TestUser;
let echo: ApiClient;
let stop: () => Promise<void>;

beforeAll(async () => {
  chat = await startChat();
  user = await chat.user();
  const server = await createServer(chat.app, ECHOES as never);
  const { url } = await listen(server, { host: '127.0.0.1', port: 0 });
  echo = new ApiClient(url, { email: user.email, key: user.key });
  stop = async () => {
    await server.close();
    await chat.stop();
  };
});
afterAll(() => stop());

const rooted = (route: (typeof ROUTES)[number]) =>
  route.roots === undefined || route.roots.includes('/api/v1');
/** All parameters of paths become `1`, which decodes as every type of path parameter. */
const path = (route: (typeof ROUTES)[number]) =>
  filledPath(route, Object.fromEntries(pathNames(route).map((name) => [name, '1'])));

describe('the same call sent in four ways is decoded to the same values', () => {
  test.each(ROUTES.filter(rooted).map((route) => [routeName(route), route] as const))(
    '%s',
    async (_name, route) => {
      await fc.assert(
        fc.asyncProperty(parametersOf(route), async (params) => {
          // Multipart bodies have at most ten parts.
          const given = Object.fromEntries(Object.entries(params).slice(0, 10));
          const answers = [];
          for (const way of WAYS) {
            const answer = await echo.send(route.method, path(route), given, way);
            answers.push({ way, status: answer.status, body: answer.body });
          }
          const [first, ...others] = answers;
          for (const other of others) expect({ ...other, way: first!.way }).toEqual(first);
        }),
        { numRuns: Math.ceil(Number(process.env.SERVICES_RUNS ?? 100) / 25) },
      );
    },
  );
});

describe('types of parameters', () => {
  const anchored = (text: string) =>
    echo.send('POST', '/users/me/presence', { status: 'active', history_limit_days: text }, 'query');

  test.each(['1.0', '1e3', ' 1', '1 ', '0x10', '', '٣', '9007199254740993', 'null', '"1"', '[1]'])(
    'the integer %j is refused with REQUEST_VARIABLE_INVALID and var_name',
    async (text) => {
      const answer = await anchored(text);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ code: 'REQUEST_VARIABLE_INVALID', var_name: 'history_limit_days' });
      expect(answer.body.msg).toContain('history_limit_days');
    },
  );
  test.each([
    ['7', 7],
    ['+7', 7],
    ['007', 7],
  ])('the integer %j is %i', async (text, value) => {
    expect((await anchored(text)).body.params.history_limit_days).toBe(value);
  });
  test.each([
    ['True', true],
    ['FALSE', false],
    ['true', true],
  ])('the boolean %j is %s', async (text, value) => {
    const answer = await echo.send(
      'POST',
      '/users/me/presence',
      { status: 'idle', ping_only: text },
      'query',
    );
    expect(answer.body.params.ping_only).toBe(value);
  });
  test.each(['1', 'yes', '', 'null'])('the boolean %j is refused', async (text) => {
    const answer = await echo.send(
      'POST',
      '/users/me/presence',
      { status: 'idle', ping_only: text },
      'query',
    );
    expect(answer.body).toMatchObject({ code: 'REQUEST_VARIABLE_INVALID', var_name: 'ping_only' });
  });

  test('a required parameter that is absent: REQUEST_VARIABLE_MISSING', async () => {
    const answer = await echo.post('/users/me/presence');
    expect([answer.status, answer.body.code, answer.body.var_name]).toEqual([
      400,
      'REQUEST_VARIABLE_MISSING',
      'status',
    ]);
  });
  test('a name and its alias with different values: REQUEST_CONFUSING_VAR', async () => {
    const message = { type: 'channel', to: 'general', content: 'x' };
    const answer = await echo.post('/messages', { ...message, topic: 'a', subject: 'b' });
    expect(answer.body).toMatchObject({
      code: 'REQUEST_CONFUSING_VAR',
      var_name1: 'topic',
      var_name2: 'subject',
    });
    expect((await echo.post('/messages', { ...message, topic: 'a', subject: 'a' })).body.params.topic).toBe(
      'a',
    );
    expect((await echo.post('/messages', { ...message, subject: 'b' })).body.params.topic).toBe('b');
  });
  test('some texts of older clients are sent as JSON, and are decoded', async () => {
    const answer = await echo.patch('/settings', { timezone: '"Europe/Berlin"', full_name: '"quoted' });
    expect(answer.body.params).toMatchObject({ timezone: 'Europe/Berlin', full_name: '"quoted' });
  });
  test('NUL characters are refused, and lone surrogates are replaced', async () => {
    const nul = await echo.post('/saved_snippets', { title: 'a\0b', content: 'x' });
    expect(nul.body).toMatchObject({ code: 'REQUEST_VARIABLE_INVALID', var_name: 'title' });
    const lone = await echo.send('POST', '/saved_snippets', { title: 'a\ud800b', content: 'x' }, 'json');
    expect(lone.body.params.title).toBe('a\ufffdb');
  });
});

describe('sources of parameters', () => {
  const raw = async (query: string, init: RequestInit) => {
    const authorization = `Basic ${Buffer.from(`${user.email}:${user.key}`).toString('base64')}`;
    const answer = await fetch(`${echo.base}api/v1/messages/render${query}`, {
      method: 'POST',
      ...init,
      headers: { authorization, ...(init.headers as Record<string, string>) },
    });
    return { status: answer.status, body: (await answer.json()) as Answer['body'] };
  };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  test('a value in the body takes precedence over the query, and of several values the last one', async () => {
    const answer = await raw('?content=query&content=query2', { body: 'content=a&content=b', headers: form });
    expect(answer.body.params.content).toBe('b');
  });
  test('unknown parameters are listed once, sorted; dont_block and client are never listed', async () => {
    const answer = await raw('?zeta=1&alpha=2', {
      body: 'content=x&alpha=3&client=c&dont_block=true',
      headers: form,
    });
    expect(answer.body.ignored_parameters_unsupported).toEqual(['alpha', 'zeta']);
    const none = await raw('', { body: 'content=x', headers: form });
    expect(none.body).not.toHaveProperty('ignored_parameters_unsupported');
  });
  test('a parameter of the path that is sent again is listed as unknown', async () => {
    const answer = await echo.delete('/messages/7', { message_id: 7 });
    expect(answer.body.ignored_parameters_unsupported).toEqual(['message_id']);
  });
  test('an unknown content type is accepted with an empty body, and is 415 otherwise', async () => {
    const type = { 'content-type': 'text/weird' };
    expect((await raw('?content=x', { headers: type })).status).toBe(200);
    const refused = await raw('?content=x', { body: 'something', headers: type });
    expect([refused.status, refused.body.code]).toEqual([415, 'BAD_REQUEST']);
  });
  test.each(['{', '[1]', '"x"', `{"content":${'['.repeat(30)}${']'.repeat(30)}}`])(
    'the JSON body %j: INVALID_JSON',
    async (body) => {
      const answer = await raw('', { body, headers: { 'content-type': 'application/json' } });
      expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_JSON']);
    },
  );
  test('limits: parameters, body, address, parts', async () => {
    const many = Array.from({ length: 201 }, (_, i) => `p${i}=1`).join('&');
    expect((await raw('', { body: many, headers: form })).status).toBe(400);
    const large = await raw('', { body: `content=${'x'.repeat(2 * 1024 * 1024)}`, headers: form });
    expect([large.status, large.body.code]).toEqual([413, 'REQUEST_TOO_LARGE']);
    expect((await raw(`?content=${'x'.repeat(17_000)}`, {})).status).toBe(413);
    const parts = new FormData();
    for (let i = 0; i < 11; i++) parts.append(`p${i}`, '1');
    expect((await raw('', { body: parts })).status).toBe(413);
  });
});
