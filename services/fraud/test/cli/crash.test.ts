import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, sql } from '@services/kit/db';
import { createLogger } from '@services/kit/log';
import { type Running, testDatabase } from '@services/kit/testing';
import { expect, it, vi } from 'vitest';
import { Client, initData } from './client.js';
import { serve } from './process.js';

const ROUNDS = Number(process.env.SERVICES_ROUNDS ?? 3);
const CLIENTS = 8;

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

it('payments survive kill -9: a payment that was answered exists, and a payment that was retried exists once', {
  timeout: 120_000 + ROUNDS * 60_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fraud-crash-'));
  const database = process.env.SERVICES_TEST_DATABASE === 'postgres' ? await testDatabase() : undefined;
  const env = database?.url ? { FRAUD_DATABASE_URL: database.url } : {};
  let server: Running | undefined;
  try {
    if (database?.url) vi.stubEnv('FRAUD_DATABASE_URL', database.url);
    const dataDir = await initData(folder);
    vi.unstubAllEnvs();
    server = await serve(dataDir, { ...env, ...SETTINGS });

    const client = await new Client(server.url).logIn();
    const payments: Payment[] = [];
    const send = async (payment: Payment) => {
      const { status, json } = await client.pay(payment.key, payment);
      if (status === 200) payment.id = json.transaction_id;
    };

    for (let round = 0; round < ROUNDS; round += 1) {
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
      while (answered < 60) await new Promise((resolve) => setTimeout(resolve, 5));
      await server.stop('SIGKILL');
      await Promise.all(clients);
      server = await serve(dataDir, { ...env, ...SETTINGS });
      client.url = server.url;
      const open = payments.filter(({ id }) => id === undefined);
      expect(open.length, 'the kill left requests without an answer').toBeGreaterThan(0);
      for (const payment of open) await send(payment);
    }

    const stored = new Set<string>();
    let cursor: string | undefined;
    do {
      const query = cursor ? `&cursor=${cursor}` : '';
      const { json } = await client.call(`/api/transactions?limit=100${query}`);
      for (const row of json.transactions) {
        expect(stored.has(row.transaction_id)).toBe(false);
        stored.add(row.transaction_id);
      }
      cursor = json.next_cursor;
    } while (cursor);
    expect([...stored].sort()).toEqual(payments.map(({ id }) => id).sort());
    // A retry of a request that was answered changes nothing.
    for (const payment of payments.slice(0, 20)) {
      const { id } = payment;
      await send(payment);
      expect(payment.id).toBe(id);
    }

    // Every balance equals the opening balance and the payments in and out, to the cent: no money was created or lost.
    await server.stop('SIGKILL');
    const db = database?.db ?? (await openDatabase({ dataDir, log: createLogger({ level: 'error' }) }));
    const wrong = await db.rows(sql`
      select account_id, balance from accounts a
      where balance <> 1000000
        - coalesce((select sum(amount) from transactions t
            where t.user_id = a.user_id and t.sender_id = a.account_id and t.status = 'approved'), 0)
        + coalesce((select sum(amount) from transactions t
            where t.user_id = a.user_id and t.receiver_id = a.account_id and t.status = 'approved'), 0)`);
    expect(wrong).toEqual([]);
    const paid = await db.one(sql`select count(*) as count from transactions where status = 'approved'`);
    expect(paid).toEqual({ count: payments.length });
    if (!database) await db.close();
  } finally {
    await server?.stop('SIGKILL');
    await database?.dispose();
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
});
