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

describe('the session of a page', () => {
  it('keeps the token in a cookie that scripts cannot read, and sends the token nowhere else', async () => {
    const { answer, setCookie, cookie } = await signIn();
    expect(setCookie).toMatch(/; HttpOnly/);
    expect(setCookie).toMatch(/; SameSite=Strict/);
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
    expect((await check({ cookie })).json.error.code).toBe('FORBIDDEN');
    expect((await check({ cookie, 'x-csrf-token': 'x' })).status).toBe(403);
    expect((await check({ cookie, 'x-csrf-token': other.csrf })).status).toBe(403);
    expect((await check({ cookie, 'x-csrf-token': csrf })).status).toBe(200);
  });

  it('does not count a request with a wrong CSRF value against the hourly limit', async () => {
    const { cookie } = await signIn();
    const left = async () =>
      Number(
        (await service.call('GET', '/session', { headers: { cookie } })).headers.get('ratelimit-remaining'),
      );
    const before = await left();
    await check({ cookie });
    expect(await left()).toBe(before);
  });

  it('ends with signing out, also for a copied cookie', async () => {
    const { cookie, csrf } = await signIn();
    expect((await service.call('GET', '/session', { headers: { cookie } })).json.csrf_token).toBe(csrf);
    expect((await service.call('DELETE', '/session', { headers: { cookie } })).status).toBe(403);
    const out = await service.call('DELETE', '/session', { headers: { cookie, 'x-csrf-token': csrf } });
    expect(out.headers.get('set-cookie')).toMatch(/fraud_session=;/);
    expect((await service.call('GET', '/session', { headers: { cookie } })).status).toBe(401);
  });

  it('is not used if the request has a wrong Authorization header', async () => {
    const { cookie, csrf } = await signIn();
    expect((await check({ cookie, 'x-csrf-token': csrf, authorization: 'Bearer wrong' })).status).toBe(401);
  });
});
