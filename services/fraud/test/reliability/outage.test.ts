import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, sql } from '@services/kit/db';
import { createLogger } from '@services/kit/log';
import { KIT_MIGRATIONS, migrate } from '@services/kit/migrations';
import { postgresInstalled, type RunningPostgres, startPostgres } from '@services/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FRAUD_MIGRATIONS } from '../../src/migrations.js';
import { FINE_SMS, type Fixture, sms, startFixture, type TestUser } from '../service/fixture.js';

describe.skipIf(!postgresInstalled())('while the PostgreSQL server is gone', () => {
  let postgres: RunningPostgres;
  let service: Fixture;
  let ann: TestUser;

  beforeAll(async () => {
    postgres = await startPostgres();
    const url = await postgres.newDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'fraud-outage-'));
    const db = await openDatabase({ url, dataDir, log: createLogger({ level: 'silent' }) });
    await migrate(db, [KIT_MIGRATIONS, FRAUD_MIGRATIONS]);
    const dispose = async () => {
      await db.close();
      await rm(dataDir, { recursive: true, force: true });
    };
    service = await startFixture({ database: { db, dataDir, url, dispose } });
    ann = await service.user('ann');
  });
  afterAll(async () => {
    await service?.stop();
    await postgres?.stop();
  });

  it('requests get 503; afterwards the service continues by itself, and each payment and each item exists once', {
    timeout: 120_000,
  }, async () => {
    const payment = { sender_id: 'ann', receiver_id: 'shop', description: '' };
    const pay = (key: string, amount: number) =>
      ann.post('/api/transactions/submit', { ...payment, amount }, { 'idempotency-key': key });
    const first = await pay('before', 12.34);
    expect(first.json.fraud_check.status).toBe('approved');
    const items = Array.from({ length: 200 }, (_, n) => sms(`note number ${n}`));
    const batch = await ann.post('/api/fraud-check/batch', { items });
    expect(batch.status).toBe(202);
    const stuck = pay('during', 20);

    await postgres.kill();
    for (const [path, body] of Object.entries({
      '/api/fraud-check': sms(FINE_SMS),
      '/api/transactions/submit': { ...payment, amount: 1 },
      '/api/tokenize': { data: 'ann@example.com', type: 'email' },
    })) {
      const refused = await ann.post(path, body);
      expect([refused.status, refused.json.error.code], path).toEqual([503, 'UNAVAILABLE']);
      expect(refused.headers.get('retry-after')).toBe('5');
      expect(refused.text).not.toMatch(/postgres|ECONN|connect/i);
    }
    // The request that was in progress gets a response: success, or a 503 that may be retried.
    expect((await stuck).status).toBeOneOf([200, 503]);

    await postgres.start();
    await expect.poll(async () => (await pay('during', 20)).status).toBe(200);
    const repeated = await pay('before', 12.34);
    expect(repeated.json.transaction_id).toBe(first.json.transaction_id);
    const ledger = await service.db.rows(sql`
      select account_id, balance from accounts where account_id in ('ann', 'shop') order by account_id`);
    expect(ledger).toEqual([
      { account_id: 'ann', balance: 1_000_000 - 3_234 },
      { account_id: 'shop', balance: 1_000_000 + 3_234 },
    ]);

    // A job whose process lost the database runs again after its lease.
    service.clock.advance(120_000);
    await expect
      .poll(async () => {
        await service.app.jobs.idle();
        return service.db.one(sql`select state, done, total from batches where id = ${batch.json.batch_id}`);
      })
      .toEqual({ state: 'done', done: 200, total: 200 });
    const kept = await service.db.one(sql`
      select count(*) as count, count(distinct request_id) as ids
      from batch_items join checks on request_id = result ->> 'request_id'`);
    expect(kept).toEqual({ count: 200, ids: 200 });
  });
});
