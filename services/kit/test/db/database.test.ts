import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  array,
  DatabaseUnavailable,
  isUniqueViolation,
  json,
  openDatabase,
  sql,
  violatedConstraint,
} from '@services/kit/db';
import { createLogger } from '@services/kit/log';
import { type TestDatabase, testDatabase, testDatabaseKind } from '@services/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let test: TestDatabase;

beforeAll(async () => {
  test = await testDatabase();
  await test.db.run(
    sql`create table item (id bigint primary key, name text constraint item_name_key unique)`,
  );
});
afterAll(() => test.dispose());

describe('values', () => {
  it('are returned as the types that the services expect', async () => {
    const row = await test.db.one(sql`
      select ${1}::int8 as small, ${String(2 ** 53 - 1)}::int8 as large, count(*) as count,
        array[1, null, 3]::int8[] as longs, ${json([{ a: 1 }, 'b'])} as json, ${Buffer.from([0, 255])}::bytea as bytes,
        1.50::numeric as exact, 2.5::float8 as float, true as yes, null as nothing, ${'a\\"\u{1f600}'}::text as text`);
    expect(row).toEqual({
      small: 1,
      large: 2 ** 53 - 1,
      count: 1,
      longs: [1, null, 3],
      json: [{ a: 1 }, 'b'],
      bytes: Buffer.from([0, 255]),
      exact: '1.50',
      float: 2.5,
      yes: true,
      nothing: null,
      text: 'a\\"\u{1f600}',
    });
  });

  it('past 2^53 are an error, and the connection stays usable', async () => {
    await expect(test.db.rows(sql`select 9007199254740992::int8 as big`)).rejects.toThrow('9007199254740992');
    expect(await test.db.one(sql`select 1 as one`)).toEqual({ one: 1 });
  });

  /** Texts with characters that have a special meaning in PostgreSQL's array syntax. */
  const HOSTILE = ['a,"b"', '', 'NULL', null, '\\', '{}', '\\"\n', "'); --", '\u{1f600}'];

  it('are passed as arrays and as JSON', async () => {
    const row = await test.db.one(sql`
      select ${array([3, 1], 'int8')} as ids, ${array(HOSTILE, 'text')} as names, ${json(null)} as nothing,
        ${array([], 'int8')} as none, ${array([true, null], 'bool')} as flags,
        ${array([Buffer.from([0, 92, 255]), new Uint8Array()], 'bytea')} as bytes`);
    expect(row).toEqual({
      ids: [3, 1],
      names: HOSTILE,
      nothing: null,
      none: [],
      flags: [true, null],
      bytes: [Buffer.from([0, 92, 255]), Buffer.alloc(0)],
    });
  });
});

describe('errors', () => {
  it('name the constraint', async () => {
    await test.db.run(sql`insert into item (id, name) values (1, 'one')`);
    const twice = test.db.tx((tx) => tx.run(sql`insert into item (id, name) values (2, 'one')`));
    const error = await twice.catch((e: unknown) => e);
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(error, 'item_name_key')).toBe(true);
    expect(isUniqueViolation(error, 'item_pkey')).toBe(false);
    expect(violatedConstraint(error)).toBe('item_name_key');
    const other = await test.db.rows(sql`select nonsense`).catch((e: unknown) => e);
    expect([isUniqueViolation(other), isUniqueViolation(new Error('another'))]).toEqual([false, false]);
    expect(violatedConstraint(other)).toBeUndefined();
    expect(other).not.toBeInstanceOf(DatabaseUnavailable);
  });
});

