import { afterAll, describe, expect, it } from 'vitest';
import { setTier } from '../../src/users/store.js';
import { sms, startFixture } from './fixture.js';

const service = await startFixture({
  settings: { 'tiers.counters': 'database', 'tokens.lifetimeSeconds': 86_400 },
});
afterAll(() => service.stop());

const ask = (token: string) => service.call('GET', '/api/indicators', { token });

describe('tiers', () => {
  it('allow the 100th request of a fresh hour, and refuse the 101st without counting it', async () => {
    const { token } = await service.user('free', { tier: 'free' });
    for (let i = 1; i <= 100; i += 1) {
      const answer = await ask(token);
      expect(answer.status, `request ${i}`).toBe(200);
      expect(answer.headers.get('ratelimit-limit')).toBe('100');
      expect(answer.headers.get('ratelimit-remaining')).toBe(String(100 - i));
    }
    const refused = await ask(token);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('ratelimit-remaining')).toBe('0');
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(7_200);
    service.clock.advance(wait * 1000);
    expect((await ask(token)).status).toBe(200);
    expect((await ask(token)).status).toBe(429);
  });

  it('show the rest of the hourly limit in all answers to a valid token, and in no other answer', async () => {
    const { token } = await service.user('asking', { tier: 'free', scopes: ['check'] });
    const answers = [
      await service.call('POST', '/api/fraud-check', { token, body: sms('see you at seven') }),
      await service.call('POST', '/api/fraud-check', { token, body: {} }),
      await service.call('POST', '/api/chat', { token, body: { message: 'hi', history: [] } }),
      await service.call('GET', '/api/fraud-check/fc_0', { token }),
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
    const { id, token } = await service.user('rising', { tier: 'free' });
    for (let i = 0; i < 101; i += 1) await ask(token);
    expect((await ask(token)).status).toBe(429);
    await setTier(service.db, id, 'pro');
    const pro = await ask(token);
    expect(pro.status).toBe(200);
    expect(pro.headers.get('ratelimit-limit')).toBe('1000');
    await setTier(service.db, id, 'enterprise');
    const unlimited = await ask(token);
    expect(unlimited.headers.get('ratelimit-limit')).toBe('999999999999999');
    await setTier(service.db, id, 'free');
    expect((await ask(token)).status).toBe(429);
  });

  it('share one limit between two processes', async () => {
    const second = await startFixture({ beside: service, settings: { 'tiers.counters': 'database' } });
    const { token } = await service.user('shared', { tier: 'free' });
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, i) =>
        (i % 2 === 0 ? service : second).call('GET', '/api/indicators', { token }),
      ),
    );
    await second.stop();
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
  });

  it('do not count failed authentication', async () => {
    const { token } = await service.user('careful', { tier: 'free' });
    for (let i = 0; i < 5; i += 1) await ask(`${token}x`);
    expect((await ask(token)).headers.get('ratelimit-remaining')).toBe('99');
  });

  it('count the items of a batch', async () => {
    const { token } = await service.user('batcher', { tier: 'free' });
    const batch = (items: number) =>
      service.call('POST', '/api/fraud-check/batch', {
        token,
        body: { items: Array.from({ length: items }, (_, i) => sms(`note ${i}`)) },
      });
    const first = await batch(60);
    expect(first.status, first.text).toBe(202);
    expect(first.headers.get('ratelimit-remaining')).toBe('40');
    const refused = await batch(41);
    expect(refused.status).toBe(429);
    expect(refused.json.error.message).toContain('41 were asked for, 40 are left');
    expect((await batch(40)).status).toBe(202);
    expect((await ask(token)).status).toBe(429);
    await service.app.jobs.idle();
  });
});
