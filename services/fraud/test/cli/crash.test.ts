import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '@services/kit/clock';
import { openDatabase, sql } from '@services/kit/db';
import { createLogger } from '@services/kit/log';
import { type Running, testDatabase } from '@services/kit/testing';
import { expect, it, vi } from 'vitest';
import { openApp } from '../../src/open-app.js';
import { pagesOf, sms, testConfig } from '../service/fixture.js';
import { Client, initData } from './client.js';
import { serve } from './process.js';

const ROUNDS = Number(process.env.SERVICES_ROUNDS ?? 3);
const CLIENTS = 8;
const ITEMS = 300;

interface Payment {
  key: string;
  from: string;
  to: string;
  amount: number;
  /** Id in the response; undefined if there was no response. */
  id?: string;
}

/**
 * The thresholds let all payments pass, whatever their score is, so that balances change; only an overdraft is
 * declined.
 */
const SETTINGS = { FRAUD_TRANSACTIONS_REVIEW_SCORE: '1', FRAUD_TRANSACTIONS_DECLINE_SCORE: '1' };

it('payments and a batch survive kill -9: what was answered exists, and what was retried or resumed exists once', {
  timeout: 240_000 + ROUNDS * 60_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fraud-crash-'));
  const database = process.env.SERVICES_TEST_DATABASE === 'postgres' ? await testDatabase() : undefined;
  const env = { ...(database?.url ? { FRAUD_DATABASE_URL: database.url } : {}), ...SETTINGS };
  let server: Running | undefined;
  try {
    if (database?.url) vi.stubEnv('FRAUD_DATABASE_URL', database.url);
    const dataDir = await initData(folder);
    vi.unstubAllEnvs();
    server = await serve(dataDir, env);

    const client = await new Client(server.url).logIn();
    const payments: Payment[] = [];
    const send = async (payment: Payment) => {
      const { status, json } = await client.pay(payment.key, payment);
      if (status === 200) payment.id = json.transaction_id;
    };
    const items = Array.from({ length: ITEMS }, (_, i) => sms(`note number ${i}`));
    let batch = '';
    const done = async () => (await client.call(`/api/fraud-check/batch/${batch}`)).json.done as number;

    for (let round = 0; round < ROUNDS; round += 1) {
      const isLast = round === ROUNDS - 1;
      if (isLast) batch = (await client.call('/api/fraud-check/batch', { items })).json.batch_id;
      let isRunning = true;
      let answered = 0;
      const clients = Array.from({ length: CLIENTS }, async (_, payer) => {
        for (let n = 0; isRunning; n += 1) {
          const amount = Number(((n % 90) / 100 + 0.01 * (payer + 1)).toFixed(2));
          const key = `${round}-${payer}-${n}`;
          const payment: Payment = { key, from: `payer-${payer}`, to: `shop-${n % 7}`, amount };
          payments.push(payment);
          await send(payment).catch(() => {
            isRunning = false;
          });
          answered += 1;
        }
      });
      while (answered < 60 || (isLast && (await done()) === 0)) await new Promise(setImmediate);
      await server.stop('SIGKILL');
      await Promise.all(clients);
      server = await serve(dataDir, env);
      client.url = server.url;
      if (isLast) expect(await done(), 'the batch was killed in the middle').toBeLessThan(ITEMS);
      const open = payments.filter(({ id }) => id === undefined);
      expect(open.length, 'the kill left requests without an answer').toBeGreaterThan(0);
      for (const payment of open) await send(payment);
    }

    const pages = await pagesOf((path) => client.call(path), '/api/transactions?limit=100', 'transactions');
    const stored = pages.flat().map(({ transaction_id }) => transaction_id);
    expect(stored.sort()).toEqual(payments.map(({ id }) => id).sort());
    // A retry of a request that was answered changes nothing.
    for (const payment of payments.slice(0, 20)) {
      const { id } = payment;
      await send(payment);
      expect(payment.id).toBe(id);
    }
    await server.stop('SIGKILL');

    const log = createLogger({ level: 'error', pretty: false });
    const db = database?.db ?? (await openDatabase({ dataDir, log }));
    const count = async (query: ReturnType<typeof sql>) => (await db.one<{ count: number }>(query))!.count;
    // Every balance equals the opening balance and the payments in and out, to the cent: no money was created or lost.
    const wrong = await db.rows(sql`
      select account_id, balance from accounts a
      where balance <> 1000000
        - coalesce((select sum(amount) from transactions t
            where t.user_id = a.user_id and t.sender_id = a.account_id and t.status = 'approved'), 0)
        + coalesce((select sum(amount) from transactions t
            where t.user_id = a.user_id and t.receiver_id = a.account_id and t.status = 'approved'), 0)`);
    expect(wrong).toEqual([]);
    expect(await count(sql`select count(*) as count from transactions where status = 'approved'`)).toBe(
      payments.length,
    );

    // At this time, the lease of the killed process has ended.
    const clock = new ManualClock(Date.now() + 120_000);
    const app = await openApp({ config: testConfig(dataDir), dataDir, db, log, clock });
    await app.jobs.idle();
    const results = await db.one(sql`
      select count(*) as items, count(distinct result ->> 'request_id') as ids, count(request_id) as kept,
        count(sealed) as sealed, (select count(*) from checks) as checks
      from batch_items left join checks on request_id = result ->> 'request_id'`);
    expect(results).toEqual({ items: ITEMS, ids: ITEMS, kept: ITEMS, sealed: 0, checks: ITEMS });
    const state = await db.one(sql`select state, done, total from batches where id = ${batch}`);
    expect(state).toEqual({ state: 'done', done: ITEMS, total: ITEMS });
    await app.jobs.stop();
    if (!database) await db.close();
  } finally {
    await server?.stop('SIGKILL');
    await database?.dispose();
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
});