describe('transactions', () => {
  const names = async () =>
    (await test.db.rows<{ name: string }>(sql`select name from item where id >= 10 order by id`)).map(
      (r) => r.name,
    );

  it('commit, roll back, and undo to a savepoint', async () => {
    await test.db.tx(async (tx) => {
      await tx.run(sql`insert into item values (10, 'kept')`);
      const failed = tx.savepoint(async (inner) => {
        await inner.run(sql`insert into item values (11, 'undone')`);
        await inner.run(sql`insert into item values (11, 'twice')`);
      });
      await expect(failed).rejects.toThrow('item_pkey');
      await tx.savepoint(async (inner) => {
        await inner.run(sql`insert into item values (12, 'outer')`);
        await inner.savepoint((deep) => deep.run(sql`insert into item values (13, 'deep')`));
      });
    });
    expect(await names()).toEqual(['kept', 'outer', 'deep']);
    const fault = new Error('on purpose');
    const failed = test.db.tx(async (tx) => {
      await tx.run(sql`delete from item where id >= 10`);
      throw fault;
    });
    await expect(failed).rejects.toBe(fault);
    expect(await names()).toEqual(['kept', 'outer', 'deep']);
  });

  it('cannot be used after they ended', async () => {
    const kept = await test.db.tx(async (tx) => tx);
    await expect(kept.rows(sql`select 1`)).rejects.toThrow('after its end');
  });

  it('do not mix with each other', async () => {
    await test.db.run(sql`create table counter (n int8 not null)`);
    await test.db.run(sql`insert into counter values (0)`);
    const add = () =>
      test.db.tx(
        async (tx) => {
          const row = await tx.one<{ n: number }>(sql`select n from counter`);
          await tx.run(sql`update counter set n = ${(row?.n ?? 0) + 1}`);
        },
        { isolation: 'serializable' },
      );
    // Only two transactions run at a time: with more, three retries may not be enough on PostgreSQL.
    for (let i = 0; i < 5; i += 1) await Promise.all([add(), add()]);
    expect(await test.db.one(sql`select n from counter`)).toEqual({ n: 10 });
  });

  it('run again three times after a serialization failure, and then fail', async () => {
    let runs = 0;
    const failed = test.db.tx(async (tx) => {
      runs += 1;
      await tx.rows(sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`);
    });
    await expect(failed).rejects.toMatchObject({ code: '40001' });
    expect(runs).toBe(4);
    const other = test.db.tx(async (tx) => {
      runs += 1;
      await tx.rows(sql`select 1 / 0`);
    });
    await expect(other).rejects.toMatchObject({ code: '22012' });
    expect([runs, await test.db.one(sql`select 1 as one`)]).toEqual([5, { one: 1 }]);
  });

  it('can be read-only', async () => {
    const write = test.db.tx((tx) => tx.run(sql`delete from item`), {
      readOnly: true,
      isolation: 'repeatable read',
    });
    await expect(write).rejects.toMatchObject({ code: '25006' });
  });
});

describe('listening', () => {
  it('receives committed notifications until it ends', async () => {
    const heard: string[] = [];
    const end = await test.db.listen('some.Channel', (payload) => heard.push(payload));
    await test.db.tx(async (tx) => {
      await tx.rows(sql`select pg_notify('some.Channel', 'one')`);
      expect(heard).toEqual([]);
    });
    await expect.poll(() => heard).toEqual(['one']);
    await end();
    await test.db.rows(sql`select pg_notify('some.Channel', 'two')`);
    await delay(20);
    expect(heard).toEqual(['one']);
  });
});

it('a listener that throws does not prevent other listeners from receiving the notification', async () => {
  const heard: string[] = [];
  const ends = [
    await test.db.listen('both', () => {
      throw new Error('a listener of a test fails');
    }),
    await test.db.listen('both', (payload) => heard.push(`second ${payload}`)),
    await test.db.listen('both', (payload) => heard.push(`third ${payload}`)),
  ];
  await test.db.rows(sql`select pg_notify('both', 'one')`);
  await expect.poll(() => heard).toEqual(['second one', 'third one']);
  // The channel stays open for the third listener when the other listeners end, even if one of them ends twice.
  for (const end of [ends[0], ends[1], ends[1]]) await end?.();
  await test.db.rows(sql`select pg_notify('both', 'two')`);
  await expect.poll(() => heard).toEqual(['second one', 'third one', 'third two']);
  await ends[2]?.();
  const channels = sql`select pg_listening_channels() as channel`;
  if (test.db.kind === 'pglite') expect(await test.db.rows(channels)).toEqual([]);
});

describe.runIf(testDatabaseKind() === 'pglite')('the embedded database', () => {
  it('the embedded database accepts no writes during a copy, and is usable after a failed copy', async () => {
    let isAnswered = false;
    const failed = test.db.quiesce(async () => {
      void test.db.one(sql`select 1`).then(() => {
        isAnswered = true;
      });
      await delay(20);
      expect([isAnswered, test.db.connections().waiting]).toEqual([false, 1]);
      throw new Error('no room');
    });
    await expect(failed).rejects.toThrow('no room');
    await expect.poll(() => isAnswered).toBe(true);
    expect(test.db.connections()).toEqual({ total: 1, idle: 1, waiting: 0 });
  });

  it('the embedded database ends its thread when it is closed, or when its folder cannot be opened', async () => {
    const threads = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
    const before = threads();
    const own = await testDatabase();
    expect(threads()).toBeGreaterThan(before);
    await Promise.all([own.db.close(), own.db.close()]);
    await expect.poll(threads).toBe(before);
    await expect(own.db.one(sql`select 1`)).rejects.toThrow();
    await rm(join(own.dataDir, 'pg', 'global'), { recursive: true });
    const log = createLogger({ level: 'silent' });
    const opened = openDatabase({ dataDir: own.dataDir, log });
    await expect(opened).rejects.toBeInstanceOf(DatabaseUnavailable);
    await expect.poll(threads).toBe(before);
    await own.dispose();
  });
});

describe('a statement that takes too long', () => {
  it('ends with DatabaseUnavailable; committed rows are kept, and listening continues', async () => {
    const own = await testDatabase();
    await own.db.close();
    const log = createLogger({ level: 'silent' });
    const db = await openDatabase({ url: own.url, dataDir: own.dataDir, log, statementTimeoutMs: 300 });
    try {
      const heard: string[] = [];
      await db.listen('wake', (payload) => heard.push(payload));
      await db.tx((tx) => tx.script('create table t (n int8); insert into t values (1)'));
      const long = db.rows(sql`select count(*) from generate_series(1, 1000000000)`);
      await expect(long).rejects.toBeInstanceOf(DatabaseUnavailable);
      expect(await db.one(sql`select n from t`)).toEqual({ n: 1 });
      const inside = db.tx(async (tx) => {
        await tx.run(sql`insert into t values (2)`);
        await tx.rows(sql`select count(*) from generate_series(1, 1000000000)`);
      });
      await expect(inside).rejects.toBeInstanceOf(DatabaseUnavailable);
      expect(await db.one(sql`select count(*) as n from t`)).toEqual({ n: 1 });
      await db.rows(sql`select pg_notify('wake', 'up')`);
      await expect.poll(() => heard).toContain('up');
    } finally {
      await db.close();
      await own.dispose();
    }
  });
});
