import { DatabaseUnavailable } from '@services/kit/db';
import { rows } from '@services/kit/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { type Answer, FINE_SMS, FRAUD_SMS, PASSWORD, sms, startFixture } from './fixture.js';

const service = await startFixture();
const { token, get, post } = await service.user('ann');
afterAll(() => service.stop());

function expectError(answer: Answer, status: number, code: string): void {
  expect(answer.json, answer.text).toEqual({
    status: 'error',
    error: {
      code,
      message: expect.stringMatching(/\.$/),
      ...(status === 400 && 'details' in answer.json.error ? { details: expect.any(Array) } : {}),
    },
  });
  expect(answer.status).toBe(status);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/./),
    'content-type': 'application/json; charset=utf-8',
  });
}

const call = service.call;
const check = (body: unknown, headers: Record<string, string> = {}) =>
  post('/api/fraud-check', body, headers);
const pathsOf = (answer: Answer) =>
  answer.json.error.details.map(({ path }: { path: string }) => path).sort();
const payment = { sender_id: 'a', receiver_id: 'b', amount: 1, description: '' };
const ALLOWED: Record<string, string> = {
  '/api/fraud-check': 'GET, HEAD, POST',
  '/api/chat': 'POST',
  '/api/auth/token': 'POST',
};
const TEXT = JSON.stringify(sms(FINE_SMS));

