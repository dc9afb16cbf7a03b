import { afterAll, describe, expect, it } from 'vitest';
import { FINE_SMS, PASSWORD, sms, startFixture } from './fixture.js';

const service = await startFixture();
await service.user('ann', { tier: 'free' });
afterAll(() => service.stop());

async function signIn() {
  const answer = await service.call('POST', '/session', { body: { username: 'ann', password: PASSWORD } });
  expect(answer.status, answer.text).toBe(200);
  const setCookie = answer.headers.get('set-cookie') ?? '';
  return { answer, setCookie, cookie: setCookie.split(';')[0]!, csrf: answer.json.csrf_token as string };
}
const check = (headers: Record<string, string>) =>
  service.call('POST', '/api/fraud-check', { headers, body: sms(FINE_SMS) });
const session = (cookie: string) => service.call('GET', '/session', { headers: { cookie } });

describe('the session of a page', () => {
  it('keeps the token in a cookie that scripts cannot read, and sends the token nowhere else', async () => {
    const { answer, setCookie, cookie } = await signIn();
    for (const flag of ['; HttpOnly', '; SameSite=Strict']) expect(setCookie).toContain(flag);
    expect(answer.text).not.toContain(cookie.split('=')[1]);
    expect(answer.json).toMatchObject({ username: 'ann', tier: 'free' });
  });

  it('has a Secure cookie if the public address is https', async () => {
    const secure = await startFixture({ beside: service, settings: { publicUrl: 'https://fraud.example' } });
    const answer = await secure.call('POST', '/session', { body: { username: 'ann', password: PASSWORD } });
    await secure.stop();
    expect(answer.headers.get('set-cookie')).toMatch(/; Secure/);
  });

  it('needs only its cookie to read, and also its CSRF value to change data', async () => {
    const { cookie, csrf } = await signIn();
    const other = await signIn();
    const read = await service.call('GET', '/api/fraud-check', { headers: { cookie } });
    expect(read.status).toBe(200);
    expect((await check({ cookie, 'x-csrf-token': csrf })).status).toBe(200);
    // A wrong Authorization header is not replaced by the cookie.
    const authorization = 'Bearer wrong';
    expect((await check({ cookie, 'x-csrf-token': csrf, authorization })).status).toBe(401);
    for (const token of ['', 'x', other.csrf]) {
      const { status, json } = await check({ cookie, ...(token === '' ? {} : { 'x-csrf-token': token }) });
      expect([status, json.error.code]).toEqual([403, 'FORBIDDEN']);
    }
  });

  it('does not count a request with a wrong CSRF value against the hourly limit', async () => {
    const { cookie } = await signIn();
    const left = async () => (await session(cookie)).headers.get('ratelimit-remaining');
    const before = await left();
    await check({ cookie });
    expect(await left()).toBe(before);
  });

  it('ends with signing out, also for a copied cookie', async () => {
    const { cookie, csrf } = await signIn();
    expect((await session(cookie)).json.csrf_token).toBe(csrf);
    expect((await service.call('DELETE', '/session', { headers: { cookie } })).status).toBe(403);
    const out = await service.call('DELETE', '/session', { headers: { cookie, 'x-csrf-token': csrf } });
    expect(out.headers.get('set-cookie')).toMatch(/fraud_session=;/);
    expect((await session(cookie)).status).toBe(401);
  });
});
