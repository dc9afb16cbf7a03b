import { DatabaseUnavailable } from '@services/kit/db';
import { afterAll, describe, expect, it } from 'vitest';
import { userByName } from '../../src/users/store.js';
import { type Answer, FINE_SMS, FRAUD_SMS, PASSWORD, sms, startFixture } from './fixture.js';

const service = await startFixture();
const { token, get, post } = await service.user('ann');
afterAll(() => service.stop());

function expectError(answer: Answer, status: number, code: string): void {
  expect(answer.json, answer.text).toMatchObject({ status: 'error', error: { code } });
  expect(answer.status).toBe(status);
  expect(Object.keys(answer.json)).toEqual(['status', 'error']);
  expect(answer.json.error.message).toMatch(/\.$/);
  if (status !== 400) expect(answer.json.error).not.toHaveProperty('details');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('x-request-id')).toMatch(/./);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
}

const check = (body: unknown, headers: Record<string, string> = {}) =>
  service.call('POST', '/api/fraud-check', { token, body, headers });

describe('every status and code', () => {
  it('200: a check has its id in the header', async () => {
    const answer = await check(sms(FINE_SMS));
    expect(answer.status, answer.text).toBe(200);
    expect(Object.keys(answer.json)).toEqual(['status', 'result', 'request_id']);
    expect(answer.headers.get('x-request-id')).toBe(answer.json.request_id);
    expect(answer.headers.get('x-model-version')).toMatch(/./);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('200: the same content gets the same answer for any caller at any time', async () => {
    const { token: other } = await service.user('second');
    const first = await check(sms(FRAUD_SMS));
    service.clock.advance(60_000);
    const second = await service.call('POST', '/api/fraud-check', { token: other, body: sms(FRAUD_SMS) });
    expect(second.json.result).toEqual(first.json.result);
    expect(first.json.result.is_fraud).toBe(true);
    expect(first.json.result.fraud_indicators.length).toBeGreaterThan(0);
    expect(second.json.request_id > first.json.request_id).toBe(true);
    const { json } = await post('/api/fraud-check?evidence=true', sms(FRAUD_SMS));
    for (const { spans } of json.result.evidence) {
      for (const [start, end] of spans) {
        expect(start).toBeLessThan(end);
        expect(end).toBeLessThanOrEqual(FRAUD_SMS.length);
      }
    }
  });

  it('400 INVALID_REQUEST: the body is not JSON', async () => {
    expectError(await check('{"data_type":'), 400, 'INVALID_REQUEST');
    expectError(await check(''), 400, 'INVALID_REQUEST');
    expectError(await check(new Uint8Array([0x22, 0xff, 0x22])), 400, 'INVALID_REQUEST');
  });

  it('400 INVALID_REQUEST: a JSON pointer names every wrong member', async () => {
    const answer = await check({ data_type: 'sms', metadata: { sendr: 'x', 'a/b': 1 }, extra: 1 });
    expectError(answer, 400, 'INVALID_REQUEST');
    const paths = answer.json.error.details.map(({ path }: { path: string }) => path).sort();
    expect(paths).toEqual(['/content', '/extra', '/metadata/a~1b', '/metadata/sendr']);
  });

  it.each([
    ['/api/auth/token', { username: 'ann', password: PASSWORD }],
    ['/api/fraud-check', sms(FINE_SMS)],
    ['/api/fraud-check/batch', { items: [sms(FINE_SMS)] }],
    ['/api/transactions/submit', { sender_id: 'a', receiver_id: 'b', amount: 1, description: '' }],
    ['/api/tokenize', { data: 'x', type: 'custom' }],
    ['/api/chat', { message: 'hi', history: [] }],
    ['/api/webhooks', { url: 'https://example.com/', events: ['batch.done'] }],
  ])('400 INVALID_REQUEST: a member that %s does not know', async (path, body) => {
    const answer = await post(path, { ...body, mistyped: 1 });
    expectError(answer, 400, 'INVALID_REQUEST');
    expect(answer.json.error.details.map((one: { path: string }) => one.path)).toEqual(['/mistyped']);
    expect((await post(path, body)).status).toBeLessThan(300);
  });

  it('400 INVALID_REQUEST: values are not converted', async () => {
    const answer = await check({ data_type: 'sms', content: 5 });
    expectError(answer, 400, 'INVALID_REQUEST');
    expect(answer.json.error.details).toEqual([{ path: '/content', message: 'must be a string' }]);
  });

  it('400 INVALID_REQUEST: members that would reach a prototype', async () => {
    const body = '{"data_type":"sms","content":"x","__proto__":{"a":1}}';
    expectError(await check(body), 400, 'INVALID_REQUEST');
  });

  it('400 INVALID_REQUEST: an unknown query member', async () => {
    const answer = await get('/api/fraud-check?cursr=1');
    expectError(answer, 400, 'INVALID_REQUEST');
    expect(answer.json.error.details[0].path).toBe('/querystring/cursr');
  });

  it('400 INVALID_REQUEST: a cursor that no page of the listing had; an empty cursor is the first page', async () => {
    const { json: batch } = await post('/api/fraud-check/batch', { items: [sms(FINE_SMS)] });
    const { json: hook } = await post('/api/webhooks', {
      url: 'https://example.com/',
      events: ['batch.done'],
    });
    const paths = [
      '/api/fraud-check',
      '/api/reviews',
      '/api/transactions',
      `/api/webhooks/${hook.webhook_id}/deliveries`,
      `/api/fraud-check/batch/${batch.batch_id}/results`,
    ];
    for (const path of paths) {
      const first = await get(path);
      const empty = await get(`${path}?cursor=`);
      expect([empty.status, empty.text], path).toEqual([200, first.text]);
      for (const cursor of ['zzz', '0x', `ab_${'0'.repeat(26)}`, 'fc_ILOU']) {
        const answer = await get(`${path}?cursor=${cursor}`);
        expectError(answer, 400, 'INVALID_REQUEST');
        expect(answer.json.error.details[0].path).toBe('/querystring/cursor');
        expect(answer.text).not.toContain(cursor);
      }
    }
  });

  it('400 UNSUPPORTED_DATA_TYPE', async () => {
    expectError(await check({ data_type: 'fax', content: 'x' }), 400, 'UNSUPPORTED_DATA_TYPE');
    const body = { data: 'x', type: 'iban' };
    expectError(await post('/api/tokenize', body), 400, 'UNSUPPORTED_DATA_TYPE');
    expectError(await check({ data_type: 7, content: 'x' }), 400, 'UNSUPPORTED_DATA_TYPE');
  });

  it('400 INVALID_CONTENT: a phone check without any number', async () => {
    const answer = await check({ data_type: 'phone', content: 'someone called me' });
    expectError(answer, 400, 'INVALID_CONTENT');
    expect(answer.text).not.toContain('someone');
  });

  it.each(['email', 'sms', 'phone'])(
    '400 INVALID_CONTENT: a check of %s without readable content',
    async (data_type) => {
      for (const content of ['\u0001\u0002', '\u200b\u200d', '\u0007 \u200b\n'])
        expectError(await check({ data_type, content }), 400, 'INVALID_CONTENT');
    },
  );

  it('400 INVALID_CONTENT: an e-mail that is mostly control characters', async () => {
    expectError(await check({ data_type: 'email', content: 'a\u0001\u0002' }), 400, 'INVALID_CONTENT');
  });

  it('401 INVALID_TOKEN: missing, malformed, or with another scheme', async () => {
    for (const headers of [{}, { authorization: 'Bearer' }, { authorization: 'Basic YTpi' }]) {
      const answer = await service.call('GET', '/api/indicators', {
        headers: headers as Record<string, string>,
      });
      expectError(answer, 401, 'INVALID_TOKEN');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
      expect(answer.json.error.message).toMatch(/invalid or expired/);
    }
  });

  it('401 INVALID_TOKEN is sent before the body is read', async () => {
    const answer = await service.call('POST', '/api/fraud-check', { body: 'no JSON' });
    expectError(answer, 401, 'INVALID_TOKEN');
  });

  it('401 INVALID_CREDENTIALS: the same answer for an unknown user', async () => {
    const attempt = (username: string) =>
      service.call('POST', '/api/auth/token', { body: { username, password: 'wrong' } });
    const [known, unknown] = [await attempt('ann'), await attempt('nobody-here')];
    expectError(known, 401, 'INVALID_CREDENTIALS');
    expect(unknown.text).toBe(known.text);
  });

  it('403 FORBIDDEN: the token does not have the scope', async () => {
    const { token: narrow } = await service.user('narrow', { scopes: ['chat'] });
    const answer = await service.call('POST', '/api/fraud-check', { token: narrow, body: sms('x') });
    expectError(answer, 403, 'FORBIDDEN');
    expect(answer.headers.get('ratelimit-limit')).not.toBeNull();
    const review = await post('/api/transactions/tx_1/review', { decision: 'approve' });
    expectError(review, 403, 'FORBIDDEN');
  });

  it('403 FORBIDDEN is not documented for public reads, whose HEAD routes share their schema', async () => {
    const { paths } = (await service.call('GET', '/openapi.json')).json;
    const codes = (path: string, method: string) => Object.keys(paths[path][method].responses);
    expect(codes('/api/indicators', 'get')).not.toContain('403');
    expect(codes('/api/fraud-check', 'get')).toContain('403');
    expect(codes('/session', 'delete')).toContain('403');
  });

  it('404 NOT_FOUND: unknown paths, with and without a token', async () => {
    expectError(await service.call('GET', '/api/nothing'), 404, 'NOT_FOUND');
    expectError(await get('/api/nothing'), 404, 'NOT_FOUND');
  });

  it("404 NOT_FOUND: the same answer for a result that does not exist, and for another caller's result", async () => {
    const { json } = await check(sms(FINE_SMS));
    const { token: other } = await service.user('other');
    const foreign = await service.call('GET', `/api/fraud-check/${json.request_id}`, { token: other });
    const missing = await service.call('GET', '/api/fraud-check/fc_0', { token: other });
    expectError(foreign, 404, 'NOT_FOUND');
    expect(missing.text).toBe(foreign.text);
    const own = await get(`/api/fraud-check/${json.request_id}`);
    expect(own.status).toBe(200);
    expect(Object.keys(own.json.result)).toEqual([
      'request_id',
      'timestamp',
      'data_type',
      'is_fraud',
      'confidence_score',
      'fraud_indicators',
      'decision',
    ]);
  });

  it('405 METHOD_NOT_ALLOWED with Allow', async () => {
    const answer = await service.call('PUT', '/api/fraud-check', { token, body: {} });
    expectError(answer, 405, 'METHOD_NOT_ALLOWED');
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST');
    // A wrong method is reported even if the body cannot be read or the token is missing.
    expectError(
      await service.call('PATCH', '/api/fraud-check', { token, body: '' }),
      405,
      'METHOD_NOT_ALLOWED',
    );
    expectError(await service.call('DELETE', '/api/chat', { body: 'x' }), 405, 'METHOD_NOT_ALLOWED');
    const tokens = await service.call('GET', '/api/auth/token');
    expectError(tokens, 405, 'METHOD_NOT_ALLOWED');
    expect(tokens.headers.get('allow')).toBe('POST');
  });

  it('409 CONFLICT: the same Idempotency-Key with another body', async () => {
    const submit = (amount: number) =>
      post(
        '/api/transactions/submit',
        { sender_id: 'a', receiver_id: 'b', amount, description: '' },
        { 'idempotency-key': 'key-1' },
      );
    expect((await submit(5)).status).toBe(200);
    expectError(await submit(6), 409, 'CONFLICT');
  });

  it('413 PAYLOAD_TOO_LARGE: by the stated length, while reading, and above the limit of the type', async () => {
    const large = JSON.stringify(sms('x'.repeat(1_700_000)));
    expectError(await check(large), 413, 'PAYLOAD_TOO_LARGE');
    const chunks = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 20; i += 1) controller.enqueue(new TextEncoder().encode(' '.repeat(100_000)));
        controller.close();
      },
    });
    const answer = await fetch(`${service.url}/api/fraud-check`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: chunks,
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error: { code: 'PAYLOAD_TOO_LARGE' } });
    const between = JSON.stringify(sms('x'.repeat(1_100_000)));
    expectError(await check(between), 413, 'PAYLOAD_TOO_LARGE');
    const tokenize = await post('/api/tokenize', { data: 'x'.repeat(1_048_577), type: 'custom' });
    expectError(tokenize, 413, 'PAYLOAD_TOO_LARGE');
  });

  it('415 UNSUPPORTED_MEDIA_TYPE for a wrong type; parameters of the right type are allowed', async () => {
    const body = JSON.stringify(sms(FINE_SMS));
    expectError(await check(body, { 'content-type': 'text/plain' }), 415, 'UNSUPPORTED_MEDIA_TYPE');
    expectError(await check(body, { 'content-type': 'application/jsonx' }), 415, 'UNSUPPORTED_MEDIA_TYPE');
    const right = await check(body, { 'content-type': 'application/json; charset=utf-8' });
    expect(right.status, right.text).toBe(200);
  });

  it('429 RATE_LIMITED with Retry-After', async () => {
    const { token: free } = await service.user('free', { tier: 'free' });
    await service.app.tiers.take({ id: await userId('free'), tier: 'free' }, 100);
    const answer = await service.call('GET', '/api/indicators', { token: free });
    expectError(answer, 429, 'RATE_LIMITED');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('500 INTERNAL_ERROR reveals nothing about the cause', async () => {
    const broken = service.app.db.tx;
    service.app.db.tx = () => Promise.reject(new Error('secret inside'));
    const answer = await check(sms(FRAUD_SMS));
    service.app.db.tx = broken;
    expectError(answer, 500, 'INTERNAL_ERROR');
    expect(answer.text).not.toContain('secret');
    expect(service.logged()).not.toContain('secret inside');
  });

  it('503 UNAVAILABLE with Retry-After: without a database, and while stopping', async () => {
    const works = service.app.db.tx;
    service.app.db.tx = () => Promise.reject(new DatabaseUnavailable('gone'));
    const gone = await check(sms(FRAUD_SMS));
    service.app.db.tx = works;
    expectError(gone, 503, 'UNAVAILABLE');
    expect(gone.headers.get('retry-after')).toBe('5');
    service.app.stopping = true;
    const stopping = await check(sms(FRAUD_SMS));
    service.app.stopping = false;
    expectError(stopping, 503, 'UNAVAILABLE');
    expect(stopping.headers.get('retry-after')).toBe('5');
  });

  it('the token endpoint answers without the common envelope', async () => {
    const body = { username: 'Ann', password: PASSWORD };
    const answer = await service.call('POST', '/api/auth/token', { body });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json)).toEqual(['token', 'expires_at']);
    expect(answer.json.expires_at).toBe(new Date(service.clock.now() + 3_600_000).toISOString());
    const used = await service.call('GET', '/api/indicators', { token: answer.json.token });
    expect(used.status).toBe(200);
  });
});

async function userId(name: string): Promise<number> {
  return (await userByName(service.db, name))!.id;
}