describe('every status and code', () => {
  it.each(
    rows<string[]>(`
    400 | INVALID_REQUEST | POST /api/fraud-check | {"data_type":
    400 | INVALID_REQUEST | POST /api/fraud-check | {"data_type":"sms","content":"x","__proto__":{"a":1}}
    400 | UNSUPPORTED_DATA_TYPE | POST /api/fraud-check | {"data_type":"fax","content":"x"}
    400 | UNSUPPORTED_DATA_TYPE | POST /api/fraud-check | {"data_type":7,"content":"x"}
    400 | UNSUPPORTED_DATA_TYPE | POST /api/tokenize | {"data":"x","type":"iban"}
    400 | INVALID_CONTENT | POST /api/fraud-check | {"data_type":"phone","content":"someone called me"}
    400 | INVALID_CONTENT | POST /api/fraud-check | {"data_type":"email","content":"a\\u0001\\u0002"}
    403 | FORBIDDEN | POST /api/transactions/tx_1/review | {"decision":"approve"}
    404 | NOT_FOUND | GET /api/nothing
    405 | METHOD_NOT_ALLOWED | PUT /api/fraud-check | {}
    405 | METHOD_NOT_ALLOWED | DELETE /api/chat | x
    405 | METHOD_NOT_ALLOWED | GET /api/auth/token
    413 | PAYLOAD_TOO_LARGE | POST /api/fraud-check | {"data_type":"sms","content":"${'x'.repeat(1_700_000)}"}
    413 | PAYLOAD_TOO_LARGE | POST /api/fraud-check | {"data_type":"sms","content":"${'x'.repeat(1_100_000)}"}
    413 | PAYLOAD_TOO_LARGE | POST /api/tokenize | {"type":"custom","data":"${'x'.repeat(1_048_577)}"}
    415 | UNSUPPORTED_MEDIA_TYPE | POST /api/fraud-check | ${TEXT} | text/plain
    415 | UNSUPPORTED_MEDIA_TYPE | POST /api/fraud-check | ${TEXT} | application/jsonx
  `),
  )('%s %s: %s', async (status, code, request, body, type) => {
    const [method = '', path = ''] = request!.split(' ');
    const headers = type === undefined ? {} : { 'content-type': type };
    const answer = await call(method, path, { token, body, headers });
    expectError(answer, Number(status), code!);
    expect(answer.text).not.toContain('someone');
    if (status === '405') expect(answer.headers.get('allow')).toBe(ALLOWED[path]);
    // A wrong path and a wrong method are reported also without a token.
    if (status === '404' || status === '405') expectError(await call(method, path), Number(status), code!);
  });

  it('400 INVALID_REQUEST: an empty body, and a body that is not UTF-8', async () => {
    for (const body of ['', new Uint8Array([0x22, 0xff, 0x22])])
      expectError(await check(body), 400, 'INVALID_REQUEST');
    expectError(await call('PATCH', '/api/fraud-check', { token, body: '' }), 405, 'METHOD_NOT_ALLOWED');
  });

  it('200: a check has its id in the header, and parameters of the media type are allowed', async () => {
    const answer = await check(TEXT, { 'content-type': 'application/json; charset=utf-8' });
    expect(answer.status, answer.text).toBe(200);
    expect(Object.keys(answer.json)).toEqual(['status', 'result', 'request_id']);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-request-id': answer.json.request_id,
      'x-model-version': expect.stringMatching(/./),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  it('200: the same content gets the same answer for any caller at any time', async () => {
    const other = await service.user('second');
    const first = await check(sms(FRAUD_SMS));
    service.clock.advance(60_000);
    const second = await other.post('/api/fraud-check', sms(FRAUD_SMS));
    expect(second.json.result).toEqual(first.json.result);
    expect(first.json.result.is_fraud).toBe(true);
    expect(first.json.result.fraud_indicators.length).toBeGreaterThan(0);
    expect(second.json.request_id > first.json.request_id).toBe(true);
    const { json } = await post('/api/fraud-check?evidence=true', sms(FRAUD_SMS));
    for (const { spans } of json.result.evidence) {
      for (const [start, end] of spans) expect([start < end, end <= FRAUD_SMS.length]).toEqual([true, true]);
    }
  });

  it('400 INVALID_REQUEST: a JSON pointer names every wrong member', async () => {
    const answer = await check({ data_type: 'sms', metadata: { sendr: 'x', 'a/b': 1 }, extra: 1 });
    expectError(answer, 400, 'INVALID_REQUEST');
    expect(pathsOf(answer)).toEqual(['/content', '/extra', '/metadata/a~1b', '/metadata/sendr']);
    const query = await get('/api/fraud-check?cursr=1');
    expectError(query, 400, 'INVALID_REQUEST');
    expect(pathsOf(query)).toEqual(['/querystring/cursr']);
    // Values are not converted.
    const number = await check({ data_type: 'sms', content: 5 });
    expectError(number, 400, 'INVALID_REQUEST');
    expect(number.json.error.details).toEqual([{ path: '/content', message: 'must be a string' }]);
  });

  it.each([
    ['/api/auth/token', { username: 'ann', password: PASSWORD }],
    ['/api/fraud-check', sms(FINE_SMS)],
    ['/api/fraud-check/batch', { items: [sms(FINE_SMS)] }],
    ['/api/transactions/submit', payment],
    ['/api/tokenize', { data: 'x', type: 'custom' }],
    ['/api/chat', { message: 'hi', history: [] }],
    ['/api/webhooks', { url: 'https://example.com/', events: ['batch.done'] }],
  ])('400 INVALID_REQUEST: a member that %s does not know', async (path, body) => {
    const answer = await post(path, { ...body, mistyped: 1 });
    expectError(answer, 400, 'INVALID_REQUEST');
    expect(pathsOf(answer)).toEqual(['/mistyped']);
    expect((await post(path, body)).status).toBeLessThan(300);
  });

  it('400 INVALID_REQUEST: a cursor that no page of the listing had; an empty cursor is the first page', async () => {
    const { json: batch } = await post('/api/fraud-check/batch', { items: [sms(FINE_SMS)] });
    const hook = await post('/api/webhooks', { url: 'https://example.com/', events: ['batch.done'] });
    const paths = [
      '/api/fraud-check',
      '/api/reviews',
      '/api/transactions',
      `/api/webhooks/${hook.json.webhook_id}/deliveries`,
      `/api/fraud-check/batch/${batch.batch_id}/results`,
    ];
    for (const path of paths) {
      const first = await get(path);
      const empty = await get(`${path}?cursor=`);
      expect([empty.status, empty.text], path).toEqual([200, first.text]);
      for (const cursor of ['zzz', '0x', `ab_${'0'.repeat(26)}`, 'fc_ILOU']) {
        const answer = await get(`${path}?cursor=${cursor}`);
        expectError(answer, 400, 'INVALID_REQUEST');
        expect(pathsOf(answer)).toEqual(['/querystring/cursor']);
        expect(answer.text).not.toContain(cursor);
      }
    }
  });

  it.each(['email', 'sms', 'phone'])(
    '400 INVALID_CONTENT: %s without readable content',
    async (data_type) => {
      for (const content of ['\u0001\u0002', '\u200b\u200d', '\u0007 \u200b\n'])
        expectError(await check({ data_type, content }), 400, 'INVALID_CONTENT');
    },
  );

  it.each<Record<string, string>>([{}, { authorization: 'Bearer' }, { authorization: 'Basic YTpi' }])(
    '401 INVALID_TOKEN: missing, malformed, or with another scheme: %j',
    async (headers) => {
      // The token is examined before the body.
      const answer = await call('POST', '/api/fraud-check', { headers, body: 'no JSON' });
      expectError(answer, 401, 'INVALID_TOKEN');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
      expect(answer.json.error.message).toMatch(/invalid or expired/);
    },
  );

  it('401 INVALID_CREDENTIALS: the same answer for an unknown user', async () => {
    const attempt = (username: string) =>
      call('POST', '/api/auth/token', { body: { username, password: 'wrong' } });
    const [known, unknown] = [await attempt('ann'), await attempt('nobody-here')];
    expectError(known, 401, 'INVALID_CREDENTIALS');
    expect(unknown.text).toBe(known.text);
  });

  it('403 FORBIDDEN is not documented for public reads, whose HEAD routes share their schema', async () => {
    const { paths } = (await call('GET', '/openapi.json')).json;
    const documents = (path: string, method: string) => '403' in paths[path][method].responses;
    expect(documents('/api/indicators', 'get')).toBe(false);
    expect(documents('/api/fraud-check', 'get')).toBe(true);
    expect(documents('/session', 'delete')).toBe(true);
  });

  it("404 NOT_FOUND: the same answer for a result that does not exist, and for another caller's result", async () => {
    const { json } = await check(sms(FINE_SMS));
    const other = await service.user('other');
    const foreign = await other.get(`/api/fraud-check/${json.request_id}`);
    expectError(foreign, 404, 'NOT_FOUND');
    expect((await other.get('/api/fraud-check/fc_0')).text).toBe(foreign.text);
    const own = await get(`/api/fraud-check/${json.request_id}`);
    expect(own.status).toBe(200);
    expect(Object.keys(own.json.result).join(' ')).toBe(
      'request_id timestamp data_type is_fraud confidence_score fraud_indicators decision',
    );
  });

  it('409 CONFLICT: the same Idempotency-Key with another body', async () => {
    const submit = (amount: number) =>
      post('/api/transactions/submit', { ...payment, amount }, { 'idempotency-key': 'key-1' });
    expect((await submit(5)).status).toBe(200);
    expectError(await submit(6), 409, 'CONFLICT');
  });

  it('413 PAYLOAD_TOO_LARGE: while a body of unknown length is read', async () => {
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
  });

  it('403 FORBIDDEN and 429 RATE_LIMITED, with the hourly limit', async () => {
    const free = await service.user('free', { tier: 'free', scopes: ['chat'] });
    const answers = [await free.post('/api/fraud-check', sms('x'))];
    await service.app.tiers.take({ id: free.id, tier: 'free' }, 99);
    answers.push(await free.get('/api/indicators'));
    for (const [at, answer] of answers.entries()) {
      expectError(answer, at === 0 ? 403 : 429, at === 0 ? 'FORBIDDEN' : 'RATE_LIMITED');
      expect(answer.headers.get('ratelimit-limit')).toBe('100');
    }
    expect(Number(answers[1]!.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  /** Sends a check while the database fails with the given error. */
  async function checkWhile(error: Error): Promise<Answer> {
    const works = service.app.db.tx;
    service.app.db.tx = () => Promise.reject(error);
    const answer = await check(sms(FRAUD_SMS));
    service.app.db.tx = works;
    return answer;
  }

  it('500 INTERNAL_ERROR reveals nothing about the cause', async () => {
    const answer = await checkWhile(new Error('secret inside'));
    expectError(answer, 500, 'INTERNAL_ERROR');
    expect(answer.text).not.toContain('secret');
    expect(service.logged()).not.toContain('secret inside');
  });

  it('503 UNAVAILABLE with Retry-After: without a database, and while stopping', async () => {
    const gone = await checkWhile(new DatabaseUnavailable('gone'));
    service.app.stopping = true;
    const stopping = await check(sms(FRAUD_SMS));
    service.app.stopping = false;
    for (const answer of [gone, stopping]) {
      expectError(answer, 503, 'UNAVAILABLE');
      expect(answer.headers.get('retry-after')).toBe('5');
    }
  });

  it('the token endpoint answers without the common envelope', async () => {
    const { status, json } = await call('POST', '/api/auth/token', {
      body: { username: 'Ann', password: PASSWORD },
    });
    const expires_at = new Date(service.clock.now() + 3_600_000).toISOString();
    expect([status, json]).toEqual([200, { token: expect.any(String), expires_at }]);
    expect((await call('GET', '/api/indicators', { token: json.token })).status).toBe(200);
  });
});
