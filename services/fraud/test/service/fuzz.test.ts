import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type Answer, startFixture } from './fixture.js';

const service = await startFixture();
const { token, get, post } = await service.user('ann', {
  scopes: ['check', 'transactions', 'tokenize', 'chat', 'admin'],
});
afterAll(() => service.stop());

const RUNS = Number(process.env.SERVICES_RUNS ?? 60);

/** Generates values of members: valid, nearly valid, or anything. */
const odd = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(...['', ' ', '\0', '\ud800', '../..', '%00', "' or 1=1 --", '{{7*7}}']),
  fc.constantFrom('9'.repeat(40), '🎂'.repeat(200)),
  fc.double(),
  fc.constantFrom(null, true, -0, 1e308, 5e-324, [], {}, [[]], { a: {} }),
  fc.jsonValue(),
);
const orOdd = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary }, { weight: 1, arbitrary: odd });
const maybe = <T>(members: Record<string, fc.Arbitrary<T>>) =>
  fc.record(
    Object.fromEntries(Object.entries(members).map(([name, arbitrary]) => [name, orOdd(arbitrary)])),
    { requiredKeys: [] },
  );
const account = fc.constantFrom('a', 'b', 'c:1');
const check = maybe({
  data_type: fc.constantFrom('sms', 'email', 'phone'),
  content: fc.string({ minLength: 1, maxLength: 300 }),
  metadata: fc.constantFrom({}, { sender: '+1', receiver: 'x' }),
} as Record<string, fc.Arbitrary<unknown>>);

const BODIES: Record<string, fc.Arbitrary<unknown>> = {
  '/api/auth/token': maybe({ username: fc.string(), password: fc.string() }),
  '/session': maybe({ username: fc.string(), password: fc.string() }),
  '/api/fraud-check': check,
  '/api/fraud-check/batch': maybe<unknown>({
    items: fc.array(check, { maxLength: 5 }),
    callback_id: fc.string(),
  }),
  '/api/transactions/submit': maybe<unknown>({
    sender_id: account,
    receiver_id: account,
    amount: fc.integer({ min: 1, max: 1e6 }).map((cents) => cents / 100),
    description: fc.string({ maxLength: 50 }),
  }),
  '/api/transactions/tx_x/review': maybe({ decision: fc.constantFrom('approve', 'decline') }),
  '/api/tokenize': maybe({
    data: fc.string({ minLength: 1 }),
    type: fc.constantFrom('email', 'phone', 'custom'),
  }),
  '/api/chat': maybe<unknown>({
    message: fc.string({ minLength: 1 }),
    history: fc.array(maybe({ role: fc.constantFrom('user', 'assistant'), content: fc.string() }), {
      maxLength: 3,
    }),
  }),
  '/api/webhooks': maybe<unknown>({
    url: fc.oneof(fc.webUrl(), fc.constantFrom('https://127.0.0.1/', 'https://[::]/', 'file:///etc/passwd')),
    events: fc.subarray(['batch.done', 'check.fraud', 'other']),
    description: fc.string(),
  }),
};

const PATHS = `/api/fraud-check /api/fraud-check/: /api/fraud-check/batch/: /api/fraud-check/batch/:/results
  /api/transactions /api/transactions/: /api/webhooks/:/deliveries /api/indicators /session /:`.split(/\s+/);

/** Expects a status below 500, with errors in the common form. */
function expectOrder({ status, text, headers }: Answer, about = ''): void {
  expect(status, `${about} ${text}`).toBeLessThan(500);
  if (status < 300 || headers.get('content-type')?.includes('html')) return;
  const error = { code: expect.any(String), message: expect.any(String) };
  expect(JSON.parse(text), about).toMatchObject({ status: 'error', error });
}

describe('for any input', () => {
  it.each(Object.entries(BODIES))('POST %s responds in good order', async (path, bodies) => {
    const body = fc.oneof({ weight: 9, arbitrary: bodies }, { weight: 1, arbitrary: odd });
    const property = fc.asyncProperty(body, async (value) =>
      expectOrder(await post(path, JSON.stringify(value) ?? 'undefined')),
    );
    await fc.assert(property, { numRuns: RUNS });
  });

  it('GET of any path and query responds in good order', async () => {
    const part = fc.oneof(fc.string({ maxLength: 40 }), fc.constantFrom('-1', '1e9', '0', 'zzz', '..', 'é'));
    const name = fc.constantFrom('cursor', 'limit', 'status', 'other');
    const encode = (text: string) => encodeURIComponent(text.toWellFormed());
    const property = fc.asyncProperty(
      fc.constantFrom(...PATHS),
      part,
      name,
      part,
      async (pattern, id, key, value) => {
        const path = `${pattern.replace(':', encode(id) || 'x')}?${key}=${encode(value)}`;
        expectOrder(await get(path), path);
      },
    );
    await fc.assert(property, { numRuns: 2 * RUNS });
  });

  it.each([
    ['GET', '/api/fraud-check/a%00b', 404],
    ['GET', '/api/transactions/a%00b', 404],
    ['GET', '/api/fraud-check/batch/a%00b', 404],
    ['DELETE', '/api/webhooks/%00', 404],
    ['POST', '/api/webhooks/%00/test', 404],
    ['GET', '/api/webhooks/%00/deliveries', 404],
    ['GET', '/api/fraud-check/batch/%00/results', 404],
    ['GET', '/api/fraud-check?cursor=%00', 400],
    ['GET', '/api/transactions?cursor=%00', 400],
  ])('%s %s, with NUL, is answered with %i', async (method, path, status) => {
    expect((await service.call(method, path, { token })).status).toBe(status);
  });

  it.each(['/%', '/%zz', '/api/fraud-check/%E0%A4%A', '//', '/api//fraud-check'])(
    'a path with wrong percent-encoding responds in good order: %s',
    async (path) => expectOrder(await get(path), path),
  );

  it.each(['Bearer', 'Bearer  ', `Bearer ${'a'.repeat(8_000)}`, 'Bearer a b', 'bearer .. .'])(
    'an odd header gets 401: %.20s',
    async (authorization) => {
      const answer = await service.call('GET', '/api/indicators', { headers: { authorization } });
      expect(answer.status).toBe(401);
    },
  );
});
