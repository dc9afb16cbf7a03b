import { chmod, readFile } from 'node:fs/promises';
import { systemRandom } from '@services/kit/clock';
import { json, sql } from '@services/kit/db';
import { afterAll, describe, expect, it } from 'vitest';
import { cleanUp } from '../../src/cleanup.js';
import { masterKeysPath } from '../../src/open-app.js';
import { appendAudit, brokenAudit } from '../../src/vault/audit.js';
import type { Sealed } from '../../src/vault/envelope.js';
import { FileMasterKeys } from '../../src/vault/master-keys.js';
import { keyIdsInUse, rewrapAll } from '../../src/vault/rotation.js';
import { detokenize } from '../../src/vault/tokenize.js';
import { sms, startFixture } from '../service/fixture.js';

const service = await startFixture();
const ann = await service.user('ann');
const { get, post } = ann;
afterAll(() => service.stop());

const DAY = 86_400_000;

type Issued = { token: string; expires_at: string };
async function tokenize(data: string, type = 'custom', as = ann): Promise<Issued> {
  const { status, json, text } = await as.post('/api/tokenize', { data, type });
  expect(status, text).toBe(200);
  return json;
}
const tokenOf = async (...args: Parameters<typeof tokenize>) => (await tokenize(...args)).token;
const opened = (token: string) => detokenize(service.app, token);

describe('a vault token', () => {
  it('returns the data unchanged for thirty days', async () => {
    const data = ' Ann.Example@Example.COM ';
    const issued = await tokenize(data, 'email');
    expect(issued.token).toMatch(/^tok_[0-9A-Za-z]{32}$/);
    expect(Date.parse(issued.expires_at)).toBe(service.clock.now() + 30 * DAY);
    expect(await opened(issued.token)).toBe(data);
  });

  it('is the same for equal data of one user and type, also in simultaneous requests', async () => {
    const issued = await Promise.all(Array.from({ length: 10 }, () => tokenize('same')));
    expect(new Set(issued.map((one) => one.token)).size).toBe(1);
    for (const [type, one, other] of [
      ['email', 'bob@example.com', 'BOB@example.com'],
      ['phone', '+1 415 555 2671', '(415) 555-2671'],
    ] as const)
      expect(await tokenOf(one, type)).toBe(await tokenOf(other, type));
  });

  it('differs by user, by type and by data', async () => {
    const tokens = [
      await tokenOf('bob@example.com', 'email'),
      await tokenOf('bob@example.com', 'custom'),
      await tokenOf('bob@example.com', 'email', await service.user('bea')),
      await tokenOf('bob2@example.com', 'email'),
    ];
    expect(new Set(tokens).size).toBe(4);
  });

  it('is new each time if the configuration requires that', async () => {
    const unique = await startFixture({ beside: service, settings: { 'vault.unique': true } });
    const cleo = await unique.user('cleo');
    const [first, second] = [await tokenOf('x', 'custom', cleo), await tokenOf('x', 'custom', cleo)];
    await unique.stop();
    expect(first).not.toBe(second);
    expect(await opened(first)).toBe('x');
  });

  it('is unreadable after it has expired; then the same data get a new token, and the clean-up deletes the old record', async () => {
    const old = await tokenOf('short-lived');
    service.clock.advance(30 * DAY - 1);
    expect(await opened(old)).toBe('short-lived');
    service.clock.advance(1);
    expect(await opened(old)).toBeUndefined();
    expect(await tokenOf('short-lived')).not.toBe(old);
    await cleanUp(service.app);
    const expired = sql`select token from vault_records where expires_at <= ${service.clock.now()}`;
    expect(await service.db.rows(expired)).toEqual([]);
  });

  it('cannot be reversed over HTTP', async () => {
    const issued = await tokenOf('secret');
    for (const path of ['tokenize', 'detokenize'])
      expect((await get(`/api/${path}/${issued}`)).status).toBe(404);
    expect((await get('/api/tokenize')).status).toBe(405);
  });
});

describe('a changed row', () => {
  const flip = (text: string) => {
    const bytes = Buffer.from(text, 'base64');
    bytes[0]! ^= 1;
    return bytes.toString('base64');
  };

  it.each<[string, (row: Sealed) => Partial<Sealed>]>([
    ['ciphertext', ({ c }) => ({ c: flip(c) })],
    ['tag', ({ t }) => ({ t: flip(t) })],
    ['nonce', ({ n }) => ({ n: flip(n) })],
    ['wrapped key', ({ w }) => ({ w: flip(w) })],
    ['key id', () => ({ k: 'ffffffff' })],
    ['version', () => ({ v: 1 })],
  ])('does not open: %s', async (name, change) => {
    const issued = await tokenOf(`tampered ${name}`);
    const query = sql`select sealed from vault_records where token = ${issued}`;
    const { sealed } = (await service.db.one<{ sealed: Sealed }>(query))!;
    const changed = json({ ...sealed, ...change(sealed) });
    await service.db.run(sql`update vault_records set sealed = ${changed} where token = ${issued}`);
    await expect(opened(issued)).rejects.toThrow();
  });

  it.each(['user_id', 'type', 'token'])('does not open: %s', async (column) => {
    const issued = await tokenOf(`moved ${column}`);
    const { id } = await service.user(`thief-${column}`);
    const value = { user_id: id, type: 'email', token: `${issued.slice(0, -1)}_` }[column]!;
    await service.db.run(sql`update vault_records set ${sql.raw(column)} = ${value} where token = ${issued}`);
    const now = column === 'token' ? String(value) : issued;
    await expect(opened(now)).rejects.toThrow(/changed/);
  });

  it('does not open if a later date was written into an expired record', async () => {
    const issued = await tokenOf('expired and revived');
    service.clock.advance(31 * DAY);
    const later = service.clock.now() + DAY;
    await service.db.run(sql`update vault_records set expires_at = ${later} where token = ${issued}`);
    await expect(opened(issued)).rejects.toThrow(/changed/);
  });

  it('does not open if the record of another token was put in its place', async () => {
    const [a, b] = [await tokenOf('record a'), await tokenOf('record b')];
    await service.db.run(sql`
      update vault_records set sealed = (select sealed from vault_records where token = ${a})
      where token = ${b}`);
    await expect(opened(b)).rejects.toThrow(/changed/);
  });
});

