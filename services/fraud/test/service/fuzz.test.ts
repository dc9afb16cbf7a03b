import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { startFixture } from './fixture.js';

const service = await startFixture();
const { token } = await service.user('ann', {
  scopes: ['check', 'transactions', 'tokenize', 'chat', 'admin'],
});
afterAll(() => service.stop());

const RUNS = Number(process.env.SERVICES_RUNS ?? 60);

/** Generates values of members: valid, nearly valid, or anything. */
const odd = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    '9'.repeat(40),
    '../..',
    '%00',
    "' or 1=1 --",
    '{{7*7}}',
    '🎂'.repeat(200),
  ),
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

const PATHS = [
  '/api/fraud-check',
  '/api/fraud-check/:',
  '/api/fraud-check/batch/:',
  '/api/fraud-check/batch/:/results',
  '/api/transactions',
  '/api/transactions/:',
  '/api/webhooks/:/deliveries',
  '/api/indicators',
  '/session',
  '/:',
];

function inEnvelope(status: number, text: string): boolean {
  if (status < 300) return true;
  const { status: word, error } = JSON.parse(text);
  return word === 'error' && typeof error.code === 'string' && typeof error.message === 'string';
}

describe('for any input', () => {
  it.each(Object.entries(BODIES))(
    'POST %s responds with a status below 500, in the common form',
    async (path, bodies) => {
      await fc.assert(
        fc.asyncProperty(
          fc.oneof({ weight: 9, arbitrary: bodies }, { weight: 1, arbitrary: odd }),
          async (body) => {
            const answer = await service.call('POST', path, {
              token,
              body: JSON.stringify(body) ?? 'undefined',
            });
            expect(answer.status, answer.text).toBeLessThan(500);
            expect(inEnvelope(answer.status, answer.text), answer.text).toBe(true);
          },
        ),
        { numRuns: RUNS },
      );
    },
  );

  it('GET of any path and query responds with a status below 500, in the common form', async () => {
    const part = fc.oneof(fc.string({ maxLength: 40 }), fc.constantFrom('-1', '1e9', '0', 'zzz', '..', 'é'));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PATHS), part, part, async (pattern, id, value) => {
        const path = pattern.replace(':', encodeURIComponent(id.toWellFormed()) || 'x');
        for (const name of ['cursor', 'limit', 'status', 'other']) {
          const query = `?${name}=${encodeURIComponent(value.toWellFormed())}`;
          const answer = await service.call('GET', path + query, { token });
          expect(answer.status, `${path}${query} ${answer.text}`).toBeLessThan(500);
          if (!answer.headers.get('content-type')?.includes('html')) {
            expect(inEnvelope(answer.status, answer.text), answer.text).toBe(true);
          }
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('a path with NUL is not found, and a query with NUL is refused', async () => {
    for (const path of ['fraud-check', 'transactions', 'fraud-check/batch']) {
      const answer = await service.call('GET', `/api/${path}/a%00b`, { token });
      expect(answer.status, answer.text).toBe(404);
    }
    for (const [method, path] of [
      ['DELETE', '/api/webhooks/%00'],
      ['POST', '/api/webhooks/%00/test'],
      ['GET', '/api/webhooks/%00/deliveries'],
      ['GET', '/api/fraud-check/batch/%00/results'],
    ] as const) {
      expect((await service.call(method, path, { token })).status, path).toBe(404);
    }
    for (const path of ['fraud-check', 'transactions']) {
      const answer = await service.call('GET', `/api/${path}?cursor=%00`, { token });
      expect(answer.json, answer.text).toMatchObject({ error: { code: 'INVALID_REQUEST' } });
    }
  });

  it('a path with wrong percent-encoding, or odd headers, get a status below 500', async () => {
    for (const path of ['/%', '/%zz', '/api/fraud-check/%E0%A4%A', '//', '/api//fraud-check']) {
      const answer = await service.call('GET', path, { token });
      expect(answer.status, `${path} ${answer.text}`).toBeLessThan(500);
      expect(inEnvelope(answer.status, answer.text), `${path} ${answer.text}`).toBe(true);
    }
    for (const authorization of [
      'Bearer',
      'Bearer  ',
      `Bearer ${'a'.repeat(8_000)}`,
      'Bearer a b',
      'bearer .. .',
    ]) {
      const answer = await service.call('GET', '/api/indicators', { headers: { authorization } });
      expect(answer.status).toBe(401);
    }
  });
});
