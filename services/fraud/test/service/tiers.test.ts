import { afterAll, describe, expect, it } from 'vitest';
import { changeUser } from '../../src/users/store.js';
import { sms, startFixture } from './fixture.js';

const service = await startFixture({
  settings: { 'tiers.counters': 'database', 'tokens.lifetimeSeconds': 86_400 },
});
afterAll(() => service.stop());

const ask = (token: string) => service.call('GET', '/api/indicators', { token });
const free = (name: string) => service.user(name, { tier: 'free' });
const use = (id: number, requests: number) => service.app.tiers.take({ id, tier: 'free' }, requests);
const rest = async (token: string) => (await ask(token)).headers.get('ratelimit-remaining');

describe('tiers', () => {
  it('allow the 100th request of a fresh hour, and refuse the 101st without counting it', async () => {
    const { id, token } = await free('free');
    for (const left of ['99', '98']) expect(await rest(token)).toBe(left);
    await use(id, 97);
    const last = await ask(token);
    expect([last.status, last.headers.get('ratelimit-limit')]).toEqual([200, '100']);
    expect(last.headers.get('ratelimit-remaining')).toBe('0');
    const refused = await ask(token);
    expect([refused.status, refused.headers.get('ratelimit-remaining')]).toEqual([429, '0']);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(7_200);
    service.clock.advance(wait * 1000);
    expect((await ask(token)).status).toBe(200);
    expect((await ask(token)).status).toBe(429);
  });

  it('show the rest of the hourly limit in all answers to a valid token, and in no other answer', async () => {
    const { get, post } = await service.user('asking', { tier: 'free', scopes: ['check'] });
    const answers = [
      await post('/api/fraud-check', sms('see you at seven')),
      await post('/api/fraud-check', {}),
      await post('/api/chat', { message: 'hi', history: [] }),
      await get('/api/fraud-check/fc_0'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 403, 404]);
    for (const [index, { headers }] of answers.entries()) {
      expect(headers.get('ratelimit-limit')).toBe('100');
      expect(headers.get('ratelimit-remaining')).toBe(String(99 - index));
      expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(0);
    }
    expect((await ask('none')).headers.has('ratelimit-limit')).toBe(false);
  });

  it('apply from the next request on after a change', async () => {
    const { id, token } = await free('rising');
    await use(id, 100);
    const limits = [];
    for (const tier of ['free', 'pro', 'enterprise', 'free'] as const) {
      await changeUser(service.db, id, { tier });
      const { status, headers } = await ask(token);
      limits.push([status, headers.get('ratelimit-limit')]);
    }
    expect(limits).toEqual([
      [429, '100'],
      [200, '1000'],
      [200, '999999999999999'],
      [429, '100'],
    ]);
  });

  it('share one limit between two processes', async () => {
    const second = await startFixture({ beside: service, settings: { 'tiers.counters': 'database' } });
    const { id, token } = await free('shared');
    await use(id, 80);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        (i % 2 === 0 ? service : second).call('GET', '/api/indicators', { token }),
      ),
    );
    await second.stop();
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  });

  it('do not count failed authentication', async () => {
    const { token } = await free('careful');
    for (let i = 0; i < 5; i += 1) await ask(`${token}x`);
    expect(await rest(token)).toBe('99');
  });

  it('count the items of a batch', async () => {
    const { token, post } = await free('batcher');
    const batch = (items: number) =>
      post('/api/fraud-check/batch', { items: Array.from({ length: items }, (_, i) => sms(`note ${i}`)) });
    const first = await batch(60);
    expect([first.status, first.headers.get('ratelimit-remaining')], first.text).toEqual([202, '40']);
    const refused = await batch(41);
    expect(refused.status).toBe(429);
    expect(refused.json.error.message).toContain('41 were asked for, 40 are left');
    expect((await batch(40)).status).toBe(202);
    expect((await ask(token)).status).toBe(429);
  });
});
