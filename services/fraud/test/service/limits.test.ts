import { afterAll, describe, expect, it } from 'vitest';
import { FINE_SMS, sms, startFixture } from './fixture.js';

const service = await startFixture();
const { token } = await service.user('ann');
afterAll(() => service.stop());

const check = async (body: unknown) =>
  (await service.call('POST', '/api/fraud-check', { token, body })).status;
const email = (bytes: number) => {
  const head = 'From: a@example.com\r\nSubject: notes\r\n\r\n';
  return head + 'word '.repeat(Math.ceil(bytes / 5)).slice(0, bytes - head.length);
};

describe('limits of a check', () => {
  it.each([
    [9_999, 200],
    [10_000, 200],
    [10_001, 400],
  ])('a text message of %i characters answers %i', async (length, status) => {
    expect(await check(sms('a'.repeat(length)))).toBe(status);
  });

  it('count characters, not UTF-16 units', async () => {
    expect(await check(sms('🎂'.repeat(10_000)))).toBe(200);
    expect(await check(sms('🎂'.repeat(10_001)))).toBe(400);
  });

  it.each([
    [999, 200],
    [1_000, 200],
    [1_001, 400],
  ])('a phone content of %i characters answers %i', async (length, status) => {
    const content = `+12025550123 ${'a'.repeat(length - 13)}`;
    expect(await check({ data_type: 'phone', content })).toBe(status);
  });

  it.each([
    [1_048_575, 200],
    [1_048_576, 200],
    [1_048_577, 400],
  ])('an e-mail of %i bytes answers %i', async (bytes, status) => {
    expect(await check({ data_type: 'email', content: email(bytes) })).toBe(status);
  });

  it('an e-mail counts bytes, not characters', async () => {
    expect(await check({ data_type: 'email', content: 'é'.repeat(524_288) })).toBe(200);
    expect(await check({ data_type: 'email', content: 'é'.repeat(524_289) })).toBe(400);
  });

  it.each(['', ' ', '\n\t', '\u00a0\u2003'])(
    'content without a visible character is refused: %j',
    async (content) => {
      expect(await check(sms(content))).toBe(400);
    },
  );

  it('accept content of one character, but not NUL', async () => {
    expect(await check(sms('a'))).toBe(200);
    expect(await check(sms('a\0b'))).toBe(400);
  });

  it('accept lone surrogates, which become U+FFFD', async () => {
    expect(await check('{"data_type":"sms","content":"hello \\ud800 there"}')).toBe(200);
  });

  it.each([
    [320, 200],
    [321, 400],
  ])('metadata of %i characters answers %i', async (length, status) => {
    const of = (name: string) => check({ ...sms(FINE_SMS), metadata: { [name]: 'a'.repeat(length) } });
    expect(await of('sender')).toBe(status);
    expect(await of('receiver')).toBe(status);
  });
});

describe('limits of a batch', () => {
  it.each([
    [10_485_759, 202],
    [10_485_760, 202],
    [10_485_761, 413],
  ])('NDJSON of %i bytes answers %i', async (bytes, status) => {
    const mail = (n: number) => JSON.stringify({ data_type: 'email', content: email(1_000_000 + n) });
    const lines = Array.from({ length: 10 }, (_, n) => mail(n)).join('\n');
    const last = JSON.stringify(sms(FINE_SMS));
    const body = `${lines}\n${last}`;
    const answer = await service.call('POST', '/api/fraud-check/batch', {
      token,
      body: `${lines}\n${' '.repeat(bytes - Buffer.byteLength(body))}${last}`,
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(answer.status, answer.text).toBe(status);
    if (status === 202) expect(answer.json).toMatchObject({ accepted: 11, rejected: [] });
    else expect(answer.json.error.code).toBe('PAYLOAD_TOO_LARGE');
  });
});

describe('limits of a transaction', () => {
  const submit = async (change: object) => {
    const body = { sender_id: 'alice', receiver_id: 'bob', amount: 1, description: '', ...change };
    return service.call('POST', '/api/transactions/submit', { token, body });
  };

  it.each([
    [0, 400],
    [-1, 400],
    [0.01, 200],
    [0.001, 400],
    [12.34, 200],
    [12.345, 400],
    [1e12, 200],
    [1e12 + 0.01, 400],
    [1e21, 400],
    ['5', 400],
    [null, 400],
  ])('amount %s answers %i', async (amount, status) => {
    expect((await submit({ amount })).status).toBe(status);
  });

  it('refuse a number that a double cannot represent', async () => {
    const body = '{"sender_id":"a","receiver_id":"b","amount":1e999,"description":""}';
    const answer = await service.call('POST', '/api/transactions/submit', { token, body });
    expect(answer.status).toBe(400);
  });

  it.each([
    ['a', 200],
    ['a'.repeat(128), 200],
    ['a'.repeat(129), 400],
    ['', 400],
    ['A-z0.9_:@', 200],
    ['a b', 400],
    ['ä', 400],
    ['bob', 400],
  ])('sender %s answers %i', async (sender_id, status) => {
    expect((await submit({ sender_id })).status).toBe(status);
  });

  it.each([
    [1_000, 200],
    [1_001, 400],
  ])('a description of %i characters answers %i', async (length, status) => {
    expect((await submit({ description: 'a'.repeat(length) })).status).toBe(status);
  });

  it('allow amounts to be returned as they were sent', async () => {
    for (const amount of [0.01, 0.07, 1.1, 19.99, 4.35, 999_999_999_999.99]) {
      const { json } = await submit({ amount });
      const shown = await service.call('GET', `/api/transactions/${json.transaction_id}`, { token });
      expect(shown.json.transaction.amount).toBe(amount);
    }
  });
});

describe('limits of tokenize', () => {
  const tokenize = async (data: string, type: string) =>
    (await service.call('POST', '/api/tokenize', { token, body: { data, type } })).status;

  it.each([
    ['a', 'custom', 200],
    ['', 'custom', 400],
    ['a'.repeat(10_000), 'custom', 200],
    ['a'.repeat(10_001), 'custom', 400],
    ['ann@example.com', 'email', 200],
    ['Ann.O+x@sub.Example.COM', 'email', 200],
    ['ann@example', 'email', 400],
    ['@example.com', 'email', 400],
    ['a b@example.com', 'email', 400],
    ['+14155552671', 'phone', 200],
    ['(415) 555-2671', 'phone', 200],
    ['+491', 'phone', 400],
    ['call me', 'phone', 400],
  ])('%s as %s answers %i', async (data, type, status) => {
    expect(await tokenize(data, type)).toBe(status);
  });
});