describe('rotation of the master key', () => {
  it('wraps every data key again while requests continue, can be resumed, and drops unused keys', async () => {
    await service.db.run(sql`delete from vault_records`);
    const made: [string, string][] = [];
    const add = async (data: string) => made.push([data, await tokenOf(data)]);
    for (let i = 0; i < 120; i += 1) await add(`before ${i}`);
    const webhook = await post('/api/webhooks', { url: 'https://example.com/hook', events: ['batch.done'] });
    expect(webhook.status).toBe(200);
    const payment = { sender_id: 'a', receiver_id: 'b', amount: 1, description: 'lunch' };
    await post('/api/transactions/submit', payment);
    const batch = await post('/api/fraud-check/batch', { items: [sms('one'), sms('two')] });
    expect(batch.status).toBe(202);

    const keys = service.app.masterKeys as FileMasterKeys;
    const [before] = keys.keyIds();
    const current = await keys.rotate(await keyIdsInUse(service.db));
    expect(keys.keyIds()).toEqual([current, before]);

    // Stops the rotation halfway, as a crash would; the finished part stays finished.
    const stop = new AbortController();
    const tx = (work: never) => {
      stop.abort();
      return service.app.db.tx(work);
    };
    const stopping = { ...service.app, db: { ...service.app.db, tx } as never };
    await expect(rewrapAll(stopping, stop.signal)).rejects.toThrow();
    expect([...(await keyIdsInUse(service.db))].sort()).toEqual([before, current].sort());

    const load = (async () => {
      for (let i = 0; i < 40; i += 1) {
        await add(`during ${i}`);
        const [data, issued] = made[i * 3]!;
        expect(await opened(issued)).toBe(data);
      }
    })();
    const total = await rewrapAll(service.app);
    await load;
    expect(total.damaged).toBe(0);
    expect(total.records).toBeGreaterThanOrEqual(24);
    expect([...(await keyIdsInUse(service.db))]).toEqual([current]);
    for (const [data, issued] of made) expect(await opened(issued)).toBe(data);

    const next = await keys.rotate(await keyIdsInUse(service.db));
    expect(keys.keyIds()).toEqual([next, current]);
    await rewrapAll(service.app);
    await service.app.jobs.idle();
    const { json: state } = await get(`/api/fraud-check/batch/${batch.json.batch_id}`);
    expect(state).toMatchObject({ state: 'done', done: 2 });
  });

  it('skips a damaged record and keeps its key', async () => {
    const damaged = await tokenOf('damaged');
    await service.db.run(sql`
      update vault_records set sealed = jsonb_set(sealed, '{w}', '"AAAA"') where token = ${damaged}`);
    const keys = service.app.masterKeys as FileMasterKeys;
    const [old] = keys.keyIds();
    await keys.rotate(await keyIdsInUse(service.db));
    expect((await rewrapAll(service.app)).damaged).toBe(1);
    await keys.rotate(await keyIdsInUse(service.db));
    expect(keys.keyIds()).toContain(old);
  });

  it('is visible to a second process; a key file that others may read is refused', async () => {
    const path = masterKeysPath(service.dataDir);
    const other = await FileMasterKeys.open(path, systemRandom);
    const current = await (service.app.masterKeys as FileMasterKeys).rotate(await keyIdsInUse(service.db));
    expect(await other.currentKeyId()).toBe(current);
    expect(await readFile(path, 'utf8')).not.toContain('{');
    await chmod(path, 0o644);
    await expect(FileMasterKeys.open(path, systemRandom)).rejects.toThrow(/chmod 600/);
    await chmod(path, 0o600);
  });
});

it('the audit of detokenize shows changed and missing rows', async () => {
  const key = service.app.secrets.audit;
  const entry = { at: 1, operator: 'root', action: 'detokenize', token: 'tok_1' };
  await Promise.all(['a', 'b', 'c', 'd'].map((reason) => appendAudit(service.db, key, { ...entry, reason })));
  const rollback = new Error('undo');
  const after = async (change: ReturnType<typeof sql>) => {
    let broken: number | undefined;
    const work = service.db.tx(async (tx) => {
      await tx.run(change);
      broken = await brokenAudit(tx, key);
      throw rollback;
    });
    await expect(work).rejects.toBe(rollback);
    return broken;
  };
  expect(await after(sql`update vault_audit set reason = 'x' where position = 3`)).toBe(3);
  expect(await after(sql`delete from vault_audit where position = 2`)).toBe(2);
  expect(await after(sql`update vault_audit set operator = 'eve' where position = 1`)).toBe(1);
  expect(await brokenAudit(service.db, key)).toBeUndefined();
  expect(await brokenAudit(service.db, Buffer.alloc(32))).toBe(1);
});
