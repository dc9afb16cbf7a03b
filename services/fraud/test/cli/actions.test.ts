import { afterAll, expect, it } from 'vitest';
import { actions } from '../../src/cli/actions.js';
import { FINE_SMS, sms, startFixture } from '../service/fixture.js';

const service = await startFixture();
const ann = await service.user('ann', { tier: 'free', scopes: ['check', 'tokenize'] });
afterAll(() => service.stop());

const run = async (name: string, args: object = {}): Promise<unknown> =>
  actions[name]!(service.app, args as never);
const listed = async (name: string) =>
  ((await run('user.list')) as { name: string }[]).find((one) => one.name === name);
const status = async () => (await ann.post('/api/fraud-check', sms(FINE_SMS))).status;

it.each<[string, string, object, number, RegExp]>([
  ['an unknown user', 'user.set-tier', { name: 'none', tier: 'pro' }, 1, /^there is no user "none"$/],
  ['an unknown tier', 'user.set-tier', { name: 'ann', tier: 'gold' }, 2, /free, pro, enterprise$/],
  ['an unknown right', 'user.set-scopes', { name: 'ann', scopes: ['check', 'root'] }, 2, /"root"/],
  ['an unknown setting', 'user.set', { name: 'ann', key: 'colour', value: 'red' }, 2, /"colour" .* red/],
  ['an unknown token', 'vault.detokenize', { token: 'none', reason: 'r', operator: 'o' }, 1, /unknown/],
])('%s is refused', async (_what, name, args, code, message) => {
  const before = await listed('ann');
  await expect(run(name, args)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  expect(await listed('ann')).toEqual(before);
});

it.each([
  ['', 2],
  ['a b', 2],
  ['b'.repeat(101), 2],
  ['ANN', 1],
  ['b'.repeat(100), undefined],
  ['bob@example.com', undefined],
])('the name "%s" for a new user: %s', async (name, code) => {
  const user = { name, passwordHash: 'none', tier: 'pro', scopes: ['check'] };
  const added = run('user.add', user);
  if (code === undefined) await added;
  else await expect(added).rejects.toMatchObject({ name: 'ExitError', code });
  const { passwordHash: _, ...shown } = user;
  expect(await listed(name)).toEqual(code === undefined ? { ...shown, disabled: false } : undefined);
});

it.each([{ tier: 'gold' }, { scopes: ['root'] }])('a new user with %j is not added', async (changes) => {
  const user = { name: 'cid', passwordHash: 'none', tier: 'pro', scopes: ['check'], ...changes };
  await expect(run('user.add', user)).rejects.toMatchObject({ code: 2 });
  expect(await listed('cid')).toBeUndefined();
});

it('the tier and the rights of a user change for tokens that were issued before', async () => {
  const { json } = await ann.post('/api/tokenize', { type: 'email', data: 'Eve@example.com' });
  await run('user.set-tier', { name: 'ann', tier: 'enterprise' });
  await run('user.set-scopes', { name: 'ann', scopes: ['check'] });
  expect(await listed('ann')).toMatchObject({ tier: 'enterprise', scopes: ['check'] });
  expect((await ann.post('/api/tokenize', { type: 'email', data: 'f@example.com' })).status).toBe(403);
  // The operator still reads what the user stored, and the reading is in the audit.
  const args = { token: json.token, reason: 'a court order', operator: 'mia' };
  expect(await run('vault.detokenize', args)).toBe('Eve@example.com');
  expect(await run('vault.verify-audit')).toBeNull();
});

it.each([
  ['a new password', 'user.set-password', { passwordHash: 'none' }],
  ['disabling', 'user.set-disabled', { disabled: true }],
])('%s ends the tokens of a user', async (_what, name, args) => {
  const user = await service.user(`dan-${name}`);
  expect((await user.post('/api/fraud-check', sms(FINE_SMS))).status).toBe(200);
  await run(name, { name: `dan-${name}`, ...args });
  expect((await user.post('/api/fraud-check', sms(FINE_SMS))).status).toBe(401);
});

it('accounts are linked once, and the name stands for a user without accounts', async () => {
  for (const [account, remove, linked] of [
    ['b', false, ['b']],
    ['a', false, ['a', 'b']],
    ['a', false, ['a', 'b']],
    ['b', true, ['a']],
    ['a', true, ['ann']],
  ])
    expect(await run('user.link-account', { name: 'ann', account, remove })).toEqual(linked);
});

it('stored checks are erased on request, and a removed user has no access', async () => {
  const { json } = await ann.post('/api/fraud-check', sms(FINE_SMS));
  const path = `/api/fraud-check/${json.request_id}`;
  expect((await ann.get(path)).status).toBe(200);
  expect(await run('user.erase-checks', { name: 'ann' })).toBeGreaterThan(0);
  expect((await ann.get(path)).status).toBe(404);
  await run('user.remove', { name: 'ann' });
  expect([await status(), await listed('ann')]).toEqual([401, undefined]);
});

it('after a change of the master key, the vault still opens its records', async () => {
  const user = await service.user('gil');
  const { json } = await user.post('/api/tokenize', { type: 'custom', data: 'a secret' });
  const before = await service.app.masterKeys.currentKeyId();
  const id = await run('keys.rotate-master');
  expect([id === before, await service.app.masterKeys.currentKeyId()]).toEqual([false, id]);
  await run('keys.rewrap');
  await run('jobs.finish');
  const args = { token: json.token, reason: 'test', operator: 'mia' };
  expect(await run('vault.detokenize', args)).toBe('a secret');
});
