import { afterAll, expect, it } from 'vitest';
import { FINE_SMS, sms, startFixture } from '../service/fixture.js';

const HOUR = 3_600_000;
const service = await startFixture();
afterAll(() => service.stop());

it('setting the clock back by an hour changes neither the order of ids, nor idempotency, tokens and expiry', async () => {
  const { get, post } = await service.user('ann');
  const start = service.clock.now();
  const check = async () => (await post('/api/fraud-check', sms(FINE_SMS))).json.request_id;
  const payment = { sender_id: 'ann', receiver_id: 'shop', amount: 5, description: '' };
  const pay = async (key: string) =>
    (await post('/api/transactions/submit', payment, { 'idempotency-key': key })).json.transaction_id;
  const tokenize = async () => (await post('/api/tokenize', { data: 'a@example.com', type: 'email' })).json;
  const before = await check();
  const paid = await pay('1');
  const kept = await tokenize();

  service.clock.set(start - HOUR);
  const after = await check();
  expect(after > before).toBe(true);
  const { json } = await get('/api/fraud-check?limit=2');
  expect(json.results.map((result: { request_id: string }) => result.request_id)).toEqual([after, before]);
  expect(await pay('1')).toBe(paid);
  expect((await pay('2')) > paid).toBe(true);
  expect(await tokenize()).toEqual(kept);
  // The record must still exist after the clean-up.
  await service.app.jobs.idle();
  expect((await get(`/api/fraud-check/${before}`)).status).toBe(200);
});

it('a token expires at its time, even if the clock was set back before', async () => {
  const { token } = await service.user('bob');
  const start = service.clock.now();
  const status = async () =>
    (await fetch(`${service.url}/api/indicators`, { headers: { authorization: `Bearer ${token}` } })).status;
  for (const [time, expected] of [
    [-4_000, 200],
    [-HOUR, 200],
    [HOUR + 4_000, 200],
    [HOUR + 6_000, 401],
  ] as const) {
    service.clock.set(start + time);
    expect(await status(), String(time)).toBe(expected);
  }
});

it('after the clock was set back, a user is neither locked out nor gets a fresh hour', async () => {
  const { token } = await service.user('cy', { tier: 'free' });
  const call = () => service.call('GET', '/api/indicators', { token });
  for (let n = 0; n < 60; n++) await call();
  service.clock.set(service.clock.now() - HOUR / 2);
  const { headers } = await call();
  expect(Number(headers.get('ratelimit-remaining'))).toBeGreaterThanOrEqual(0);
  expect(Number(headers.get('ratelimit-remaining'))).toBeLessThanOrEqual(99);
  expect(Number(headers.get('ratelimit-reset'))).toBeLessThanOrEqual(7_200);
});
