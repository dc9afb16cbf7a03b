import { DatabaseUnavailable, openDatabase, sql } from '@services/kit/db';
import { createLogger } from '@services/kit/log';
import { postgresInstalled, type RunningPostgres, startPostgres } from '@services/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const log = createLogger({ level: 'silent' });

describe.skipIf(!postgresInstalled())('a PostgreSQL server that goes away', () => {
  let server: RunningPostgres;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());

  it('is used again once it is back; listening continues and reports that notifications may be missing', async () => {
    const db = await openDatabase({ url: await server.newDatabase(), dataDir: '/nowhere', log });
    try {
      const heard: string[] = [];
      await db.listen('wake', (payload) => heard.push(payload));
      await db.tx((tx) => tx.script('create table t (n int8); insert into t values (1)'));
      const long = db.rows(sql`select pg_sleep(30)`).catch((error: unknown) => error);
      const inside = db
        .tx(async (tx) => {
          await tx.run(sql`insert into t values (2)`);
          await tx.rows(sql`select pg_sleep(30)`);
        })
        .catch((error: unknown) => error);
      await expect.poll(() => db.connections().total - db.connections().idle).toBe(2);
      await server.kill();
      expect(await long).toBeInstanceOf(DatabaseUnavailable);
      expect(await inside).toBeInstanceOf(DatabaseUnavailable);
      await expect(db.rows(sql`select 1`)).rejects.toBeInstanceOf(DatabaseUnavailable);
      await server.start();
      await expect.poll(() => db.rows(sql`select n from t`).catch(() => [])).toEqual([{ n: 1 }]);
      await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['']);
      await db.rows(sql`select pg_notify('wake', 'up')`);
      await expect.poll(() => heard).toEqual(['', 'up']);
    } finally {
      await db.close();
    }
  });

  it('is reported at once if it is missing when the service starts', async () => {
    const url = 'postgres://postgres@127.0.0.1:1/none';
    await expect(openDatabase({ url, dataDir: '/nowhere', log })).rejects.toBeInstanceOf(DatabaseUnavailable);
  });

  it('makes a transaction run again after a deadlock', async () => {
    const db = await openDatabase({ url: await server.newDatabase(), dataDir: '/nowhere', log });
    try {
      await db.tx((tx) => tx.script('create table t (id int8, n int8); insert into t values (1, 0), (2, 0)'));
      let runs = 0;
      const meet = new Map<number, () => void>();
      const both = [1, 2].map((id) => new Promise<void>((resolve) => meet.set(id, resolve)));
      const change = (first: number, second: number) =>
        db.tx(async (tx) => {
          runs += 1;
          await tx.run(sql`update t set n = n + 1 where id = ${first}`);
          meet.get(first)?.();
          await Promise.all(both);
          await tx.run(sql`update t set n = n + 1 where id = ${second}`);
        });
      await Promise.all([change(1, 2), change(2, 1)]);
      // The transaction that is retried may conflict with the other transaction again.
      expect(runs).toBeGreaterThan(2);
      expect(await db.rows(sql`select n from t`)).toEqual([{ n: 2 }, { n: 2 }]);
    } finally {
      await db.close();
    }
  });
});
