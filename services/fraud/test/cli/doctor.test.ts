import { readFile, stat, writeFile } from 'node:fs/promises';
import type { Finding } from '@services/kit/cli';
import { sql } from '@services/kit/db';
import { afterAll, expect, it } from 'vitest';
import { actions } from '../../src/cli/actions.js';
import { examineKeys } from '../../src/cli/doctor.js';
import { tokenKeysPath } from '../../src/open-app.js';
import type { FileMasterKeys } from '../../src/vault/master-keys.js';
import { startFixture } from '../service/fixture.js';

const DAY_MS = 86_400_000;
const service = await startFixture();
const ann = await service.user('ann');
afterAll(() => service.stop());

async function finding(name: string): Promise<Finding | undefined> {
  return (await examineKeys(service.app)).find((one) => one.name === name);
}
const run = async (name: string, args: object = {}): Promise<unknown> =>
  actions[name]!(service.app, args as never);

it('doctor finds nothing wrong with a new service, and nothing without one', async () => {
  const found = await examineKeys(service.app);
  expect(found.map(({ name, state }) => [name, state])).toEqual(
    ['signing keys', 'vault', 'audit', 'models', 'speech'].map((name) => [name, 'ok']),
  );
  expect(await examineKeys(undefined)).toEqual([]);
});

it('doctor finds a signing key that is a year old, until it is replaced', async () => {
  service.clock.advance(365 * DAY_MS - 1);
  const name = 'signing keys';
  expect(await finding(name)).toEqual({ name, state: 'ok', text: '1, the current one 364 days old' });
  service.clock.advance(1);
  const text = '1, the current one 365 days old: run keys rotate --tokens';
  expect(await finding(name)).toEqual({ name, state: 'warn', text });
  await run('keys.rotate-tokens', { dropOld: false });
  expect(await finding(name)).toEqual({ name, state: 'ok', text: '2, the current one 0 days old' });
  expect((await stat(tokenKeysPath(service.dataDir))).mode & 0o777).toBe(0o600);
});

it('doctor finds records under an older master key, and under one that is lost', async () => {
  await ann.post('/api/tokenize', { type: 'custom', data: 'a secret' });
  const keys = service.app.masterKeys as FileMasterKeys;
  const first = await keys.currentKeyId();
  await keys.rotate(new Set([first]));
  expect(await finding('vault')).toMatchObject({
    state: 'warn',
    text: expect.stringContaining(`(${first}): run keys rewrap`),
  });
  await run('keys.rewrap');
  await run('jobs.finish');
  expect(await finding('vault')).toMatchObject({ state: 'ok' });
  const text = await readFile(keys.path, 'utf8');
  await writeFile(keys.path, Buffer.alloc(32, 7).toString('base64'));
  const found = await finding('vault');
  await writeFile(keys.path, text);
  expect(found).toMatchObject({ state: 'fail', text: expect.stringContaining('bring them back') });
  expect(await finding('vault')).toMatchObject({ state: 'ok' });
});

it('doctor finds a changed row of the audit', async () => {
  const { json } = await ann.post('/api/tokenize', { type: 'custom', data: 'another' });
  for (const reason of ['first', 'second'])
    await run('vault.detokenize', { token: json.token, reason, operator: 'mia' });
  expect(await finding('audit')).toMatchObject({ state: 'ok' });
  await service.db.run(sql`update vault_audit set reason = 'third' where position = 2`);
  expect(await finding('audit')).toMatchObject({ state: 'fail', text: expect.stringMatching(/^row 2 /) });
});
