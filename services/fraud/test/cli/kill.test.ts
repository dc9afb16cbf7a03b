import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '@services/kit/clock';
import { openDatabase, sql } from '@services/kit/db';
import { createLogger } from '@services/kit/log';
import { testDatabase } from '@services/kit/testing';
import { expect, it } from 'vitest';
import { openApp } from '../../src/open-app.js';
import { testConfig } from '../service/fixture.js';
import { Client, initData } from './client.js';
import { serve } from './process.js';

const ITEMS = 300;

it('a batch survives kill -9: every item has exactly one result, and its content is deleted', {
  timeout: 240_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fraud-kill-'));
  const database = process.env.SERVICES_TEST_DATABASE === 'postgres' ? await testDatabase() : undefined;
  const env = database?.url ? { FRAUD_DATABASE_URL: database.url } : {};
  Object.assign(process.env, env);
  try {
    const dataDir = await initData(folder);
    const server = await serve(dataDir, env);
    const client = await new Client(server.url).logIn();
    const items = Array.from({ length: ITEMS }, (_, i) => ({
      data_type: 'sms',
      content: `note number ${i}`,
    }));
    const { batch_id } = (await client.call('/api/fraud-check/batch', { items })).json;
    let done = 0;
    while (done === 0) done = (await client.call(`/api/fraud-check/batch/${batch_id}`)).json.done;
    await server.stop('SIGKILL');

    const log = createLogger({ level: 'error', pretty: false });
    const db = database?.db ?? (await openDatabase({ dataDir, log }));
    // At this time, the lease of the killed process has ended.
    const clock = new ManualClock(Date.now() + 120_000);
    const app = await openApp({ config: testConfig(dataDir), dataDir, db, log, clock });
    const count = async (query: ReturnType<typeof sql>) => (await db.one<{ count: number }>(query))!.count;
    const waiting = sql`select count(*) as count from batch_items where sealed is not null`;
    expect(await count(waiting), 'it was killed in the middle').toBeGreaterThan(0);
    await app.jobs.idle();

    expect(await count(waiting)).toBe(0);
    expect(await count(sql`select count(*) as count from checks`)).toBe(ITEMS);
    const ids = await count(sql`select count(distinct result ->> 'request_id') as count from batch_items`);
    expect(ids).toBe(ITEMS);
    const kept = sql`
      select count(*) as count from batch_items join checks on request_id = result ->> 'request_id'`;
    expect(await count(kept)).toBe(ITEMS);
    expect(await db.one(sql`select state, done, total from batches where id = ${batch_id}`)).toEqual({
      state: 'done',
      done: ITEMS,
      total: ITEMS,
    });
    await app.jobs.stop();
    if (!database) await db.close();
  } finally {
    delete process.env.FRAUD_DATABASE_URL;
    await database?.dispose();
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
});
