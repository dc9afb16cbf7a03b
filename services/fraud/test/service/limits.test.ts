import { afterAll, describe, expect, it } from 'vitest';
import { sms, startFixture } from './fixture.js';

const service = await startFixture();
const { get, post } = await service.user('ann');
afterAll(() => service.stop());

const a = (length: number) => 'a'.repeat(length);
const phone = (length: number) => `+12025550123 ${a(length - 13)}`;
const email = (bytes: number) => {
  const head = 'From: a@example.com\r\nSubject: notes\r\n\r\n';
  return head + 'word '.repeat(Math.ceil(bytes / 5)).slice(0, bytes - head.length);
};

it.each<[string, number, string]>([
  ['sms', 200, a(10_000)],
  ['sms', 400, a(10_001)],
  ['sms', 200, '🎂'.repeat(10_000)],
  ['sms', 400, '🎂'.repeat(10_001)],
  ['phone', 200, phone(1_000)],
  ['phone', 400, phone(1_001)],
  ['email', 200, email(1_048_576)],
  ['email', 400, email(1_048_577)],
  ['email', 200, 'é'.repeat(524_288)],
  ['email', 400, 'é'.repeat(524_289)],
  ['sms', 400, ''],
  ['sms', 400, ' '],
  ['sms', 400, '\n\t'],
  ['sms', 400, '\u00a0\u2003'],
  ['sms', 200, 'a'],
  ['sms', 400, 'a\0b'],
])('check %#, of %s, is answered with %i', async (data_type, status, content) => {
  expect((await post('/api/fraud-check', { data_type, content })).status).toBe(status);
});

it('lone surrogates become U+FFFD', async () => {
  expect((await post('/api/fraud-check', '{"data_type":"sms","content":"hello \\ud800 there"}')).status).toBe(
    200,
  );
});

it.each([
  ['sender', 320, 200],
  ['sender', 321, 400],
  ['receiver', 320, 200],
  ['receiver', 321, 400],
])('a %s of %i characters is answered with %i', async (name, length, status) => {
  const body = { ...sms('hello'), metadata: { [name]: a(length) } };
  expect((await post('/api/fraud-check', body)).status).toBe(status);
});

it.each([
  [10_485_760, 202],
  [10_485_761, 413],
])('a batch of %i bytes is answered with %i', async (bytes, status) => {
  const mail = (n: number) => JSON.stringify({ data_type: 'email', content: email(1_000_000 + n) });
  const lines = Array.from({ length: 10 }, (_, n) => mail(n)).join('\n');
  const last = JSON.stringify(sms('hello'));
  const body = `${lines}\n${' '.repeat(bytes - Buffer.byteLength(`${lines}\n${last}`))}${last}`;
  const answer = await post('/api/fraud-check/batch', body, { 'content-type': 'application/x-ndjson' });
  expect(answer.status, answer.text).toBe(status);
  if (status === 202) expect(answer.json).toMatchObject({ accepted: 11, rejected: [] });
  else expect(answer.json.error.code).toBe('PAYLOAD_TOO_LARGE');
});

describe('a transaction', () => {
  const submit = (change: object) =>
    post('/api/transactions/submit', {
      sender_id: 'al',
      receiver_id: 'bob',
      amount: 1,
      description: '',
      ...change,
    });

  it.each<[string, unknown, number]>([
    ['amount', 0, 400],
    ['amount', -1, 400],
    ['amount', 0.001, 400],
    ['amount', 12.345, 400],
    ['amount', 1e12, 200],
    ['amount', 1e12 + 0.01, 400],
    ['amount', 1e21, 400],
    ['amount', '5', 400],
    ['amount', null, 400],
    ['sender_id', 'a', 200],
    ['sender_id', a(128), 200],
    ['sender_id', a(129), 400],
    ['sender_id', '', 400],
    ['sender_id', 'A-z0.9_:@', 200],
    ['sender_id', 'a b', 400],
    ['sender_id', 'ä', 400],
    ['sender_id', 'bob', 400],
    ['description', a(1_000), 200],
    ['description', a(1_001), 400],
  ])('with the %s %s is answered with %i', async (name, value, status) => {
    expect((await submit({ [name]: value })).status).toBe(status);
  });

  it('is refused if a double cannot represent the amount', async () => {
    const body = '{"sender_id":"a","receiver_id":"b","amount":1e999,"description":""}';
    expect((await post('/api/transactions/submit', body)).status).toBe(400);
  });

  it.each([0.01, 0.07, 1.1, 19.99, 4.35, 999_999_999_999.99])(
    'shows the amount %f as it was sent',
    async (amount) => {
      const { json } = await submit({ amount });
      const shown = await get(`/api/transactions/${json.transaction_id}`);
      expect(shown.json.transaction.amount).toBe(amount);
    },
  );
});

it.each<[string, number, string]>([
  ['custom', 200, 'a'],
  ['custom', 400, ''],
  ['custom', 200, a(10_000)],
  ['custom', 400, a(10_001)],
  ['email', 200, 'Ann.O+x@sub.Example.COM'],
  ['email', 400, 'ann@example'],
  ['email', 400, '@example.com'],
  ['email', 400, 'a b@example.com'],
  ['phone', 200, '(415) 555-2671'],
  ['phone', 400, '+491'],
  ['phone', 400, 'call me'],
])('data %# of the type %s are answered with %i', async (type, status, data) => {
  expect((await post('/api/tokenize', { data, type })).status).toBe(status);
});
